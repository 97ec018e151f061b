import { type Block, InlineText, Table } from "@quire/core"
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

/** The rows of a table, without those of nested ones. */
const rowsIn = (table: Element): ReadonlyArray<Element> =>
  HtmlTag.elements(table)
    .flatMap((part) => (part.tagName === "tr" ? [part] : HtmlTag.elements(part)))
    .filter((row) => row.tagName === "tr")

/** The row that names the columns: the first of the head, or the first of all if it has only headings. */
const headOf = (table: Element, rows: ReadonlyArray<Element>): Element | undefined => {
  const [first] = rows
  const head = HtmlTag.elements(table).find((part) => part.tagName === "thead")
  const isHead =
    first !== undefined && (head?.children.includes(first) || cellsIn(first).every(({ tagName }) => tagName === "th"))
  return isHead ? first : undefined
}

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

const isBlank = (element: Element): boolean =>
  HtmlTag.textOf(element.children).trim() === "" && element.children.every((child) => child.type !== "element")

const isSelect = (node: RootContent): node is Element => node.type === "element" && node.tagName === "select"

/** The options of a column, with those that only its cells name. */
const optionsOf = (
  head: Element,
  cells: ReadonlyArray<Element>
): Extract<Table.Definition, { type: "select" }>["options"] => {
  const options = Result.getOrElse(decodeOptions(HtmlTag.attribute(head, "dataOptions") ?? "[]"), () => [])
  const known = new Map(options.map((option) => [option.value, option]))
  for (const option of HtmlTag.elements(head).filter(isSelect).flatMap(HtmlTag.elements)) {
    const [value, label, color = ""] = ["value", "label", "color"].map((name) => HtmlTag.attribute(option, name))
    if (value !== undefined) known.set(value, { value, label: label ?? value, color })
  }
  for (const option of cells.flatMap(HtmlTag.elements)) {
    const value = HtmlTag.attribute(option, "dataOption")
    if (value === undefined || known.has(value)) continue
    known.set(value, { value, label: HtmlTag.textOf(option.children).trim() || value, color: "" })
  }
  return [...known.values()]
}

const typedColumn = (element: Element, cells: ReadonlyArray<Element>, id: string, title: string): Table.Definition => {
  const select = element.children.find(isSelect)
  const type = HtmlTag.attribute(element, "dataType") ?? (select === undefined ? "text" : "select")
  const multiple = has(select ?? element, select === undefined ? "dataMultiple" : "multiple")
  switch (type) {
    case "image":
      return { id, title, type: "files" }
    case "number":
    case "checkbox":
    case "files":
    case "content-ref":
      return { id, title, type }
    case "users":
      return { id, title, type, multiple }
    case "rating":
      return { id, title, type, max: Number(HtmlTag.attribute(element, "dataMax") ?? 5) || 5 }
    case "select":
      return { id, title, type, multiple, options: optionsOf(element, cells) }
    default:
      return textColumn(element, id, title)
  }
}

/** A column of the type that its head names; of texts where a cell would otherwise lose its content. */
const columnOf = (reader: Reader, element: Element, cells: ReadonlyArray<Element>, index: number): Table.Definition => {
  const id = Table.columnId(index)
  const title = titleOf(
    reader,
    InlineText.trim(
      readHast(
        reader,
        element.children.filter((child) => !isSelect(child)),
        Number.POSITIVE_INFINITY
      )
    )
  )
  const column = typedColumn(element, cells, id, title)
  const isKept =
    column.type === "users" || cells.every((cell) => isBlank(cell) || valueOf(reader, cell, column) !== undefined)
  return isKept ? column : textColumn(element, id, title)
}

/** Values in the formats of other tools, where no explicit value is given. */
const guess = (element: Element, type: Table.Definition["type"]): Table.Value | undefined => {
  const text = HtmlTag.textOf(element.children).trim()
  if (type === "checkbox") {
    const input = HtmlTag.find(element, "input")
    return input === undefined ? text === "true" : has(input, "checked")
  }
  if (type === "number" || type === "rating")
    return Number.isFinite(Number(text)) && text !== "" ? Number(text) : undefined
  const options = HtmlTag.elements(element).flatMap((child) => HtmlTag.attribute(child, "dataOption") ?? [])
  return options.length > 0 ? options : undefined
}

/** The single target of a cell. */
const linked = (reader: Reader, element: Element): Table.Value | undefined => {
  const [link, image] = [HtmlTag.find(element, "a"), HtmlTag.find(element, "img")]
  const target = (link && HtmlTag.attribute(link, "href")) ?? (image && HtmlTag.attribute(image, "src"))
  const others = HtmlTag.elements(element).filter(({ tagName }) => tagName === "a")
  return target === undefined || others.length > 1 ? undefined : reader.refOf(target)
}

const valueOf = (reader: Reader, element: Element, column: Table.Definition): Table.Value | undefined => {
  if (column.type === "text") return ""
  const given = HtmlTag.attribute(element, "dataValue")
  const decoded = given === undefined ? undefined : Result.getOrUndefined(decodeValue(given))
  if (decoded !== undefined) return decoded
  return column.type === "content-ref" || column.type === "files"
    ? linked(reader, element)
    : guess(element, column.type)
}

const cellOf = (reader: Reader, element: Element, column: Table.Definition, readBlocks: ReadBlocks): Cell => {
  if (column.type === "text") return { nodes: readBlocks(element.children) }
  const value = isBlank(element) && !has(element, "dataValue") ? undefined : valueOf(reader, element, column)
  if (value === undefined && !isBlank(element))
    reader.warn("table", `a cell of a column of type ${column.type} was removed`)
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
    const coverDarkDefinition = idWhere("dataCardCoverDark")
    return {
      type: "cards",
      cardSize: HtmlTag.attribute(table, "dataCardSize") === "large" ? "large" : "medium",
      columns: ids,
      ...(targetDefinition === undefined ? {} : { targetDefinition }),
      ...(coverDefinition === undefined ? {} : { coverDefinition }),
      ...(coverDarkDefinition === undefined ? {} : { coverDarkDefinition }),
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
    hideHeader: has(table, "dataHideHeader") || has(table, "dataHeaderHidden"),
    ...(has(table, "dataNewSizing") ? { useNewSizing: true } : {})
  }
}

const emptyHead: Element = { type: "element", tagName: "th", properties: {}, children: [] }

/** A table whose view, columns and values are in attributes, after its caption. */
export const readHtmlTable = (
  reader: Reader,
  table: Element,
  readBlocks: ReadBlocks
): ReadonlyArray<Block.TopLevel> => {
  const all = rowsIn(table)
  const head = headOf(table, all)
  const body = all.flatMap((row) => (row === head ? [] : [cellsIn(row)]))
  const named = cellsIn(head)
  const width = body.reduce((most, row) => Math.max(most, row.length), named.length)
  const heads = Array.from({ length: width }, (_, index) => named[index] ?? emptyHead)
  const columns = heads.map((element, index) =>
    columnOf(
      reader,
      element,
      body.flatMap((row) => row.slice(index, index + 1)),
      index
    )
  )
  const rows = body.map((row) =>
    row.map((cell, index): Cell => {
      const column = columns[index]
      return column === undefined ? {} : cellOf(reader, cell, column, readBlocks)
    })
  )
  const caption = HtmlTag.elements(table).find(({ tagName }) => tagName === "caption")
  const isFull = HtmlTag.attribute(table, "dataFullWidth") === "true"
  return [
    ...(caption === undefined ? [] : readBlocks(caption.children)),
    tableOf(columns, rows, viewOf(table, heads, columns), isFull)
  ]
}
