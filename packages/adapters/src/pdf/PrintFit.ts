import { isShortRow } from "./PrintLines.ts"
import type * as PrintTree from "./PrintTree.ts"
import type { Pieces } from "./PrintTree.ts"
import { breakAt, ofParts, ofPieces, widest, widthOf, widthOfCode } from "./PrintWidths.ts"
import { layOut, sum } from "./TableLayout.ts"

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
  box: 14
} as const

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
    default:
      return { ...piece, c: fitPieces(piece.c, room) }
  }
}

/** An image of a line that would be wider than the line is as wide as it. */
const fitImage = (image: Extract<PrintTree.Piece, { k: "image" }>, { size, width }: Room): PrintTree.Piece => {
  const { h, w } = image
  if (w === undefined || w === 0) return image
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
    default:
      return part
  }
}

const fitParts = (parts: PrintTree.Parts, room: Room): PrintTree.Parts =>
  parts.map((part) => fitPart(part, room, false))

/** The parts of a book with what makes them fit on its sheets (rule pdf-fits). */
export const fit = (parts: PrintTree.Parts): PrintTree.Parts =>
  parts.map((part) => fitPart(part, { width: measures.upright, size: measures.text }, true))
