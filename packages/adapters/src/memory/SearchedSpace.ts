import { SearchIndex } from "@quire/core"
import { HashMap } from "effect"
import * as First from "./First.ts"

const fields = ["title", "heading", "body"] as const

/** The tokens of each field as one text, each token between two blanks. */
type Texts = { readonly [field in (typeof fields)[number]]: string }

type Section = Pick<SearchIndex.SectionEntry, "section" | "shown"> & {
  /** Its conditions as a key; undefined on pages that no publication lists. */
  readonly conditions: string | undefined
  readonly texts: Texts
}

export interface SearchedPage {
  readonly page: string
  readonly sections: ReadonlyArray<Section>
}

/** The searchable pages of a space by id. A search reads all of them. */
export type SearchedSpace = HashMap.HashMap<string, SearchedPage>

export const empty: SearchedSpace = HashMap.empty()

const toText = (tokens: ReadonlyArray<string>): string => (tokens.length === 0 ? "" : ` ${tokens.join(" ")} `)

const toTexts = ({ body, heading, title }: SearchIndex.SectionEntry): Texts => ({
  title: toText(title),
  heading: toText(heading),
  body: toText(body)
})

const keyOfConditions = (conditions: SearchIndex.ConditionList): string => JSON.stringify(conditions)

const unconditional = keyOfConditions([])

export const toPage = ({ isListed, page, sections }: SearchIndex.PageEntry): SearchedPage => ({
  page,
  sections: sections.map((entry): Section => {
    const { conditions, section, shown } = entry
    const own = { section, conditions: isListed ? keyOfConditions(conditions) : undefined, texts: toTexts(entry) }
    return shown === undefined ? own : { ...own, shown }
  })
})

/** Writes some pages, the last entry of each, and removes others. */
export const update = (
  space: SearchedSpace,
  pages: ReadonlyArray<SearchedPage>,
  removed: ReadonlyArray<string>
): SearchedSpace =>
  HashMap.setMany(
    HashMap.removeMany(space, removed),
    pages.map((page) => [page.page, page] as const)
  )

/** The condition keys of sections, excluding the empty condition. */
export const conditionKeys = (space: SearchedSpace): ReadonlySet<string> => {
  const keys = new Set<string>()
  for (const { sections } of HashMap.values(space)) {
    for (const { conditions = unconditional } of sections) keys.add(conditions)
  }
  keys.delete(unconditional)
  return keys
}

/** The condition keys of the sections that may be found; all sections if undefined. */
export type SectionFilter = ReadonlySet<string> | undefined

/** The given condition keys, and that of the empty condition. */
export const passingOf = (lists: ReadonlyArray<SearchIndex.ConditionList>): SectionFilter =>
  new Set([unconditional, ...lists.map(keyOfConditions)])

/** Whether a text has a token, or tokens with blanks between them, that begins where a token begins. */
const holds = (text: string, wanted: string, isWhole: boolean): boolean => {
  for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, at + 1)) {
    if (text[at - 1] === " " && (!isWhole || text[at + wanted.length] === " ")) return true
  }
  return false
}

interface Matched {
  readonly score: number
  /** Whether some token occurs outside the title. */
  readonly isInside: boolean
}

const nothing: Matched = { score: 0, isInside: false }

const matchTerm = (texts: Texts, term: string): Matched => {
  let score = 0
  for (const field of fields) if (holds(texts[field], term, true)) score += SearchIndex.weights[field]
  return { score, isInside: score !== 0 && score !== SearchIndex.weights.title }
}

const matchPrefix = (texts: Texts, prefix: string): Matched => {
  const begun = fields.filter((field) => holds(texts[field], prefix, false))
  const [best] = begun
  if (best === undefined) return nothing
  const whole = matchTerm(texts, prefix).score
  return {
    score: whole === 0 ? SearchIndex.prefixWeights[best] : whole,
    isInside: begun.some((field) => field !== "title")
  }
}

interface SectionMatch extends Matched {
  readonly entry: Section
}

/** A matching page with its matching sections, in order. */
export interface PageMatch {
  readonly page: string
  /** The score of the best section. */
  readonly score: number
  readonly sections: ReadonlyArray<SectionMatch>
}

/** Matches pages with a query that has at least one term or a prefix. */
export const makeMatcher = (query: SearchIndex.SearchQuery, passing?: SectionFilter) => {
  const { prefix, terms } = SearchIndex.distinctTerms(query)
  const phrases = query.phrases.filter((phrase) => phrase.length > 1).map((phrase) => phrase.join(" "))

  const matchTexts = (texts: Texts): Matched => {
    let score = 0
    let isInside = false
    const add = (own: Matched): boolean => {
      score += own.score
      isInside ||= own.isInside
      return own.score > 0
    }
    const isMatch =
      terms.every((term) => add(matchTerm(texts, term))) &&
      (prefix === undefined || add(matchPrefix(texts, prefix))) &&
      phrases.every((phrase) => fields.some((field) => holds(texts[field], phrase, true)))
    return isMatch ? { score, isInside } : nothing
  }

  return ({ page, sections }: SearchedPage): PageMatch | undefined => {
    const matches = sections.flatMap((entry): ReadonlyArray<SectionMatch> => {
      if (passing !== undefined && !passing.has(entry.conditions ?? "")) return []
      const matched = matchTexts(entry.texts)
      return matched.score === 0 ? [] : [{ ...matched, entry }]
    })
    return matches.length === 0
      ? undefined
      : { page, score: Math.max(...matches.map(({ score }) => score)), sections: matches }
  }
}

const sectionsShown = 5

const byScore = (left: SectionMatch, right: SectionMatch) => right.score - left.score

/** The best match of each section that several entries are of, in order. */
const bestOfSections = ({ sections }: PageMatch) => {
  const best = new Map<string, SectionMatch>()
  for (const match of sections) {
    const known = best.get(match.entry.section)
    if (!match.isInside || (known !== undefined && known.score >= match.score)) continue
    best.delete(match.entry.section)
    best.set(match.entry.section, match)
  }
  return best.values()
}

/** The sections shown with a hit: best first, then in order. */
export const sectionHits = (found: PageMatch): ReadonlyArray<SearchIndex.SectionHit> =>
  First.takeFirst(bestOfSections(found), sectionsShown, byScore).map(({ entry: { section, shown }, score }) =>
    shown === undefined ? { section, score } : { section, score, shown }
  )
