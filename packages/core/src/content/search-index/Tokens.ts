import { codePoints } from "../../foundation/text/Text.ts"
import * as Unicode from "../../foundation/text/Unicode.ts"
import { distinctTerms, type SearchQuery } from "./SearchIndex.ts"

const kind = { none: 0, letter: 1, digit: 2, line: 3 } as const

const kindOf = (sign: string): number => {
  if (/[A-Za-z]/.test(sign)) return kind.letter
  if (/[0-9]/.test(sign)) return kind.digit
  return sign === "_" ? kind.line : kind.none
}

const kinds = Uint8Array.from({ length: 128 }, (_, unit) => kindOf(String.fromCharCode(unit)))

const kindAt = (text: string, at: number): number => kinds[text.charCodeAt(at)] ?? kind.none

/** Whether the character at an index joins its neighbours: `don't`, `v1.5` and `1,024` are one word each. */
const joins = (text: string, at: number): boolean => {
  const side = kindAt(text, at - 1)
  if (side === kind.none || side === kind.line || side !== kindAt(text, at + 1)) return false
  const sign = text.charAt(at)
  return sign === "'" || sign === "." || (side === kind.digit && (sign === "," || sign === ";"))
}

/**
 * Calls `take` for each word of an ASCII text, in lower case with its index, in order; same result as Unicode's word
 * rules.
 */
export const each = (text: string, take: (word: string, at: number) => void): void => {
  const lower = text.toLowerCase()
  for (let start = 0; start < lower.length; start++) {
    let end = start
    let isWord = false
    for (let next = kindAt(lower, end); next !== kind.none || (end > start && joins(lower, end)); ) {
      isWord ||= next === kind.letter || next === kind.digit
      next = kindAt(lower, ++end)
    }
    if (isWord) take(lower.slice(start, end), start)
    start = end
  }
}

/** Increment when the rules below change: entries created by other rules are rebuilt. */
const revision = 3

/** Version of the tokens: these rules and the segmentation data (`process.versions.icu`). */
export const versionOf = (icu: string): string => `${revision}/${icu}`

const fold = (text: string): string =>
  Unicode.normalize(Unicode.normalize(text, "NFKD").replace(/\p{M}/gu, "").toLowerCase(), "NFC")

/** Maximum token length in code units: what every store can use as a key. */
const longest = 256

const endsInHalf = /[\ud800-\udbff]$/

/** The first characters of a word, at most the maximum token length. */
const shorten = (word: string): string =>
  word.length <= longest ? word : word.slice(0, longest).replace(endsInHalf, "")

const visible = /\S+/g
const ascii = /^[\s!-~]*$/

/** Receives a word and its index. */
type Take = (token: string, at: number) => void

const takeAscii = (text: string, offset: number, take: Take): void =>
  each(text, (word, at) => take(shorten(word), offset + at))

const takeSegmented = (text: string, offset: number, take: Take): void => {
  Unicode.eachWord(text, (word, at) => {
    const token = shorten(fold(word))
    if (token !== "") take(token, offset + at)
  })
}

/**
 * Reads the words of a text in order. Visible runs are split one by one; the segmenter is called only for runs with
 * non-ASCII characters, because it is slow.
 */
const takeWords = (text: string, take: Take): void => {
  if (ascii.test(text)) return takeAscii(text, 0, take)
  for (const { 0: run, index } of text.matchAll(visible)) {
    if (ascii.test(run)) takeAscii(run, index, take)
    else takeSegmented(run, index, take)
  }
}

/** Words with their indexes. */
export const wordsOf = (text: string): ReadonlyArray<{ readonly at: number; readonly token: string }> => {
  const words: Array<{ readonly at: number; readonly token: string }> = []
  takeWords(text, (token, at) => words.push({ at, token }))
  return words
}

/**
 * The words of a text, in order: segmented by Unicode's word rules (with dictionaries for languages without spaces,
 * such as Chinese and Japanese), decomposed, without marks, in lower case (rule search-terms).
 */
export const tokenize = (text: string): ReadonlyArray<string> => {
  const tokens: Array<string> = []
  takeWords(text, (token) => tokens.push(token))
  return tokens
}

/** Some words of a text, and the text that they are in. */
export interface Part {
  readonly tokens: ReadonlyArray<string>
  readonly text: string
}

/** Splits a text into parts of at most `size` words, in order; at least one part, together the whole text. */
export const parts = (text: string, size: number): ReadonlyArray<Part> => {
  const tokens: Array<string> = []
  const starts = [0]
  takeWords(text, (token, at) => {
    if (tokens.length === size * starts.length) starts.push(at)
    tokens.push(token)
  })
  return starts.map((start, index) => ({
    tokens: tokens.slice(index * size, (index + 1) * size),
    text: text.slice(start, starts[index + 1])
  }))
}

/** Minimum number of characters of a prefix. */
const shortestPrefix = 2

/**
 * The last word of a text, if it may be incomplete: it has two or more characters, and no white space follows (rule
 * search-prefix).
 */
const prefixOf = (text: string): string | undefined => {
  const last = /\s$/.test(text) ? undefined : tokenize(text).at(-1)
  return last !== undefined && codePoints(last) >= shortestPrefix ? last : undefined
}

/** Parses a query: all words must occur, quoted ones consecutively. Undefined if it has no words. */
export const parseQuery = (text: string): SearchQuery | undefined => {
  const pieces = text.split(/"([^"]*)"/)
  const isQuoted = (_: string, at: number) => at % 2 === 1
  const quoted = pieces.filter(isQuoted).map(tokenize)
  const free = pieces.filter((piece, at) => !isQuoted(piece, at)).flatMap(tokenize)
  const prefix = prefixOf(pieces.at(-1) ?? "")
  const single = quoted.filter((words) => words.length === 1).flat()
  const terms = [...new Set([...(prefix === undefined ? free : free.slice(0, -1)), ...single])]
  const phrases = quoted.filter((words) => words.length > 1)
  if (prefix !== undefined) return { terms, phrases, prefix }
  return terms.length + phrases.length === 0 ? undefined : { terms, phrases }
}

/** The distinct words of a query except the prefix. */
export const distinctWords = (query: SearchQuery): ReadonlySet<string> => new Set(distinctTerms(query).terms)
