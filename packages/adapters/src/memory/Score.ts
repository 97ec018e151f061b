import { SearchIndex } from "@quire/core"

const fields = ["title", "heading", "body"] as const

const sectionLimit = 5

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

const holds = (tokens: ReadonlyArray<string>, phrase: ReadonlyArray<string>) =>
  tokens.some((_, start) => phrase.every((token, index) => tokens[start + index] === token))

export const holdsPhrases = (entry: SearchIndex.SectionEntry, { phrases }: Wanted): boolean =>
  phrases.every((phrase) => fields.some((field) => holds(entry[field], phrase)))

/** A section that has all that is wanted. */
export interface Match {
  readonly entry: SearchIndex.SectionEntry
  readonly score: number
  /** Some term stands in heading or body. */
  readonly isInside: boolean
}

/** `worth`: what each term is worth there. */
export const match = (entry: SearchIndex.SectionEntry, worth: ReadonlyArray<number>): Match => ({
  entry,
  score: worth.reduce((sum, own) => sum + own, 0),
  isInside: worth.some((own) => own !== SearchIndex.weights.title)
})

/** The sections that a hit shows, of those that match. */
export const shown = (matches: ReadonlyArray<Match>): ReadonlyArray<SearchIndex.SectionHit> =>
  matches
    .filter(({ isInside }) => isInside)
    .sort((left, right) => right.score - left.score)
    .slice(0, sectionLimit)
    .map(({ entry: { section, shown }, score }) => ({ section, score, ...(shown === undefined ? {} : { shown }) }))
