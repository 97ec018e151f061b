import { SearchIndex } from "@quire/core"

/** The searched fields of a section. */
export const fields = ["title", "heading", "body"] as const

/** The distinct terms of a query, the prefix if it is none of them, and the phrases of more than one term. */
export interface QueryTerms {
  readonly terms: ReadonlyArray<string>
  readonly prefix: string | undefined
  readonly phrases: ReadonlyArray<ReadonlyArray<string>>
}

export const toTerms = (query: SearchIndex.SearchQuery): QueryTerms => ({
  ...SearchIndex.distinctTerms(query),
  phrases: query.phrases.filter((phrase) => phrase.length > 1)
})
