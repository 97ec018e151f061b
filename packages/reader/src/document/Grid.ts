import { type Block, type ContentRef, DocumentText, Table } from "@quire/core"
import { emptyHtml, type Html, html } from "../html/Html.ts"
import { attribute, classes, flag } from "./Attributes.ts"
import type { Drawing } from "./Drawing.ts"
import * as Links from "./Links.ts"
import { drawBare } from "./Texts.ts"
import { shareClasses } from "./Widths.ts"

type Nodes = ReadonlyArray<Block.TopLevel>

/** The blocks of a table's text cells by name. */
export type Fragments = ReadonlyMap<string, Nodes>

export const fragmentsOf = ({ fragments }: Block.TableBlock): Fragments =>
  new Map(fragments.map(({ fragment, nodes }) => [fragment ?? "", nodes]))

export const valueOf = ({ values }: Table.Row, column: string): Table.Value | undefined =>
  Object.hasOwn(values, column) ? values[column] : undefined

const nodesOf = (value: Table.Value | undefined, fragments: Fragments): Nodes =>
  typeof value === "string" ? (fragments.get(value) ?? []) : []

const drawTextCell = (nodes: Nodes, drawing: Drawing): Html => {
  const [first] = nodes
  if (nodes.length !== 1 || first?.type !== "paragraph") return drawing.blocks(nodes)
  return drawBare(first, drawing)
}

const list = (value: Table.Value): ReadonlyArray<string> => {
  if (typeof value === "object") return "kind" in value ? [] : value
  return typeof value === "string" ? [value] : []
}

const drawCheckbox = (value: Table.Value, { words }: Drawing): Html => {
  const isDone = value === true
  return html`<input type="checkbox" disabled${flag("checked", isDone)} aria-label="${isDone ? words.done : words.notDone}">`
}

const mostStars = 10

const drawRating = (value: Table.Value, max: number): Html => {
  if (typeof value !== "number") return emptyHtml
  const of = Math.min(Math.max(Math.round(max), 1), mostStars)
  const given = Math.min(Math.max(Math.round(value), 0), of)
  const stars = Array.from(
    { length: of },
    (_, index) => html`<span${classes("star", index < given && "star-on")}>★</span>`
  )
  return html`<span class="rating" role="img" aria-label="${given}/${of}">${stars}</span>`
}

const tagColors = new Set(["green", "blue", "red", "orange", "yellow", "purple"])

type Select = Extract<Table.Definition, { type: "select" }>

const drawTag = (value: string, { options }: Select): Html => {
  const option = options.find((one) => one.value === value)
  const color = option?.color.toLowerCase() ?? ""
  return html`<span${classes("tag", tagColors.has(color) && `tag-${color}`)} dir="auto">${option?.label ?? value}</span>`
}

/** A link to the target of a cell. */
const drawRef = (ref: ContentRef.ContentRef, drawing: Drawing): Html => {
  const link = Links.of(ref, drawing)
  if (link === undefined) return emptyHtml
  return html`<a${Links.attributes(link, drawing)}><bdi>${Links.titleOf(link, drawing)}</bdi></a>`
}

const joined = (parts: ReadonlyArray<Html>): Html =>
  html`${parts.filter(({ text }) => text !== "").map((part, index) => (index === 0 ? part : html`, ${part}`))}`

/** The references of a cell with files. User IDs are omitted, because they mean nothing to readers. */
export const refsOf = (value: Table.Value): ReadonlyArray<ContentRef.ContentRef> => {
  if (typeof value === "object" && "kind" in value) return [value]
  return list(value).map((file) => ({ kind: "file", file }))
}

const drawValue = (value: Table.Value, column: Table.Definition, drawing: Drawing): Html => {
  switch (column.type) {
    case "number":
      return typeof value === "number" ? html`${value}` : emptyHtml
    case "checkbox":
      return drawCheckbox(value, drawing)
    case "rating":
      return drawRating(value, column.max)
    case "select":
      return html`${list(value).map((one) => html`${drawTag(one, column)} `)}`
    case "files":
      return joined(refsOf(value).map((ref) => drawRef(ref, drawing)))
    case "content-ref":
      return joined(typeof value === "object" && "kind" in value ? [drawRef(value, drawing)] : [])
    case "users":
    case "text":
      return emptyHtml
  }
}

/** The content of a row in a column. */
export const drawCell = (row: Table.Row, column: Table.Definition, fragments: Fragments, drawing: Drawing): Html => {
  const value = valueOf(row, column.id)
  if (column.type === "text") return drawTextCell(nodesOf(value, fragments), drawing)
  return value === undefined ? emptyHtml : drawValue(value, column, drawing)
}

/** The words of a text cell, for a name. */
export const plainCell = (row: Table.Row, column: Table.Definition, fragments: Fragments): string => {
  if (column.type !== "text") return ""
  const [first] = nodesOf(valueOf(row, column.id), fragments)
  return first === undefined ? "" : (DocumentText.ofBlock(first).split("\n")[0] ?? "")
}

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
export const drawGrid = ({ data, ...block }: Block.TableBlock, view: Table.GridView, drawing: Drawing): Html => {
  const [columns, fragments] = [shownColumns(data), fragmentsOf({ ...block, data })]
  if (columns.length === 0) return emptyHtml
  const rows: Array<Html> = []
  for (const [, row] of Table.rows(data)) {
    const cells: Array<Html> = []
    for (const column of columns) {
      const inner = drawCell(row, column, fragments, drawing)
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
