import type { Element } from "hast"
import * as HtmlTag from "./HtmlTag.ts"

/** Limit on the cells of a grid that an HTML table may become, including empty ones: more than a document can use. */
export const mostCells = 10_000

const spanOf = (cell: Element, name: "colSpan" | "rowSpan"): number =>
  Math.max(1, Number.parseInt(HtmlTag.attribute(cell, name) ?? "", 10) || 1)

const sections = new Set(["tbody", "tfoot", "thead"])

/** The rows of a table and other elements at row level, without those of nested tables. */
const rowsOf = (table: Element): ReadonlyArray<Element> =>
  HtmlTag.elements(table).flatMap((child) => (sections.has(child.tagName) ? HtmlTag.elements(child) : [child]))

/**
 * Whether a table has more cells than allowed, given its rows and the spans of its cells. Each row of the grid is as
 * wide as the widest row, so a few bytes can describe millions of cells.
 */
export const isTooLarge = (table: Element): boolean => {
  const rows = rowsOf(table)
  /** The number of columns by which rows below are narrower, because row spans have ended. */
  const ended = new Map<number, number>()
  let [width, widest] = [0, 0]
  for (const [at, row] of rows.entries()) {
    width -= ended.get(at) ?? 0
    let own = 0
    for (const cell of row.tagName === "tr" ? HtmlTag.elements(row) : []) {
      const [columns, end] = [spanOf(cell, "colSpan"), at + spanOf(cell, "rowSpan")]
      own += columns
      if (end === at + 1) continue
      width += columns
      own -= columns
      ended.set(end, (ended.get(end) ?? 0) + columns)
    }
    widest = Math.max(widest, width + own)
    if (widest * rows.length > mostCells) return true
  }
  return false
}

const ownAttributes = ["dataView", "dataHeaderHidden", "dataHideHeader", "dataFullWidth", "dataNewSizing"]
const columnAttributes = ["dataType", "dataHidden", "dataCardTarget", "dataCardCover", "width"]

const hasAny = (element: Element, names: ReadonlyArray<string>): boolean =>
  names.some((name) => HtmlTag.attribute(element, name) !== undefined)

const hasSelect = (cell: Element): boolean => HtmlTag.elements(cell).some(({ tagName }) => tagName === "select")

/** Whether a table has settings or types of columns that Markdown cannot express. */
export const isTyped = (table: Element): boolean => {
  if (hasAny(table, ownAttributes)) return true
  const [head] = rowsOf(table)
  return (
    head !== undefined &&
    HtmlTag.elements(head).some((cell) => cell.tagName === "th" && (hasAny(cell, columnAttributes) || hasSelect(cell)))
  )
}

const tag = /<(?:\/?t(?:r|body|foot|head)|(t[dh]))\b([^>]*)/gi
const span = /colspan\s*=\s*["']?(\d+)/i

/**
 * Upper bound of the cells that HTML tables can expand to, estimated from their tags: all rows as wide as the widest,
 * plus all cells that span into rows below. Row ends count as well, because rows may begin without a tag.
 */
export const estimateCells = (html: string): number => {
  let [rows, own, widest, reaching] = [1, 0, 1, 0]
  for (const [, cell, attributes = ""] of html.matchAll(tag)) {
    if (cell === undefined) {
      rows += 1
      own = 0
      continue
    }
    const columns = Number(span.exec(attributes)?.[1] ?? 1)
    own += columns
    widest = Math.max(widest, own)
    if (/rowspan/i.test(attributes)) reaching += columns
  }
  return rows * (widest + reaching)
}
