import { type Block, Table } from "@quire/core"
import { emptyHtml, type Html, html } from "../html/Html.ts"
import { attribute, classes } from "./Attributes.ts"
import { drawCell, fragmentsOf } from "./Cells.ts"
import type { Drawing, DrawingSteps } from "./Drawing.ts"
import { shareClasses } from "./Widths.ts"

/**
 * The visible columns in order. Columns of users are omitted, because readers must not see who they are (rule
 * document-references).
 */
export const shownColumns = (data: Table.Data): ReadonlyArray<Table.Definition> => {
  const shown = new Set(data.view.columns)
  return Table.columns(data).filter(({ id, type }) => shown.has(id) && type !== "users")
}

const look = (column: Table.Definition, kind?: string): Html => {
  if (column.type !== "text") return classes(kind, `cell-${column.type}`)
  const { textAlignment: align, verticalAlignment: vertical } = column
  return classes(
    kind,
    align === "right" ? "align-end" : align === "center" && "align-center",
    (vertical === "middle" || vertical === "bottom") && `vertical-${vertical}`
  )
}

const drawHead = (columns: ReadonlyArray<Table.Definition>, isHidden: boolean): Html => {
  if (columns.every(({ title }) => title === "")) return emptyHtml
  const cells = columns.map((column) =>
    column.title === "" ? html`<td></td>` : html`<th scope="col"${look(column)} dir="auto">${column.title}</th>`
  )
  return html`<thead${classes(isHidden && "visually-hidden")}><tr>${cells}</tr></thead>`
}

const drawWidths = (columns: ReadonlyArray<Table.Definition>, widths: Table.GridView["columnWidths"]): Html => {
  const given = columns.map(({ id }) => {
    const width = widths !== undefined && Object.hasOwn(widths, id) ? widths[id] : undefined
    return width !== undefined && width > 0 ? width : undefined
  })
  if (given.every((width) => width === undefined)) return emptyHtml
  const all = shareClasses(given)
  return html`<colgroup>${all.map((name) => html`<col${classes(name)}>`)}</colgroup>`
}

/**
 * A table that scrolls separately if it is wider than the page. It can be scrolled with the keyboard, so it has a name.
 */
export function* drawGrid({ data, ...block }: Block.TableBlock, view: Table.GridView, drawing: Drawing): DrawingSteps {
  const [columns, fragments] = [shownColumns(data), fragmentsOf({ ...block, data })]
  if (columns.length === 0) return emptyHtml
  const rows: Array<Html> = []
  for (const [, row] of Table.rows(data)) {
    const cells: Array<Html> = []
    for (const column of columns) {
      const inner = yield* drawCell(row, column, fragments, drawing)
      cells.push(html`<td${look(column)} dir="auto">${inner}</td>`)
    }
    rows.push(html`<tr>${cells}</tr>`)
  }
  const name = columns.flatMap(({ title }) => (title === "" ? [] : [title])).join(", ")
  const table = html`${drawWidths(columns, view.columnWidths)}${drawHead(columns, view.hideHeader)}<tbody>${rows}</tbody>`
  const box = html`${classes("table", data.fullWidth && "full")} tabindex="0"`
  return name === ""
    ? html`<div${box}><table>${table}</table></div>`
    : html`<div${box} role="group"${attribute("aria-label", name)}><table>${table}</table></div>`
}
