import type { SearchIndex } from "@quire/core"

/** The searched fields of a section. */
export const fields = ["title", "heading", "body"] as const

/** The distinct terms of a query, and its phrases of more than one term. */
export interface QueryTerms {
  readonly terms: ReadonlyArray<string>
  readonly phrases: ReadonlyArray<ReadonlyArray<string>>
}

export const toTerms = ({ terms, phrases }: SearchIndex.SearchQuery): QueryTerms => ({
  terms: [...new Set([...terms, ...phrases.flat()])],
  phrases: phrases.filter((phrase) => phrase.length > 1)
})
