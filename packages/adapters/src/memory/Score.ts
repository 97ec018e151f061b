import { SearchIndex } from "@quire/core"

const fields = ["title", "heading", "body"] as const

/** What each token of a section is worth: the weights of the fields in which it stands. */
export const worthOf = (entry: SearchIndex.SectionEntry): ReadonlyMap<string, number> => {
  const worth = new Map<string, number>()
  for (const field of fields) {
    for (const token of new Set(entry[field])) worth.set(token, (worth.get(token) ?? 0) + SearchIndex.weights[field])
  }
  return worth
}

/** A query as its distinct terms, and the phrases that hold more than those do. */
export interface Wanted {
  readonly terms: ReadonlyArray<string>
  readonly phrases: ReadonlyArray<ReadonlyArray<string>>
}

export const wanted = ({ terms, phrases }: SearchIndex.SearchQuery): Wanted => ({
  terms: [...new Set([...terms, ...phrases.flat()])],
  phrases: phrases.filter((phrase) => phrase.length > 1)
})
