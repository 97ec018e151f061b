import type * as PrintTree from "./PrintTree.ts"
import type { Pieces } from "./PrintTree.ts"

export const limits = {
  /** Lines up to which a row, a hint, a quotation or a code stays on one sheet, which has some fifty. */
  whole: 20,
  /** Latin letters of a line of text, and of a table over the whole width. */
  letters: 90,
  /** What words leave of lines, which are broken between them. */
  loss: 1.4
} as const

/** Letters that are as wide as two of Latin. */
const wide = /[\u1100-\u11ff\u2e80-\ud7a3\uf900-\ufaff\uff00-\uff60]|\p{Extended_Pictographic}/gu

const widthOf = (text: string): number => text.length + (text.match(wide)?.length ?? 0)

const ofPiece = (piece: PrintTree.Piece, letters: number): number => {
  if (typeof piece === "string") return widthOf(piece)
  switch (piece.k) {
    case "br":
      return letters
    case "code":
    case "tag":
      return widthOf(piece.t) + 2
    case "icon":
      return 2
    case "math":
      return piece.alt.length
    case "image":
      return Number.POSITIVE_INFINITY
    case "note":
      return ofPieces(piece.c, letters) + 2 + linesOf(piece.n, letters) * letters
    default:
      return ofPieces(piece.c, letters) + 2
  }
}

const ofPieces = (pieces: Pieces, letters: number): number =>
  pieces.reduce((sum, piece) => sum + ofPiece(piece, letters), 0)

const filled = (width: number, letters: number): number => Math.max(1, Math.ceil((width * limits.loss) / letters))

const all = (items: ReadonlyArray<PrintTree.Parts>, letters: number): number =>
  items.reduce((sum, item) => sum + linesOf(item, Math.max(4, letters - 4)), 0)

const ofPart = (part: PrintTree.Part, letters: number): number => {
  switch (part.k) {
    case "target":
      return 0
    case "par":
      return filled(ofPieces(part.c, letters), letters) + 0.5
    case "head":
      return filled(ofPieces(part.c, letters) * 2, letters) * 2 + 2
    case "list":
    case "enum":
    case "steps":
      return all(part.items, letters)
    case "tasks":
      return all(
        part.items.map(({ c }) => c),
        letters
      )
    case "code":
      return part.lines.reduce(
        (sum, runs) =>
          sum +
          filled(
            runs.reduce((n, [text]) => n + widthOf(text), 0),
            letters
          ),
        2
      )
    case "hint":
    case "quote":
    case "panel":
      return all([part.c], letters) + 3
    case "card":
      return filled(ofPieces(part.title, letters) + widthOf(part.text), letters) + 3
    default:
      return Number.POSITIVE_INFINITY
  }
}

/** Lines that parts take at the most in a column of so many letters; infinitely many where nobody knows. */
export const linesOf = (parts: PrintTree.Parts, letters: number): number =>
  parts.reduce((sum, part) => sum + ofPart(part, letters), 0)

/** Whether parts over the whole width are so short that they fit on a sheet together (rule pdf-sheets). */
export const isShort = (parts: PrintTree.Parts): boolean => linesOf(parts, limits.letters) <= limits.whole

/** The same of a row of a table; `widths` are shares of its columns, alike where there are none. */
export const isShortRow = (row: ReadonlyArray<PrintTree.Parts>, widths: ReadonlyArray<number>): boolean => {
  const total = widths.reduce((sum, width) => sum + width, 0)
  return row.every((cell, at) => {
    const share = total === 0 ? 1 / row.length : (widths[at] ?? 0) / total
    return linesOf(cell, Math.max(1, limits.letters * share - 3)) <= limits.whole
  })
}
