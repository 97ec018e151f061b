import { wordsOf } from "../../content/search-index/Tokens.ts"
import { codePoints, cut, cutStart } from "../../foundation/text/Text.ts"

/** White space that is not one blank already. */
const gap = /\s(?:(?<! )\s*|\s+)/g

const oneLine = (text: string): string => text.replace(gap, " ")

/** The first or last code points of a text in one line; of the text no more is read than they take. */
const edge = (text: string, points: number, side: "first" | "last"): string => {
  for (let units = points + (points >> 2) + 1; ; units *= 2) {
    const line = oneLine(side === "first" ? text.slice(0, units) : text.slice(-units))
    const found = side === "first" ? cut(line, points) : cutStart(line, points)
    if (found.length < line.length || units >= text.length) return found
  }
}

const hexadecimal = (unit: string) => unit.charCodeAt(0).toString(16).padStart(4, "0")
const special = /[^A-Za-z0-9_]/g

/**
 * Where a visible run may hold one of the words, to its end: an ASCII run holds as written what its words are, in either
 * case; the words of any other run are folded.
 */
const candidateOf = (looked: ReadonlySet<string>): RegExp => {
  const written = Array.from(looked, (word) => word.replace(special, (sign) => `\\u${hexadecimal(sign)}`))
  return new RegExp(`(?:${[...written, "[^\\x00-\\x7f]"].join("|")})\\S*`, "gi")
}

const startOfRun = (text: string, at: number): number => {
  let start = at
  while (start > 0 && text.charAt(start - 1).trim() !== "") start--
  return start
}

/** Where the first of the words begins; undefined when none occurs. */
const firstOf = (text: string, looked: ReadonlySet<string>, candidate: RegExp): number | undefined => {
  candidate.lastIndex = 0
  for (let found = candidate.exec(text); found !== null; found = candidate.exec(text)) {
    const start = startOfRun(text, found.index)
    for (const { at, token } of wordsOf(text.slice(start, candidate.lastIndex))) {
      if (looked.has(token)) return start + at
    }
  }
  return undefined
}

/**
 * Excerpts of texts for some words looked for, in one line of at most `length` code points: a quarter of them before the
 * first of the words, and where a text ends sooner more; its beginning when none occurs.
 */
export const excerptsFor = (looked: ReadonlySet<string>, length: number): ((text: string) => string) => {
  const candidate = candidateOf(looked)
  return (text) => {
    const whole = text.trim()
    if (whole.length <= length) return oneLine(whole)
    const hit = firstOf(whole, looked, candidate) ?? 0
    const after = edge(whole.slice(hit), length, "first")
    const before = edge(whole.slice(0, hit), Math.max(Math.floor(length / 4), length - codePoints(after)), "last")
    return (before + cut(after, length - codePoints(before))).trim()
  }
}
