import type { SearchIndex } from "@quire/core"

/** What of a section is searched. */
export const fields = ["title", "heading", "body"] as const

/** A query as its distinct terms, and the phrases that hold more than those do. */
export interface Wanted {
  readonly terms: ReadonlyArray<string>
  readonly phrases: ReadonlyArray<ReadonlyArray<string>>
}

export const wanted = ({ terms, phrases }: SearchIndex.SearchQuery): Wanted => ({
  terms: [...new Set([...terms, ...phrases.flat()])],
  phrases: phrases.filter((phrase) => phrase.length > 1)
})
