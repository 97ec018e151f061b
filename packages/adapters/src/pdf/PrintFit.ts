import { Unicode } from "@quire/core"
import { isShortRow } from "./PrintLines.ts"
import type * as PrintTree from "./PrintTree.ts"
import { type Pieces, softBreak } from "./PrintTree.ts"

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

const widthOf = (text: string): number => {
  let ems = 0
  for (const character of text) ems += emsOf(character)
  return ems
}

/** Characters of code all have the same width, except those of other fonts. */
const widthOfCode = (text: string): number => {
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
const breakAt = (text: string, ems: number, measure: Measure): string =>
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

const widest = (extents: ReadonlyArray<Extent>): Extent =>
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
  if (w === undefined) return { line: 2, word: 2, part: 2 }
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

const ofPieces = (pieces: Pieces): Extent => {
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

const ofParts = (parts: PrintTree.Parts): Extent => widest(parts.map(ofPart))

/** Points between the margins of a sheet that is turned. */
const sideways = 717

/** Text sizes of tables with the inset of their cells, from the largest to the smallest. */
const tableSizes = [
  { size: 9, inset: 6 },
  { size: 8, inset: 4 },
  { size: 7, inset: 3 }
] as const

/** The same for tables that fit at none of them, whose words are broken anywhere. */
const smallest = { size: 6, inset: 2 } as const

interface Layout {
  readonly size: number
  readonly inset: number
  /** Width of each column including its insets; none where all columns may be as wide as their cells. */
  readonly widths: ReadonlyArray<number>
  readonly isSideways: boolean
}

const sum = (numbers: ReadonlyArray<number>): number => numbers.reduce((total, each) => total + each, 0)

/** Distributes the space beyond the minimum widths according to how much each column would use. */
const share = (least: ReadonlyArray<number>, wanted: ReadonlyArray<number>, width: number): ReadonlyArray<number> => {
  const more = least.map((own, at) => Math.max(0.1, Math.min(width, wanted[at] ?? 0) - own))
  const [left, total] = [width - sum(least), sum(more)]
  return least.map((own, at) => own + (left * (more[at] ?? 0)) / total)
}

/**
 * The columns of a table. Words are kept whole where they fit; otherwise the text is made smaller, and then the sheet
 * is turned to landscape.
 */
const layOut = (
  columns: ReadonlyArray<Extent>,
  given: ReadonlyArray<number>,
  width: number,
  mayTurn: boolean
): Layout => {
  const total = sum(given)
  const at = ({ inset, size }: { size: number; inset: number }, isSideways: boolean, key: "word" | "part") => {
    const room = isSideways ? sideways : width
    const least = columns.map((column) => column[key] * size + 2 * inset)
    const wanted = columns.map(({ line }, index) =>
      total === 0 ? line * size + 2 * inset : (room * (given[index] ?? 0)) / total
    )
    if (sum(least) > room) return undefined
    const widths = total === 0 && sum(wanted) <= room ? [] : share(least, wanted, room)
    return { size, inset, isSideways, widths }
  }
  const [first, ...smaller] = tableSizes
  const upright = at(first, false, "word") ?? at(first, false, "part")
  const tries = (isSideways: boolean) => smaller.map((each) => at(each, isSideways, "part"))
  const found = [upright, ...tries(false), ...(mayTurn ? [at(first, true, "part"), ...tries(true)] : [])]
  const turned = mayTurn && columns.length > 8
  return (
    found.find((layout) => layout !== undefined) ?? {
      ...smallest,
      isSideways: turned,
      widths: columns.map(() => (turned ? sideways : width) / columns.length)
    }
  )
}

type TablePart = Extract<PrintTree.Part, { k: "table" }>

/** The width in points and the text size of the place in which something is laid out. */
interface Room {
  readonly width: number
  readonly size: number
}

/** Widths in points that containers add to their content, and text sizes, as in the template. */
const measures = {
  upright: 470,
  text: 10,
  list: 20,
  hint: 36,
  quote: 34,
  panel: 12,
  steps: 26,
  gutter: 14,
  card: 16,
  code: 20,
  box: 14,
  note: 14,
  noteText: 8.5
} as const

/** A footnote is as wide as the sheet, wherever its text is. */
const noteRoom: Room = { width: measures.upright - measures.note, size: measures.noteText }

const emsIn = ({ size, width }: Room, lost = 0): number => Math.max(1, (width - lost) / size)

const fitText = (text: string, room: Room): string => breakAt(text, emsIn(room), widthOf)

const fitCode = (text: string, room: Room): string => breakAt(text, emsIn(room), widthOfCode)

const fitPiece = (piece: PrintTree.Piece, room: Room): PrintTree.Piece => {
  if (typeof piece === "string") return fitText(piece, room)
  switch (piece.k) {
    case "br":
    case "icon":
    case "math":
      return piece
    case "code":
      return { ...piece, t: fitCode(piece.t, room) }
    case "tag":
      return { ...piece, t: fitText(piece.t, narrowed(room, measures.box)) }
    case "image":
      return fitImage(piece, room)
    case "kbd":
    case "link":
      return { ...piece, c: fitPieces(piece.c, narrowed(room, measures.box)) }
    case "note":
      return { ...piece, c: fitPieces(piece.c, room), n: fitParts(piece.n, noteRoom) }
    case "strong":
    case "emph":
    case "strike":
    case "super":
    case "sub":
    case "color":
      return { ...piece, c: fitPieces(piece.c, room) }
  }
}

/** An image of a line that would be wider than the line is as wide as it. */
const fitImage = (image: Extract<PrintTree.Piece, { k: "image" }>, { size, width }: Room): PrintTree.Piece => {
  const { h, w } = image
  if (w === undefined) return image
  const shown = image.isLine ? (1.1 * size * w) / (h ?? w) : w
  return shown <= width ? image : { ...image, isLine: false, w: width, h: ((h ?? w) * width) / w }
}

const narrowed = ({ size, width }: Room, by: number): Room => ({ size, width: Math.max(size, width - by) })

const fitPieces = (pieces: Pieces, room: Room): Pieces => pieces.map((piece) => fitPiece(piece, room))

const fitTable = (table: TablePart, { width }: Room, mayTurn: boolean): PrintTree.Part => {
  const columns = table.align.map((_, at) =>
    widest([ofPieces(table.head?.[at] ?? []), ...table.rows.map((row) => ofParts(row[at] ?? []))])
  )
  const { inset, isSideways, size, widths } = layOut(columns, table.widths, width, mayTurn)
  const roomOf = (at: number): Room => ({
    size,
    width: (widths[at] ?? Number.POSITIVE_INFINITY) - 2 * inset
  })
  return {
    ...table,
    widths,
    size,
    inset,
    ...(isSideways ? ({ isSideways } as const) : {}),
    ...(table.head === undefined ? {} : { head: table.head.map((pieces, at) => fitPieces(pieces, roomOf(at))) }),
    rows: table.rows.map((row) => row.map((parts, at) => fitParts(parts, roomOf(at)))),
    whole: table.rows.map((row) => isShortRow(row, widths))
  }
}

const fitPart = (part: PrintTree.Part, room: Room, mayTurn: boolean): PrintTree.Part => {
  const within = (by: number) => (parts: PrintTree.Parts) => fitParts(parts, narrowed(room, by))
  switch (part.k) {
    case "par":
      return { ...part, c: fitPieces(part.c, room) }
    case "head":
      return { ...part, c: fitPieces(part.c, { ...room, size: room.size * 1.5 }) }
    case "list":
    case "enum":
      return { ...part, items: part.items.map(within(measures.list)) }
    case "tasks":
      return { ...part, items: part.items.map(({ c, done }) => ({ done, c: within(measures.list)(c) })) }
    case "steps":
      return { ...part, items: part.items.map(within(measures.steps)) }
    case "hint":
      return { ...part, c: within(measures.hint)(part.c) }
    case "quote":
      return { ...part, c: within(measures.quote)(part.c) }
    case "panel":
      return { ...part, title: fitPieces(part.title, room), c: within(measures.panel)(part.c) }
    case "code": {
      const inner = narrowed(room, measures.code)
      return { ...part, lines: part.lines.map((line) => line.map(([text, kind]) => [fitCode(text, inner), kind])) }
    }
    case "figure":
      return { ...part, caption: part.caption.map((pieces) => fitPieces(pieces, room)) }
    case "columns": {
      const width = room.width - measures.gutter * (part.items.length - 1)
      const shares = part.items.map(({ share = 100 / part.items.length }) => share)
      return {
        ...part,
        items: part.items.map((item, at) => ({
          ...item,
          c: fitParts(item.c, { ...room, width: (width * (shares[at] ?? 0)) / sum(shares) })
        }))
      }
    }
    case "cards":
      return { ...part, items: part.items.map(within(room.width / 2 + measures.card)) }
    case "card": {
      const inner = narrowed(room, measures.card)
      return { ...part, title: fitPieces(part.title, inner), text: fitText(part.text, inner) }
    }
    case "table":
      return fitTable(part, room, mayTurn)
    case "target":
    case "math":
    case "cover":
    case "rule":
    case "break":
      return part
  }
}

const fitParts = (parts: PrintTree.Parts, room: Room): PrintTree.Parts =>
  parts.map((part) => fitPart(part, room, false))

/** The parts of a book with what makes them fit on its sheets (rule pdf-fits). */
export const fit = (parts: PrintTree.Parts): PrintTree.Parts =>
  parts.map((part) => fitPart(part, { width: measures.upright, size: measures.text }, true))
