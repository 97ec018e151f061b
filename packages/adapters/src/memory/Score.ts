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

const holds = (tokens: ReadonlyArray<string>, phrase: ReadonlyArray<string>) =>
  tokens.some((_, start) => phrase.every((token, index) => tokens[start + index] === token))

/** Whether each of the phrases stands in one of the fields. */
export const holdsAll = (
  entry: SearchIndex.SectionEntry | undefined,
  phrases: ReadonlyArray<ReadonlyArray<string>>
): boolean => entry !== undefined && phrases.every((phrase) => fields.some((field) => holds(entry[field], phrase)))
