import type * as PrintTree from "./PrintTree.ts"
import type { Pieces } from "./PrintTree.ts"

export const limits = {
  /** Lines up to which a row, a hint, a quotation or a code stays on one sheet, which has some fifty. */
  whole: 20,
  /** Characters of Latin text per line, in running text and in a table of full width. */
  letters: 90,
  /** Factor for the unused space at the end of lines, which are broken between words. */
  loss: 1.4
} as const

/** Characters that are twice as wide as Latin ones. */
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

/**
 * Upper bound of the lines that parts take in a column of the given number of characters; infinity where it is unknown.
 */
export const linesOf = (parts: PrintTree.Parts, letters: number): number =>
  parts.reduce((sum, part) => sum + ofPart(part, letters), 0)

/** Whether parts of full width are short enough to be kept together on one sheet (rule pdf-sheets). */
export const isShort = (parts: PrintTree.Parts): boolean => linesOf(parts, limits.letters) <= limits.whole

/**
 * Whether a table row is short enough to be kept together; `widths` are the shares of its columns, equal when absent.
 */
export const isShortRow = (row: ReadonlyArray<PrintTree.Parts>, widths: ReadonlyArray<number>): boolean => {
  const total = widths.reduce((sum, width) => sum + width, 0)
  return row.every((cell, at) => {
    const share = total === 0 ? 1 / row.length : (widths[at] ?? 0) / total
    return linesOf(cell, Math.max(1, limits.letters * share - 3)) <= limits.whole
  })
}
