import type { Nodes } from "mdast"
import * as Micromark from "./Micromark.ts"

/** Quotes, lists and notes that one line may open; readers cut documents far below this. */
const mostMarkers = 100
/** Delimiters that a text may contain at no cost. */
const freeDelimiters = 300
/** Limit on the sum of the squares of larger counts: the time to pair delimiters grows with the square. */
const budget = 16_000_000

/**
 * Limit on the number of underlines times the number of definitions. At each underline the parser copies the text read
 * so far, which consists mostly of definitions.
 */
export const mostCopied = 1_000_000

/**
 * Limit on the number of character references of a paragraph times its length, over all paragraphs. At each reference
 * the native parser copies the paragraph read so far; micromark does not.
 */
export const mostJoined = 1_000_000

/**
 * Limit on the number of delimiters of a line times its length, over all lines with characters outside of ASCII. At
 * each delimiter the native parser counts the characters of the line read so far: above this limit, a text takes more
 * than a few milliseconds.
 */
export const mostCounted = 32_000_000

const marker = /[ \t]*(?:>|[-+*](?=[ \t])|\d{1,9}([.)])(?=[ \t])|\[\^[^\]\s]{1,100}\]:)/y
const rule = /^[ \t]*(?:[-*_][ \t]*)+$/
const delimiter = /[*_~[\]`<&$\\]/g
const reference = /&[#a-zA-Z]/g
const blankLine = /\n[ \t>]*\n/
const underline = /^[ \t>]*(?:=+|-+)[ \t]*$/gm
const definition = /\]:/g
/** Counts that exceed those of any document within `Document.limits`. */
const mostOf: ReadonlyArray<readonly [sign: RegExp, most: number]> = [
  [/\n/g, 100_000],
  [/^[ \t]*(?:[-+*]|\d{1,9}[.)])[ \t]/gm, 40_000],
  [/^[ \t>]*#{1,6}[ \t]/gm, 20_000],
  [underline, 20_000],
  [/^[ \t>]*\[[^\]\n]{1,999}\]:/gm, 20_000],
  [/^[ \t>]*\[\^[^\]\n]{1,999}\]:/gm, 10_000],
  [/\|/g, 100_000]
]

const cutLine = (line: string): string => {
  marker.lastIndex = 0
  for (let count = 0; ; count++) {
    const start = marker.lastIndex
    const found = marker.exec(line)
    if (found === null) return line
    if (count < mostMarkers) continue
    if (rule.test(line)) return line
    const at = found[1] === undefined ? start + found[0].search(/\S/) : start + found[0].length - 1
    return `${line.slice(0, at)}\\${line.slice(at)}`
  }
}

/** Lines that open absurdly many containers continue as text after the last one that is accepted. */
const flatten = (text: string): string => text.split("\n").map(cutLine).join("\n")

const countIn = (text: string, sign = delimiter): number => text.match(sign)?.length ?? 0

/** An upper bound of the cost of pairing the delimiters of all paragraphs. */
const costOf = (text: string): number => {
  let cost = 0
  for (const part of text.split(blankLine)) {
    const count = part.length > freeDelimiters ? countIn(part) : 0
    if (count > freeDelimiters) cost += count ** 2
  }
  return cost
}

const sumProducts = (parts: ReadonlyArray<string>, sign: RegExp): number =>
  parts.reduce((sum, part) => sum + countIn(part, sign) * part.length, 0)

/** Whether the native parser can read a text in bounded time and `bound` leaves it unchanged, judged without reading. */
export const isModest = (text: string): boolean =>
  flatten(text) === text && costOf(text) <= budget && sumProducts(text.split(blankLine), reference) <= mostJoined

const isWide = (line: string): boolean => /[^\t -~]/.test(line)

/** Whether the native parser counts few characters in the lines of a text. */
export const isSoonCounted = (text: string): boolean =>
  sumProducts(text.split("\n").filter(isWide), delimiter) <= mostCounted

/** Constructs that search for a closing counterpart, in texts of which only the extent is needed. */
const expensive = [
  "attention",
  "autolink",
  "codeText",
  "gfmFootnoteCall",
  "gfmPotentialFootnoteCall",
  "htmlText",
  "labelEnd",
  "labelStartImage",
  "labelStartLink",
  "strikethrough"
]

interface Range {
  readonly start: number
  readonly end: number
}

const textsOf = (node: Nodes): ReadonlyArray<Range> => {
  const found: Array<Range> = []
  const open: Array<Nodes> = [node]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const isText = next.type === "paragraph" || next.type === "heading" || next.type === "tableCell"
    const [start, end] = [next.position?.start.offset, next.position?.end.offset]
    if (isText && start !== undefined && end !== undefined) found.push({ start, end })
    else if ("children" in next) for (const child of next.children) open.push(child)
  }
  return found.sort((left, right) => left.start - right.start)
}

/** A character of private use that a text does not have, so that it can mark places in it. */
const unusedCharacter = (text: string): string | undefined => {
  for (let code = 0xe000; code < 0xf8ff; code++) {
    const character = String.fromCharCode(code)
    if (!text.includes(character)) return character
  }
  return undefined
}

/** Ranges that were withheld from the parser; `sign` surrounds the number of each range at its place. */
export interface Withheld {
  readonly sign: string
  readonly texts: ReadonlyArray<string>
}

export interface BoundedText {
  readonly text: string
  /** Whether a part became plain text. */
  readonly isCut: boolean
  readonly withheld?: Withheld
}

/** A parsed part with the withheld texts restored. */
export const restored = (withheld: Withheld | undefined, piece: string): string => {
  if (withheld === undefined || !piece.includes(withheld.sign)) return piece
  const { sign, texts } = withheld
  return piece.replace(new RegExp(`${sign}(\\d+)${sign}`, "g"), (_, index: string) => texts[Number(index)] ?? "")
}

/** The text with the ranges replaced by placeholder words. */
const withhold = (text: string, ranges: ReadonlyArray<Range>): BoundedText => {
  const sign = unusedCharacter(text)
  if (sign === undefined || ranges.length === 0) return { text, isCut: false }
  const parts: Array<string> = []
  let at = 0
  for (const [index, { start, end }] of ranges.entries()) {
    parts.push(text.slice(at, start), `${sign}${index}${sign}`)
    at = end
  }
  const texts = ranges.map(({ start, end }) => text.slice(start, end))
  return { text: parts.concat(text.slice(at)).join(""), isCut: true, withheld: { sign, texts } }
}

const counts = (text: string, sign: RegExp, most: number): boolean => {
  let count = 0
  for (const _ of text.matchAll(sign)) if (++count > most) return true
  return false
}

/** Whether a text is larger than anything that could become a document. */
export const isTooComplex = (text: string): boolean => mostOf.some(([sign, most]) => counts(text, sign, most))

/** Whether the parser would copy too much, even if the text is short. */
export const isCopied = (text: string): boolean => countIn(text, underline) * countIn(text, definition) > mostCopied

/**
 * A text that the parser can read in bounded time. A paragraph with too many delimiters to pair becomes plain text as a
 * whole, and so does content that is nested too deeply in quotes and lists.
 */
export const bound = (text: string): BoundedText => {
  const flat = flatten(text)
  if (costOf(flat) <= budget) return { text: flat, isCut: flat !== text }
  const blocks = Micromark.read(flat, expensive)
  let spent = 0
  const ranges = textsOf(blocks).filter(({ start, end }) => {
    const cost = countIn(flat.slice(start, end)) ** 2
    if (cost <= freeDelimiters ** 2 || spent + cost <= budget) {
      if (cost > freeDelimiters ** 2) spent += cost
      return false
    }
    return true
  })
  const bounded = withhold(flat, ranges)
  return { ...bounded, isCut: bounded.isCut || flat !== text }
}
