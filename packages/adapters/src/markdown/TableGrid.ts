import type { Element } from "hast"
import * as HtmlTag from "./HtmlTag.ts"

/** Cells of the grid that a table of HTML may become, those that only fill it counted: more than a document can use. */
export const mostCells = 10_000

const spanOf = (cell: Element, name: "colSpan" | "rowSpan"): number =>
  Math.max(1, Number.parseInt(HtmlTag.attribute(cell, name) ?? "", 10) || 1)

const sections = new Set(["tbody", "tfoot", "thead"])

/** The rows of a table, and what else stands where rows do; not those of tables within it. */
const rowsOf = (table: Element): ReadonlyArray<Element> =>
  HtmlTag.elements(table).flatMap((child) => (sections.has(child.tagName) ? HtmlTag.elements(child) : [child]))

/**
 * Whether a table is a grid of more cells than it may be, by the rows that it has and what its cells say that they span:
 * each row of a grid is as wide as its widest, so a few bytes can mean millions.
 */
export const isTooLarge = (table: Element): boolean => {
  const rows = rowsOf(table)
  /** By how much rows below are narrower than those above, because spans have ended. */
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

const tag = /<(?:\/?t(?:r|body|foot|head)|(t[dh]))\b([^>]*)/gi
const span = /colspan\s*=\s*["']?(\d+)/i

/**
 * The cells that tables in HTML may become, at most, by their tags alone: all rows as wide as the widest and everything
 * that reaches into rows below. Ends of rows count as well, since rows may begin without a tag.
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
