import { type Block, DocumentText, InlineText, Table } from "@quire/core"
import { Result, Schema } from "effect"
import type { Element, RootContent } from "hast"
import * as HtmlTag from "./HtmlTag.ts"
import type { Reader } from "./Reader.ts"
import { readHast } from "./ReadInline.ts"
import { type Cell, tableOf, titleOf } from "./ReadTable.ts"

type ReadBlocks = (nodes: ReadonlyArray<RootContent>) => ReadonlyArray<Block.TopLevel>

const has = (element: Element, name: string): boolean => HtmlTag.attribute(element, name) !== undefined

const Options = Schema.fromJsonString(
  Schema.Array(Schema.Struct({ value: Schema.String, label: Schema.String, color: Schema.String }))
)
const Value = Schema.fromJsonString(
  Schema.Union([Schema.Finite, Schema.String, Schema.Boolean, Schema.Array(Schema.String)])
)

const decodeOptions = Schema.decodeUnknownResult(Options)
const decodeValue = Schema.decodeUnknownResult(Value)

const rowsIn = (table: Element, parts: ReadonlyArray<string>): ReadonlyArray<Element> =>
  HtmlTag.elements(table)
    .filter((part) => parts.includes(part.tagName))
    .flatMap(HtmlTag.elements)
    .filter((row) => row.tagName === "tr")

const cellsIn = (row: Element | undefined): ReadonlyArray<Element> =>
  row === undefined ? [] : HtmlTag.elements(row).filter((cell) => cell.tagName === "td" || cell.tagName === "th")

const textColumn = (element: Element, id: string, title: string): Table.Definition => {
  const [align, vertical] = [HtmlTag.attribute(element, "align"), HtmlTag.attribute(element, "vAlign")]
  return {
    id,
    title,
    type: "text",
    textAlignment: align === "center" || align === "right" ? align : "left",
    ...(vertical === "top" || vertical === "middle" || vertical === "bottom" ? { verticalAlignment: vertical } : {})
  }
}

const columnOf = (reader: Reader, element: Element, index: number): Table.Definition => {
  const id = Table.columnId(index)
  const title = titleOf(reader, InlineText.trim(readHast(reader, element.children)))
  const type = HtmlTag.attribute(element, "dataType") ?? "text"
  const multiple = has(element, "dataMultiple")
  switch (type) {
    case "number":
    case "checkbox":
    case "files":
    case "content-ref":
      return { id, title, type }
    case "users":
      return { id, title, type, multiple }
    case "rating":
      return { id, title, type, max: Number(HtmlTag.attribute(element, "dataMax") ?? 5) || 5 }
    case "select": {
      const options = decodeOptions(HtmlTag.attribute(element, "dataOptions") ?? "[]")
      return { id, title, type, multiple, options: Result.getOrElse(options, () => []) }
    }
    default:
      return textColumn(element, id, title)
  }
}

/** Values in the formats of other tools, where no explicit value is given. */
const guess = (reader: Reader, element: Element, type: Table.Definition["type"]): Table.Value | undefined => {
  const text = HtmlTag.textOf(element.children).trim()
  if (text === "" && element.children.length === 0) return undefined
  if (type === "checkbox") {
    const input = HtmlTag.find(element, "input")
    return input === undefined ? text === "true" : has(input, "checked")
  }
  if (type === "number" || type === "rating")
    return Number.isFinite(Number(text)) && text !== "" ? Number(text) : undefined
  const options = HtmlTag.elements(element).flatMap((child) => HtmlTag.attribute(child, "dataOption") ?? [])
  if (options.length > 0) return options
  reader.warn("table", `a cell of a column of type ${type} was removed`)
  return undefined
}

const linked = (reader: Reader, element: Element): Table.Value | undefined => {
  const href = HtmlTag.attribute(HtmlTag.find(element, "a") ?? element, "href")
  return href === undefined ? undefined : reader.refOf(href)
}

const cellOf = (reader: Reader, element: Element, column: Table.Definition, readBlocks: ReadBlocks): Cell => {
  if (column.type === "text") return { nodes: readBlocks(element.children) }
  const given = HtmlTag.attribute(element, "dataValue")
  const decoded = given === undefined ? undefined : Result.getOrUndefined(decodeValue(given))
  const value =
    decoded ?? (column.type === "content-ref" ? linked(reader, element) : guess(reader, element, column.type))
  return value === undefined ? {} : { value }
}

const viewOf = (
  table: Element,
  heads: ReadonlyArray<Element>,
  columns: ReadonlyArray<Table.Definition>
): Table.View => {
  const idWhere = (name: string) => {
    const index = heads.findIndex((head) => has(head, name))
    return index < 0 ? undefined : columns[index]?.id
  }
  const seen = columns.filter((_, index) => !heads.slice(index, index + 1).some((head) => has(head, "dataHidden")))
  const ids = seen.map((column) => column.id)
  if (HtmlTag.attribute(table, "dataView") === "cards") {
    const [targetDefinition, coverDefinition] = [idWhere("dataCardTarget"), idWhere("dataCardCover")]
    return {
      type: "cards",
      cardSize: HtmlTag.attribute(table, "dataCardSize") === "large" ? "large" : "medium",
      columns: ids,
      ...(targetDefinition === undefined ? {} : { targetDefinition }),
      ...(coverDefinition === undefined ? {} : { coverDefinition }),
      ...(has(table, "dataHideColumnTitle") ? { hideColumnTitle: true } : {})
    }
  }
  const widths = columns.flatMap((column, index): ReadonlyArray<readonly [string, number]> => {
    const width = Number(heads.slice(index, index + 1).map((head) => HtmlTag.attribute(head, "width"))[0])
    return Number.isFinite(width) ? [[column.id, width]] : []
  })
  return {
    type: "grid",
    columns: ids,
    ...(widths.length > 0 ? { columnWidths: Object.fromEntries(widths) } : {}),
    hideHeader: has(table, "dataHideHeader"),
    ...(has(table, "dataNewSizing") ? { useNewSizing: true } : {})
  }
}

/** A table whose view, columns and values are in attributes. */
export const readHtmlTable = (reader: Reader, table: Element, readBlocks: ReadBlocks): Block.TableBlock => {
  const heads = cellsIn(rowsIn(table, ["thead"])[0])
  const columns = heads.map((head, index) => columnOf(reader, head, index))
  const rows = rowsIn(table, ["tbody", "tfoot"]).map((row) =>
    cellsIn(row).flatMap((cell, index): ReadonlyArray<Cell> => {
      const column = columns[index]
      if (column !== undefined) return [cellOf(reader, cell, column, readBlocks)]
      if (DocumentText.ofInlines(readHast(reader, cell.children)).trim() !== "") {
        reader.warn("table", "a cell beyond the last column was removed")
      }
      return []
    })
  )
  return tableOf(columns, rows, viewOf(table, heads, columns), HtmlTag.attribute(table, "dataFullWidth") === "true")
}
