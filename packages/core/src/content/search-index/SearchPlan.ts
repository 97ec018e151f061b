import { Effect } from "effect"
import * as CodePoint from "../../foundation/text/CodePoint.ts"
import { codePoints } from "../../foundation/text/Text.ts"
import type { Correction, SearchQuery, SearchTerm } from "./SearchIndex.ts"

/** A term and the number of searched sections that contain it. */
export interface TermCount {
  readonly term: string
  readonly sections: number
}

/** What a plan asks about the words of the searched sections: those that the audience may find, and no others. */
export interface Vocabulary {
  /** The number of sections; the counts of the terms that occur; and the most frequent words that begin with a prefix. */
  readonly lookUp: (wanted: {
    readonly terms: ReadonlyArray<string>
    readonly prefix: string | undefined
  }) => Effect.Effect<{
    readonly sections: number
    readonly counts: ReadonlyMap<string, number>
    readonly beginning: ReadonlyArray<TermCount>
  }>
  /** The most frequent words with the first character of the given one whose length differs by at most `distance`. */
  readonly similar: (word: string, distance: number) => Effect.Effect<ReadonlyArray<TermCount>>
}

export const limits = {
  /** Words that a prefix stands for: the most frequent ones, then in order. */
  beginning: 50,
  /** Words that a misspelled one stands for: the most similar ones, then the most frequent ones. */
  similar: 5,
  /** Words that a misspelled one is compared with: the most frequent ones, then in order. */
  compared: 5000,
  /** Terms by which sections without some of the terms are found: the rarest ones. */
  leading: 6
} as const

/** A term of a query, with the terms of the index that it matches. */
export interface PlannedTerm {
  readonly word: string
  readonly forms: ReadonlyArray<string>
  /** Words that begin with it, or are spelled similarly. */
  readonly others: ReadonlyArray<string>
  /** Whether others are those that begin with the word. */
  readonly isPrefix: boolean
  /** How much the term counts: more if fewer sections contain it. */
  readonly weight: number
}

/** A query with what the searched sections say about it. */
export interface SearchPlan {
  /** The terms that some section contains, in the order of the query. */
  readonly terms: ReadonlyArray<PlannedTerm>
  /** Positions of the rarest terms, the rarest first. Sections without any of these are found only if they have all. */
  readonly leading: ReadonlyArray<number>
  /** Positions of terms whose words should stand next to each other. */
  readonly pairs: ReadonlyArray<readonly [number, number]>
  readonly phrases: ReadonlyArray<ReadonlyArray<string>>
  readonly excluded: ReadonlyArray<ReadonlyArray<SearchTerm>>
  /** Labels that sections must not have; those that they must have are phrases. */
  readonly excludedLabels: ReadonlyArray<string>
  readonly corrections: ReadonlyArray<Correction>
}

const weightOf = (sections: number, own: number): number =>
  Math.max(1, Math.round(100 * Math.log(1 + (sections - own + 0.5) / (own + 0.5))))

/**
 * Whether two words differ by one letter that is missing, additional, replaced or exchanged with the next one, or by two
 * of these in words of nine or more letters.
 */
export const distanceOf = (left: string, right: string, most: number): number | undefined => {
  const [from, to] = [[...left], [...right]]
  if (Math.abs(from.length - to.length) > most) return undefined
  let [before, last] = [new Array<number>(), Array.from({ length: to.length + 1 }, (_, at) => at)]
  for (const [row, letter] of from.entries()) {
    const next = [row + 1]
    let least = row + 1
    for (const [column, other] of to.entries()) {
      let cost = Math.min(
        (last[column + 1] ?? 0) + 1,
        (next[column] ?? 0) + 1,
        (last[column] ?? 0) + (letter === other ? 0 : 1)
      )
      if (row > 0 && column > 0 && letter === to[column - 1] && from[row - 1] === other) {
        cost = Math.min(cost, (before[column - 1] ?? 0) + 1)
      }
      next.push(cost)
      least = Math.min(least, cost)
    }
    if (least > most) return undefined
    before = last
    last = next
  }
  const distance = last.at(-1) ?? 0
  return distance <= most ? distance : undefined
}

/** Letters of the shortest word that a misspelled one stands for; one of them may be missing in it. */
const shortestCorrection = 5
const longWord = 9

const letters = /^[\p{L}\p{M}]+$/u

/** The number of letters in which a correction of a word may differ. */
const mostTypos = (word: string): number => {
  const length = letters.test(word) ? codePoints(word) : 0
  return length < shortestCorrection - 1 ? 0 : length < longWord ? 1 : 2
}

/** A word with fewer sections may be misspelled. */
const rare = 5

const findSimilar = Effect.fnUntraced(function* (vocabulary: Vocabulary, word: string, own: number) {
  const most = mostTypos(word)
  if (most === 0 || own >= rare) return []
  const known = yield* vocabulary.similar(word, most)
  return known
    .flatMap(({ sections, term }) => {
      const isCandidate = term !== word && letters.test(term) && codePoints(term) >= shortestCorrection
      const distance = isCandidate ? distanceOf(word, term, most) : undefined
      return distance === undefined || sections <= own ? [] : [{ term, sections, distance }]
    })
    .sort(
      (left, right) =>
        left.distance - right.distance || right.sections - left.sections || CodePoint.compare(left.term, right.term)
    )
    .slice(0, limits.similar)
})

interface Counted {
  readonly term: PlannedTerm
  readonly sections: number
}

const byRarity = (left: Counted, right: Counted) => left.sections - right.sections

/** A term that leads to more sections than this, and than a tenth of all, is not leading unless it is the rarest. */
const commonTerm = 100

const leadingOf = (counted: ReadonlyArray<Counted>, sections: number): ReadonlyArray<number> =>
  counted
    .map((each, at) => ({ ...each, at }))
    .sort(byRarity)
    .filter((each, rank) => rank === 0 || each.sections <= Math.max(commonTerm, sections / 10))
    .slice(0, limits.leading)
    .map(({ at }) => at)

/** Plans a query by the words of the searched sections; undefined if no section can match. */
export const make = Effect.fnUntraced(function* (query: SearchQuery, vocabulary: Vocabulary) {
  const { excluded, labels = {}, phrases, prefix } = query
  const known = new Map(query.terms.map((term) => [term.word, term]))
  for (const word of phrases.flat()) if (!known.has(word)) known.set(word, { word, forms: [] })
  const asked = [...known.values()]
  if (prefix !== undefined && !known.has(prefix.word)) asked.push(prefix)
  const { beginning, counts, sections } = yield* vocabulary.lookUp({
    terms: [...new Set(asked.flatMap(({ forms, word }) => [word, ...forms]))],
    prefix: asked.at(-1) === prefix ? prefix?.word : undefined
  })
  const corrections: Array<Correction> = []
  const counted = yield* Effect.forEach(asked, (term) =>
    Effect.gen(function* () {
      const countOf = (word: string) => counts.get(word) ?? 0
      const forms = term.forms.filter((form) => countOf(form) > 0)
      const own = [term.word, ...forms].reduce((sum, word) => sum + countOf(word), 0)
      const isPrefix = term === prefix && beginning.some(({ term: word }) => word !== term.word)
      const similar = isPrefix ? [] : yield* findSimilar(vocabulary, term.word, own)
      const [best] = similar
      if (own === 0 && best !== undefined) corrections.push({ word: term.word, correction: best.term })
      const others = isPrefix ? beginning.filter(({ term: word }) => word !== term.word) : similar
      const total = Math.min(
        sections,
        others.reduce((sum, other) => sum + other.sections, own)
      )
      return {
        term: {
          word: term.word,
          forms,
          others: others.map(({ term: word }) => word),
          isPrefix,
          weight: weightOf(sections, total)
        },
        sections: total
      }
    })
  )
  const found = counted.filter((each) => each.sections > 0)
  const isRequired = (word: string) => found.some(({ term }) => term.word === word)
  if (found.length === 0 || !phrases.flat().every(isRequired)) return { corrections, plan: undefined }
  const terms = found.map(({ term }) => term)
  const plan: SearchPlan = {
    terms,
    leading: leadingOf(found, sections),
    pairs: terms.slice(1).map((_, at) => [at, at + 1] as const),
    phrases: [...phrases, ...(labels.required ?? []).map((label) => [label])],
    excluded,
    excludedLabels: labels.excluded ?? [],
    corrections
  }
  return { corrections, plan }
})
