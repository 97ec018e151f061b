import { SearchIndex } from "@quire/core"

/** The numbers of the sections that contain a token, ascending, and its weight in each. */
export interface Postings {
  readonly sections: ArrayLike<number>
  readonly weights: ArrayLike<number>
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

/** Returns the weight of a token in a section, zero where it does not occur; call it with ascending sections. */
const makeWeightReader = ({ sections, weights }: Postings) => {
  let at = 0
  return (section: number): number => {
    at = seek(sections, section, at)
    return sections[at] === section ? (weights[at] ?? 0) : 0
  }
}

/** The sections that contain all tokens, in order. Longer lists are examined only where the shortest has entries. */
export const intersect = (lists: ReadonlyArray<Postings>): ReadonlyArray<CommonSection> => {
  const shortest = lists.toSorted((left, right) => left.sections.length - right.sections.length)[0]
  const readers = lists.map(makeWeightReader)
  const found: Array<CommonSection> = []
  const asked = shortest?.sections ?? []
  for (let at = 0; at < asked.length; at++) {
    const section = asked[at] ?? 0
    let score = 0
    let isInside = false
    let isEverywhere = true
    for (const read of readers) {
      const weight = read(section)
      isEverywhere &&= weight > 0
      isInside ||= weight !== SearchIndex.weights.title
      score += weight
    }
    if (isEverywhere) found.push({ section, score, isInside })
  }
  return found
}
