import type { SearchHtml } from "@quire/reader"
import type { OpenApiDocument } from "./OpenApiDocument.ts"
import * as Reference from "./Reference.ts"
import { allReasons } from "./RulesPage.ts"
import { pages } from "./RuleTexts.ts"
import * as SchemaView from "./SchemaView.ts"

/** `shown` is the maximum number of results; `query` the maximum characters of a query. */
export const limits = { shown: 20, query: 256 } as const

/** Search results: the first of `count`. */
export interface SearchResults extends Omit<SearchHtml.Results, "query"> {
  /** The words of the query, which the script marks. */
  readonly matched: ReadonlyArray<string>
}

interface Candidate {
  readonly item: SearchHtml.SearchResult
  /** Words with a higher weight: those of the title. */
  readonly title: string
  readonly text: string
}

const candidate = (title: string, path: string, place: string, body: string, more = ""): Candidate => ({
  item: { title, path, breadcrumbs: [place], sections: [{ title: "", path, body }] },
  title: title.toLowerCase(),
  text: `${title} ${place} ${body} ${more}`.toLowerCase()
})

const plain = (text: string): string => text.replaceAll("`", "")

const candidatesOf = (document: OpenApiDocument, areas: ReadonlyArray<Reference.Area>): ReadonlyArray<Candidate> => [
  ...areas.flatMap((area) =>
    area.entries.map((entry) => {
      const { method, operation, path, title } = entry
      const more = `${operation.operationId} ${operation.description ?? ""}`
      return candidate(plain(title), Reference.addressOf(area, entry), area.title, `${method} ${path}`, more)
    })
  ),
  ...Object.keys(document.components.schemas).map((name) =>
    candidate(name, `schemas#${SchemaView.anchor(name)}`, "Schemas", "")
  ),
  ...allReasons.map(({ about, reason }) =>
    candidate(reason, `reasons#reason-${reason}`, "Error reasons", plain(about))
  ),
  ...pages.flatMap(({ rules, title }) =>
    rules.map(({ id, rule }) => candidate(id, `rules#${id}`, `Rules: ${title}`, plain(rule)))
  )
]

/** Score of a candidate; 0 if a word is missing. */
const scoreOf = ({ text, title }: Candidate, words: ReadonlyArray<string>): number =>
  words.every((word) => text.includes(word)) ? 1 + words.filter((word) => title.includes(word)).length : 0

/**
 * Finds operations, schemas, reasons and rules that contain every word, in this order; matches in the title come first.
 */
export const make = (document: OpenApiDocument, areas: ReadonlyArray<Reference.Area>) => {
  const candidates = candidatesOf(document, areas)
  return (query: string): SearchResults => {
    const words = query
      .slice(0, limits.query)
      .toLowerCase()
      .split(/\s+/)
      .filter((word) => word !== "")
    if (words.length === 0) return { items: [], count: 0, matched: [] }
    const scored = candidates
      .map((each) => ({ item: each.item, score: scoreOf(each, words) }))
      .filter(({ score }) => score > 0)
      .sort((one, other) => other.score - one.score)
    return { items: scored.slice(0, limits.shown).map(({ item }) => item), count: scored.length, matched: words }
  }
}
