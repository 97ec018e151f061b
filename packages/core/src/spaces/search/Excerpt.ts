import type { ShownTerms } from "../../content/search-index/SearchQueries.ts"
import { isForm, stemIn } from "../../content/search-index/Stems.ts"
import { wordsOf } from "../../content/search-index/Tokens.ts"
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

const isShown = ({ prefix, terms }: ShownTerms, token: string): boolean =>
  terms.has(token) || (prefix !== undefined && token.startsWith(prefix)) || isForm(token, terms)

/**
 * Matches a visible run that may hold one of the words, from the match to the end of the run. ASCII runs contain their
 * words as written, in either case, or the beginning of a form; the words of any other run are folded.
 */
const candidatePattern = ({ prefix, terms }: ShownTerms): RegExp => {
  const written = [...[...terms].map(stemIn), ...(prefix === undefined ? [] : [prefix])].map((word) =>
    word.replace(special, (sign) => `\\u${hexadecimal(sign)}`)
  )
  return new RegExp(`(?:${[...new Set(written), "[^\\x00-\\x7f]"].join("|")})\\S*`, "gi")
}

const findStartOfRun = (text: string, at: number): number => {
  let start = at
  while (start > 0 && text.charAt(start - 1).trim() !== "") start--
  return start
}

/** The index of the first word that is looked for; undefined if none occurs. */
const findFirst = (text: string, shown: ShownTerms, candidate: RegExp): number | undefined => {
  candidate.lastIndex = 0
  for (let found = candidate.exec(text); found !== null; found = candidate.exec(text)) {
    const start = findStartOfRun(text, found.index)
    for (const { at, token } of wordsOf(text.slice(start, candidate.lastIndex))) {
      if (isShown(shown, token)) return start + at
    }
  }
  return undefined
}

/**
 * Creates excerpts for the words of a search, on one line of at most `length` code points: a quarter of them before the
 * first word, more if the text ends sooner; the beginning of the text if no word occurs.
 */
export const makeExcerpts = (shown: ShownTerms, length: number): ((text: string) => string) => {
  const candidate = candidatePattern(shown)
  return (text) => {
    const whole = text.trim()
    if (whole.length <= length) return toOneLine(whole)
    const hit = findFirst(whole, shown, candidate) ?? 0
    const after = cutEdge(whole.slice(hit), length, "first")
    const before = cutEdge(whole.slice(0, hit), Math.max(Math.floor(length / 4), length - codePoints(after)), "last")
    return (before + cut(after, length - codePoints(before))).trim()
  }
}

/** The distinct words of some texts that terms of a search find, as written. */
export const matchedIn = (shown: ShownTerms, texts: ReadonlyArray<string>): ReadonlyArray<string> => {
  const matched = new Map<string, string>()
  for (const text of texts) {
    for (const { at, end, token } of wordsOf(text)) {
      if (!matched.has(token) && isShown(shown, token)) matched.set(token, text.slice(at, end))
    }
  }
  return [...matched.values()]
}
