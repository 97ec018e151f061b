import { Unicode } from "@quire/core"
import { softBreak } from "./PrintText.ts"
import type * as PrintTree from "./PrintTree.ts"
import type { Pieces } from "./PrintTree.ts"

/** Widths of characters in ems: at least those of the fonts of books. */
const narrow = /[iljtfrI.,:;'|!()[\]/\-" ]/
const broad = /[MWmw@%&—…]|\p{Extended_Pictographic}/u
const small = /[\p{Ll}\p{Nd}_$#*+=<>?^~{}\\]|\p{Script=Hebrew}|\p{Script=Thai}/u
const joined = /\p{Script=Arabic}/u
const ideograph = /[\u1100-\u11ff\u2e80-\ud7a3\uf900-\ufaff\uff00-\uff60]/

const emsOf = (character: string): number => {
  if (/\p{M}|\p{Cf}/u.test(character)) return 0
  if (ideograph.test(character) || broad.test(character)) return 1
  if (narrow.test(character)) return 0.43
  if (joined.test(character)) return 0.5
  return small.test(character) ? 0.66 : 0.8
}

export const widthOf = (text: string): number => {
  let ems = 0
  for (const character of text) ems += emsOf(character)
  return ems
}

/** Characters of code all have the same width, except those of other fonts. */
export const widthOfCode = (text: string): number => {
  let ems = 0
  for (const character of text) ems += ideograph.test(character) ? 1 : 0.55
  return ems
}

type Measure = typeof widthOf

/** Texts that no line is broken in: ideographs may be broken anywhere. */
const unbroken = /[^\s\u200b\u1100-\u11ff\u2e80-\ud7a3\uf900-\ufaff\uff00-\uff60]+/g
const afterSigns = /(?<=[/._\-?&=:,;|@+\\])(?=[^\s/._\-?&=:,;|@+\\])/
/** A character with its combining marks. The Thai vowel that ends a cluster counts as a separate character. */
const characters = /.[\p{M}\p{Cf}\u0e33]*/gsu

const wordsOf = (text: string): ReadonlyArray<string> => {
  const starts: Array<number> = []
  Unicode.eachWord(text, (_, at) => starts.push(at))
  const cuts = [0, ...starts.filter((at) => at > 0)]
  return cuts.map((from, at) => text.slice(from, cuts[at + 1]))
}

/** The parts of a word that are kept together if they fit: up to a punctuation mark, and single Thai words. */
const partsOf = (word: string): ReadonlyArray<string> =>
  word.split(afterSigns).flatMap((part) => (/\p{Script=Thai}/u.test(part) ? wordsOf(part) : [part]))

/** A text with places where words that are wider than so many ems may be broken. */
export const breakAt = (text: string, ems: number, measure: Measure): string =>
  text.replace(unbroken, (word) =>
    measure(word) <= ems
      ? word
      : partsOf(word)
          .flatMap((part) => (measure(part) <= ems ? [part] : (part.match(characters) ?? [])))
          .join(softBreak)
  )

/**
 * The widths of a text in ems: of the whole text on one line, of its widest word, and of its widest part that is kept
 * together.
 */
export interface Extent {
  readonly line: number
  readonly word: number
  readonly part: number
}

export const widest = (extents: ReadonlyArray<Extent>): Extent =>
  extents.reduce<Extent>(
    (most, { line, part, word }) => ({
      line: Math.max(most.line, line),
      word: Math.max(most.word, word),
      part: Math.max(most.part, part)
    }),
    { line: 0, word: 0, part: 0 }
  )

const wider = ({ line, part, word }: Extent, by: number): Extent => ({
  line: line + by,
  word: word + by,
  part: part + by
})

const extentOf = (text: string, measure: Measure): Extent => {
  const found = text.replaceAll(softBreak, "").match(unbroken) ?? []
  const most = (texts: ReadonlyArray<string>) => texts.reduce((width, each) => Math.max(width, measure(each)), 0)
  return { line: measure(text), word: most(found), part: most(found.flatMap(partsOf)) }
}

/** Largest width of an image within a line, in points. */
const widestImage = 440
/** The smallest text size in points of tables whose columns are measured. */
const smallestText = 7

/** An image is made narrower until it fits, down to a few ems. */
const ofImage = ({ h, isLine, w }: Extract<PrintTree.Piece, { k: "image" }>): Extent => {
  if (w === undefined || w === 0) return { line: 2, word: 2, part: 2 }
  const line = isLine ? (1.1 * w) / (h ?? w) : Math.min(widestImage, w) / smallestText
  const least = Math.min(4, line)
  return { line, word: least, part: least }
}

const ofPiece = (piece: PrintTree.Piece): Extent => {
  if (typeof piece === "string") return extentOf(piece, widthOf)
  switch (piece.k) {
    case "br":
      return { line: 0, word: 0, part: 0 }
    case "icon":
      return { line: 2, word: 2, part: 2 }
    case "math":
      return extentOf(piece.alt, widthOf)
    case "code":
      return extentOf(piece.t, widthOfCode)
    case "tag":
      return wider(extentOf(piece.t, widthOf), 1)
    case "image":
      return ofImage(piece)
    case "kbd":
    case "link":
      return wider(ofPieces(piece.c), 1)
    default:
      return ofPieces(piece.c)
  }
}

export const ofPieces = (pieces: Pieces): Extent => {
  const extents = pieces.map(ofPiece)
  return { ...widest(extents), line: extents.reduce((sum, { line }) => sum + line, 0) }
}

/** Content that is not text fits into any width. */
const any: Extent = { line: 40, word: 8, part: 8 }

const ofPart = (part: PrintTree.Part): Extent => {
  switch (part.k) {
    case "par":
    case "head":
      return ofPieces(part.c)
    case "list":
    case "enum":
    case "steps":
      return wider(widest(part.items.map(ofParts)), 2)
    case "tasks":
      return wider(widest(part.items.map(({ c }) => ofParts(c))), 2)
    case "hint":
    case "quote":
    case "panel":
      return wider(ofParts(part.c), 4)
    default:
      return any
  }
}

export const ofParts = (parts: PrintTree.Parts): Extent => widest(parts.map(ofPart))
