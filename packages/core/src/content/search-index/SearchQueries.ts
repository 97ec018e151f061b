import { codePoints } from "../../foundation/text/Text.ts"
import type { Correction, SearchQuery, SearchTerm } from "./SearchIndex.ts"
import { isFrequent, termsOf } from "./Stems.ts"
import { read } from "./Words.ts"

export const limits = {
  /** Terms that a query looks for; further ones are ignored. */
  terms: 32
} as const

/** A word of a query with its place in the text. */
interface Word extends SearchTerm {
  readonly start: number
  readonly end: number
  /** Whether it is one character, or two neighbouring ones, of a script without spaces. */
  readonly isUnspaced: boolean
  /** The word with the dot before it, as in `.NET`. */
  readonly dotted?: string
}

const unspaced =
  /^[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Bopo}\p{scx=Hang}\p{scx=Yiii}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}\p{scx=Tibt}]/u

const readWords = (text: string): ReadonlyArray<Word> => {
  const words: Array<Word> = []
  const dotted = new Map<number, string>()
  read(text, {
    word: (word, start, end) =>
      words.push({ word, forms: termsOf(word, text.slice(start, end)), start, end, isUnspaced: unspaced.test(word) }),
    form: (form) => {
      if (form.startsWith(".")) dotted.set(words.length - 1, form)
    }
  })
  return words.map((word, at) => {
    const own = dotted.get(at)
    return own === undefined ? word : { ...word, dotted: own }
  })
}

/** Whether a word is the last character of a run that other words of the run contain. */
const isEnd = (words: ReadonlyArray<Word>, at: number): boolean => {
  const [own, before] = [words[at], words[at - 1]]
  return own?.isUnspaced === true && before?.isUnspaced === true && codePoints(own.word) === 1 && before.end === own.end
}

/** Without the last character of each run that other words contain, and without single ones, if others are left. */
const withoutEnds = (words: ReadonlyArray<Word>): ReadonlyArray<Word> => {
  const whole = words.filter((_, at) => !isEnd(words, at))
  const isLast = (at: number) => at === whole.length - 1
  const kept = whole.filter((word, at) => !word.isUnspaced || codePoints(word.word) > 1 || isLast(at))
  return kept.length === 0 ? whole : kept
}

/** A word in quotes is itself; the end of a run is not known, as the text may go on. */
const toPhrase = (words: ReadonlyArray<Word>): ReadonlyArray<string> =>
  words.filter((_, at) => at < words.length - 1 || !isEnd(words, at)).map(({ word }) => word)

const toTerm = ({ dotted, forms, word }: Word): SearchTerm =>
  dotted === undefined ? { word, forms } : { word: dotted, forms: [] }

const distinct = (terms: ReadonlyArray<SearchTerm>): ReadonlyArray<SearchTerm> => [
  ...new Map(terms.map((term) => [term.word, term])).values()
]

const excludedPattern = /(?<=^|\s)-(?=[^\s-])(?:"([^"]*)"|(\S+))/g

/** Minimum number of characters of a prefix; one is enough in scripts without spaces. */
const shortestPrefix = 2

const isPrefix = ({ isUnspaced, word }: Word): boolean => codePoints(word) >= (isUnspaced ? 1 : shortestPrefix)

/**
 * Parses a query (rules search-query and search-prefix): words, phrases in double quotes, and `-word` for pages without
 * it. Undefined if there is nothing to look for.
 */
export const parse = (text: string): SearchQuery | undefined => {
  const excluded: Array<ReadonlyArray<SearchTerm>> = []
  const rest = text.replace(excludedPattern, (_, quoted: string | undefined, word: string | undefined) => {
    const terms = withoutEnds(readWords(quoted ?? word ?? "")).map(toTerm)
    if (terms.length > 0) excluded.push(terms)
    return " "
  })
  const pieces = rest.split(/"([^"]*)"/)
  const isQuoted = (_: string, at: number) => at % 2 === 1
  const phrases = pieces
    .filter(isQuoted)
    .map((piece) => toPhrase(readWords(piece)))
    .filter(({ length }) => length > 0)
  const last = pieces.at(-1) ?? ""
  const free = pieces.filter((piece, at) => !isQuoted(piece, at)).flatMap((piece) => withoutEnds(readWords(piece)))
  const end = /\s$/.test(last) || readWords(last).length === 0 ? undefined : free.at(-1)
  const prefix = end !== undefined && isPrefix(end) ? toTerm(end) : undefined
  const terms = distinct((prefix === undefined ? free : free.slice(0, -1)).map(toTerm)).slice(0, limits.terms)
  if (prefix !== undefined) return { terms, phrases, excluded, prefix }
  return terms.length + phrases.length === 0 ? undefined : { terms, phrases, excluded }
}

/** The text of a query with its misspelled words corrected; undefined if there are no corrections. */
export const correct = (text: string, corrections: ReadonlyArray<Correction>): string | undefined => {
  if (corrections.length === 0) return undefined
  const known = new Map(corrections.map(({ correction, word }) => [word, correction]))
  let corrected = ""
  let end = 0
  for (const word of readWords(text)) {
    const correction = known.get(word.word)
    if (correction === undefined) continue
    corrected += text.slice(end, word.start) + correction
    end = word.end
  }
  return corrected + text.slice(end)
}

/** The terms that excerpts show, and that are marked in results. */
export interface ShownTerms {
  /** Words, and stems that are marked as such; each with the word of the query that it stands for. */
  readonly terms: ReadonlyMap<string, string>
  /** The words of the query as written, and corrections of them. */
  readonly words: ReadonlySet<string>
  readonly prefix: string | undefined
  /** Whether the prefix stands for frequent words as well: not if the query has a rarer word. */
  readonly isPrefixOfAll: boolean
}

/** A word of one letter, of which texts are full; characters of scripts without spaces are words. */
const isOneLetter = (word: string): boolean => /^\p{L}\p{M}*$/u.test(word) && !unspaced.test(word)

/** The terms that excerpts for a query show; none if there is no query. */
export const shownTerms = (query: SearchQuery | undefined, corrections: ReadonlyArray<Correction> = []): ShownTerms => {
  const { phrases = [], prefix, terms = [] } = query ?? {}
  const all = [
    ...(prefix === undefined ? terms : [...terms, prefix]),
    ...phrases.flat().map((word): SearchTerm => ({ word, forms: [] }))
  ]
  const longer = all.filter(({ word }) => !isOneLetter(word))
  const chosen = longer.length === 0 ? all : longer
  const wordOf = new Map<string, string>()
  for (const { forms, word } of chosen) {
    for (const form of forms) if (!wordOf.has(form)) wordOf.set(form, word)
  }
  for (const { word } of chosen) wordOf.set(word, word)
  for (const { correction, word } of corrections) if (wordOf.has(word)) wordOf.set(correction, word)
  return {
    terms: wordOf,
    words: new Set([...chosen.map(({ word }) => word), ...corrections.map(({ correction }) => correction)]),
    prefix: prefix?.word,
    isPrefixOfAll: chosen.every(({ word }) => word === prefix?.word || isFrequent(word))
  }
}
