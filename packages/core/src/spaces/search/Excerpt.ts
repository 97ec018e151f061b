import type { SearchQuery } from "../../content/search-index/SearchIndex.ts"
import { distinctWords, wordsOf } from "../../content/search-index/Tokens.ts"
import { codePoints, cut, cutStart } from "../../foundation/text/Text.ts"

/** White space other than a single blank. */
const gap = /\s(?:(?<! )\s*|\s+)/g

const toOneLine = (text: string): string => text.replace(gap, " ")

/** The first or last code points of a text on one line; reads no more of the text than they take. */
const cutEdge = (text: string, points: number, side: "first" | "last"): string => {
  for (let units = points + (points >> 2) + 1; ; units *= 2) {
    const line = toOneLine(side === "first" ? text.slice(0, units) : text.slice(-units))
    const found = side === "first" ? cut(line, points) : cutStart(line, points)
    if (found.length < line.length || units >= text.length) return found
  }
}

const hexadecimal = (unit: string) => unit.charCodeAt(0).toString(16).padStart(4, "0")
const special = /[^A-Za-z0-9_]/g

/** The terms of a search: words, and the prefix of one. */
export interface SearchTerms {
  readonly words: ReadonlySet<string>
  readonly prefix: string | undefined
}

/** The terms that an excerpt for a query highlights; none if there is no query. */
export const lookedFor = (query: SearchQuery | undefined): SearchTerms => ({
  words: query === undefined ? new Set() : distinctWords(query),
  prefix: query?.prefix
})

const isLooked = ({ prefix, words }: SearchTerms, token: string): boolean =>
  words.has(token) || (prefix !== undefined && token.startsWith(prefix))

/**
 * Matches a visible run that may hold one of the words, from the match to the end of the run. ASCII runs contain their
 * words as written, in either case; the words of any other run are folded.
 */
const candidatePattern = ({ prefix, words }: SearchTerms): RegExp => {
  const written = [...words, ...(prefix === undefined ? [] : [prefix])].map((word) =>
    word.replace(special, (sign) => `\\u${hexadecimal(sign)}`)
  )
  return new RegExp(`(?:${[...written, "[^\\x00-\\x7f]"].join("|")})\\S*`, "gi")
}

const findStartOfRun = (text: string, at: number): number => {
  let start = at
  while (start > 0 && text.charAt(start - 1).trim() !== "") start--
  return start
}

/** The index of the first word that is looked for; undefined if none occurs. */
const findFirst = (text: string, looked: SearchTerms, candidate: RegExp): number | undefined => {
  candidate.lastIndex = 0
  for (let found = candidate.exec(text); found !== null; found = candidate.exec(text)) {
    const start = findStartOfRun(text, found.index)
    for (const { at, token } of wordsOf(text.slice(start, candidate.lastIndex))) {
      if (isLooked(looked, token)) return start + at
    }
  }
  return undefined
}

/**
 * Creates excerpts for the words of a search, on one line of at most `length` code points: a quarter of them before the
 * first word, more if the text ends sooner; the beginning of the text if no word occurs.
 */
export const makeExcerpts = (looked: SearchTerms, length: number): ((text: string) => string) => {
  const candidate = candidatePattern(looked)
  return (text) => {
    const whole = text.trim()
    if (whole.length <= length) return toOneLine(whole)
    const hit = findFirst(whole, looked, candidate) ?? 0
    const after = cutEdge(whole.slice(hit), length, "first")
    const before = cutEdge(whole.slice(0, hit), Math.max(Math.floor(length / 4), length - codePoints(after)), "last")
    return (before + cut(after, length - codePoints(before))).trim()
  }
}
