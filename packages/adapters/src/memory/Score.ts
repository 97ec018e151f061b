import { SearchIndex } from "@quire/core"
import type { IndexedPage } from "./MemoryState.ts"

const fields = ["title", "heading", "body"] as const

const sectionLimit = 5

/** A query as its distinct terms, and the phrases that hold more than those do. */
export interface Wanted {
  readonly terms: ReadonlyArray<string>
  readonly phrases: ReadonlyArray<ReadonlyArray<string>>
}

export const wanted = ({ terms, phrases }: SearchIndex.SearchQuery): Wanted => ({
  terms: [...new Set([...terms, ...phrases.flat()])],
  phrases: phrases.filter((phrase) => phrase.length > 1)
})

const holds = (tokens: ReadonlyArray<string>, phrase: ReadonlyArray<string>) =>
  tokens.some((_, start) => phrase.every((token, index) => tokens[start + index] === token))

const termScore = (section: SearchIndex.SectionEntry, term: string) =>
  fields.reduce((sum, field) => (section[field].includes(term) ? sum + SearchIndex.weights[field] : sum), 0)

/** Undefined where a term or a phrase is missing. */
const sectionScore = (section: SearchIndex.SectionEntry, { terms, phrases }: Wanted) => {
  let score = 0
  for (const term of terms) {
    const own = termScore(section, term)
    if (own === 0) return undefined
    score += own
  }
  return phrases.every((phrase) => fields.some((field) => holds(section[field], phrase))) ? score : undefined
}

/** A page's score and the sections to show; undefined when no section has all that is wanted. */
export const pageScore = (page: IndexedPage, query: Wanted) => {
  if (!query.terms.every((term) => page.tokens.has(term))) return undefined
  let best = 0
  const found: Array<SearchIndex.SectionHit> = []
  for (const section of page.sections) {
    const score = sectionScore(section, query)
    if (score === undefined) continue
    best = Math.max(best, score)
    const inText = query.terms.some((term) => section.heading.includes(term) || section.body.includes(term))
    const { section: anchor, shown } = section
    if (inText) found.push({ section: anchor, score, ...(shown === undefined ? {} : { shown }) })
  }
  if (best === 0) return undefined
  return { score: best, sections: found.sort((left, right) => right.score - left.score).slice(0, sectionLimit) }
}
