import { Clock, Effect } from "effect"
import * as CodePoint from "../../foundation/text/CodePoint.ts"
import { codePoints } from "../../foundation/text/Text.ts"
import type { Correction, QueryTerm, SearchQuery, SearchTerm } from "./SearchIndex.ts"

/** A term and the number of searched sections that contain it. */
export interface TermCount {
  readonly term: string
  readonly sections: number
}

/** Which words a misspelled one is compared with: see `partsOf`. */
export interface SimilarWords {
  readonly word: string
  readonly distance: number
  readonly parts: ReadonlyArray<string>
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
  /**
   * The most frequent words with the first character of the given one whose length differs by at most `distance`, and
   * that contain one of the parts.
   */
  readonly similar: (wanted: SimilarWords) => Effect.Effect<ReadonlyArray<TermCount>>
}

export const limits = {
  /** Words that a prefix stands for: the most frequent ones, then in order. */
  beginning: 50,
  /** Sections with such words after which no further word is added: they fill the results anyway. */
  beginningSections: 5000,
  /** Words that a misspelled one stands for: the most similar ones, then the most frequent ones. */
  similar: 5,
  /** Words that a misspelled one is compared with: the most frequent ones, then in order. */
  compared: 5000,
  /** Terms by which sections without some of the terms are found: the rarest ones. */
  leading: 6
} as const

/** Several words, of which each is found by any of its terms. */
export type Expression = ReadonlyArray<ReadonlyArray<string>>

/** A term of a query, with the terms of the index that it matches. */
export interface PlannedTerm {
  readonly word: string
  /** Its other forms, and synonyms of one word. */
  readonly forms: ReadonlyArray<string>
  /**
   * Synonyms of several words, each with its forms. A section has the term as a form in every field with one of the
   * words, if it has all of them.
   */
  readonly expressions: ReadonlyArray<Expression>
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
  /** When the search is made (epoch ms), as recent changes count. */
  readonly now: number
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

/** Exchanges the letters at an index and before it. */
const exchange = (letters: ReadonlyArray<string>, at: number): ReadonlyArray<string> => {
  const [left, right] = [letters[at - 1], letters[at]]
  return left === undefined || right === undefined ? letters : letters.with(at - 1, right).with(at, left)
}

/**
 * Parts of a word such that every word within a distance has one of them: one more than there are changes, so that one
 * is unchanged, and those with exchanged letters, as an exchange may change two parts.
 */
export const partsOf = (word: string, distance: number): ReadonlyArray<string> => {
  const letters = [...word]
  const borders = Array.from({ length: distance + 2 }, (_, at) => Math.round((at * letters.length) / (distance + 1)))
  const inner = borders.slice(1, -1)
  const cut = (own: ReadonlyArray<string>, from: number, to: number) => own.slice(borders[from], borders[to]).join("")
  return [
    ...inner.map((_, at) => cut(letters, at, at + 1)),
    cut(letters, distance, distance + 1),
    ...inner.map((border, at) => cut(exchange(letters, border), at, at + 2)),
    inner.reduce(exchange, letters).join("")
  ]
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
  const known = yield* vocabulary.similar({ word, distance: most, parts: partsOf(word, most) })
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

/** The most frequent words that begin with a prefix, as far as they are needed to fill the results. */
const chooseBeginning = (beginning: ReadonlyArray<TermCount>, prefix: string): ReadonlyArray<TermCount> => {
  const chosen: Array<TermCount> = []
  let sections = 0
  for (const each of beginning) {
    if (sections >= limits.beginningSections) break
    sections += each.sections
    if (each.term !== prefix) chosen.push(each)
  }
  return chosen
}

type Counts = ReadonlyMap<string, number>

const sumOf = (counts: Counts, terms: ReadonlyArray<string>): number =>
  terms.reduce((sum, term) => sum + (counts.get(term) ?? 0), 0)

/** The synonyms of a term of which some section has every word, by the terms that find them. */
const findSynonyms = ({ synonyms = [] }: QueryTerm, counts: Counts): ReadonlyArray<Expression> =>
  synonyms
    .map((words) => words.map(({ forms, word }) => [word, ...forms].filter((term) => counts.has(term))))
    .filter((expression) => expression.length > 0 && expression.every(({ length }) => length > 0))

const isSingle = ({ length }: Expression): boolean => length === 1

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

const termsOf = ({ forms, synonyms = [], word }: QueryTerm): ReadonlyArray<string> => [
  word,
  ...forms,
  ...synonyms.flat().flatMap((each) => [each.word, ...each.forms])
]

/** Plans a query by the words of the searched sections; undefined if no section can match. */
export const make = Effect.fnUntraced(function* (query: SearchQuery, vocabulary: Vocabulary) {
  const { excluded, labels = {}, phrases, prefix } = query
  const known = new Map<string, QueryTerm>(query.terms.map((term) => [term.word, term]))
  for (const word of phrases.flat()) if (!known.has(word)) known.set(word, { word, forms: [] })
  const asked = [...known.values()]
  if (prefix !== undefined && !known.has(prefix.word)) asked.push(prefix)
  const { beginning, counts, sections } = yield* vocabulary.lookUp({
    terms: [...new Set(asked.flatMap(termsOf))],
    prefix: asked.at(-1) === prefix ? prefix?.word : undefined
  })
  const corrections: Array<Correction> = []
  const counted = yield* Effect.forEach(asked, (term) =>
    Effect.gen(function* () {
      const synonyms = findSynonyms(term, counts)
      const single = synonyms.filter(isSingle).flat(2)
      const expressions = synonyms.filter((expression) => !isSingle(expression))
      const forms = [...new Set([...term.forms.filter((form) => counts.has(form)), ...single])].filter(
        (form) => form !== term.word
      )
      const own =
        sumOf(counts, [term.word, ...forms]) +
        expressions.reduce((sum, words) => sum + Math.min(...words.map((word) => sumOf(counts, word))), 0)
      const begun = term === prefix ? chooseBeginning(beginning, term.word) : []
      const isPrefix = begun.length > 0
      const similar = isPrefix ? [] : yield* findSimilar(vocabulary, term.word, own)
      const [best] = similar
      if (own === 0 && best !== undefined) corrections.push({ word: term.word, correction: best.term })
      const others = isPrefix ? begun : similar
      const total = Math.min(
        sections,
        others.reduce((sum, other) => sum + other.sections, own)
      )
      return {
        term: {
          word: term.word,
          forms,
          expressions,
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
    corrections,
    now: yield* Clock.currentTimeMillis
  }
  return { corrections, plan }
})
