import { SearchIndex } from "@quire/core"

/**
 * The numbers of the sections that contain a token, ascending, and its weight in each: a sum of the weights of fields,
 * which are bits.
 */
export interface Postings {
  readonly sections: ArrayLike<number>
  readonly weights: ArrayLike<number>
}

/**
 * The sections with a token that begins with a prefix; `weights` are those of the prefix itself as a token, or zero.
 */
export interface PrefixPostings extends Postings {
  /** The sum of the weights of the fields with some such token. */
  readonly begun: ArrayLike<number>
}

/** A section that contains all tokens. */
export interface CommonSection {
  readonly section: number
  /** The sum of their weights there. */
  readonly score: number
  /** Whether some token occurs outside the title. */
  readonly isInside: boolean
}

/**
 * The index of the first number in an ascending list that is at least `wanted`, by galloping search from an index on.
 */
const seek = (list: ArrayLike<number>, wanted: number, from: number): number => {
  const isBefore = (at: number) => (list[at] ?? Number.POSITIVE_INFINITY) < wanted
  let low = from
  let step = 1
  for (; isBefore(low + step - 1); step *= 2) low += step
  let high = low + step - 1
  while (low < high) {
    const middle = (low + high) >> 1
    if (isBefore(middle)) low = middle + 1
    else high = middle
  }
  return low
}

const { body, heading, title } = SearchIndex.weights

const isOutsideTitle = (weight: number): boolean => (weight & (heading | body)) !== 0

/** The score of a prefix that is no token of the section. */
const prefixScore = (begun: number): number => {
  if ((begun & title) !== 0) return SearchIndex.prefixWeights.title
  return (begun & heading) !== 0 ? SearchIndex.prefixWeights.heading : SearchIndex.prefixWeights.body
}

/** Reads one list; call it with ascending sections. */
class Reader {
  /** Whether the section read last has a token outside the title. */
  isInside = false
  readonly #list: Postings | PrefixPostings
  readonly #fields: ArrayLike<number>
  #at = 0

  constructor(list: Postings | PrefixPostings) {
    this.#list = list
    this.#fields = "begun" in list ? list.begun : list.weights
  }

  /** The score of a section; zero where the list does not have it. */
  read(section: number): number {
    const { sections, weights } = this.#list
    const at = seek(sections, section, this.#at)
    this.#at = at
    if (sections[at] !== section) return 0
    const fields = this.#fields[at] ?? 0
    const weight = weights[at] ?? 0
    this.isInside = isOutsideTitle(fields)
    return weight === 0 ? prefixScore(fields) : weight
  }
}

/** The sections that all lists have, in order. Longer lists are examined only where the shortest has entries. */
export const intersect = (lists: ReadonlyArray<Postings | PrefixPostings>): ReadonlyArray<CommonSection> => {
  const shortest = lists.toSorted((left, right) => left.sections.length - right.sections.length)[0]
  const readers = lists.map((list) => new Reader(list))
  const found: Array<CommonSection> = []
  const asked = shortest?.sections ?? []
  for (let at = 0; at < asked.length; at++) {
    const section = asked[at] ?? 0
    let score = 0
    let isInside = false
    let isEverywhere = true
    for (const reader of readers) {
      const own = reader.read(section)
      isEverywhere &&= own > 0
      isInside ||= reader.isInside
      score += own
    }
    if (isEverywhere) found.push({ section, score, isInside })
  }
  return found
}
