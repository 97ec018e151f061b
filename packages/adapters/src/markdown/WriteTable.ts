import { type Block, type ContentRef, Table } from "@quire/core"
import type { PhrasingContent, Table as TableNode, TableRow } from "mdast"
import { element, escapeText } from "./HastText.ts"
import { nameIn } from "./TaggedContent.ts"
import type { WriteContext } from "./WriteContext.ts"
import * as WriteHtml from "./WriteHtml.ts"
import { writeLine } from "./WriteInline.ts"

type Nodes = ReadonlyArray<Block.TopLevel>

const fragmentsOf = (table: Block.TableBlock): ReadonlyMap<string, Nodes> =>
  new Map(table.fragments.map((fragment) => [fragment.fragment ?? "", fragment.nodes]))

const valueOf = (row: Table.Row, column: Table.Definition): Table.Value | undefined =>
  Object.hasOwn(row.values, column.id) ? row.values[column.id] : undefined

const contentOf = (fragments: ReadonlyMap<string, Nodes>, row: Table.Row, column: Table.Definition): Nodes => {
  const value = valueOf(row, column)
  if (typeof value !== "string") return []
  return fragments.get(value) ?? []
}

const isLine = (nodes: Nodes): boolean =>
  nodes.length <= 1 && nodes.every((node) => node.type === "paragraph" && node.data?.align === undefined)

/** Whether a Markdown table can represent the table without loss. */
const isSimple = (table: Block.TableBlock, columns: ReadonlyArray<Table.Definition>): boolean => {
  const { view, fullWidth } = table.data
  if (view.type !== "grid" || view.hideHeader || view.columnWidths !== undefined || view.useNewSizing) return false
  return (
    !fullWidth &&
    columns.length > 0 &&
    columns.length === new Set(view.columns).size &&
    columns.every((column) => column.type === "text" && column.verticalAlignment === undefined) &&
    table.fragments.every((fragment) => isLine(fragment.nodes))
  )
}

const textRow = (cells: ReadonlyArray<ReadonlyArray<PhrasingContent>>): TableRow => ({
  type: "tableRow",
  children: cells.map((children) => ({ type: "tableCell", children: [...children] }))
})

/**
 * Writes code with a backslash before a pipe as an element, whose text is escaped: of both in code, a Markdown table
 * reads the pipe alone.
 */
const withElements = (node: PhrasingContent): Array<PhrasingContent> => {
  if (node.type === "inlineCode" && node.value.includes("\\|")) {
    return [
      { type: "html", value: "<code>" },
      { type: "text", value: node.value },
      { type: "html", value: "</code>" }
    ]
  }
  return [isParent(node) ? { ...node, children: node.children.flatMap(withElements) } : node]
}

const isParent = (node: PhrasingContent): node is Extract<PhrasingContent, { children: Array<PhrasingContent> }> =>
  "children" in node

const oneLine = (text: string): string => text.replace(/\s+/g, " ").trim()

const simpleTable = (
  table: Block.TableBlock,
  columns: ReadonlyArray<Table.Definition>,
  context: WriteContext
): TableNode => {
  const fragments = fragmentsOf(table)
  const head = textRow(columns.map(({ title }) => (title === "" ? [] : [{ type: "text", value: oneLine(title) }])))
  const body = Table.rows(table.data).map(([, row]) =>
    textRow(
      columns.map((column) =>
        contentOf(fragments, row, column).flatMap((node) =>
          node.type === "paragraph"
            ? writeLine(node.nodes, { ...context, hasImages: false }, "element").flatMap(withElements)
            : []
        )
      )
    )
  )
  const align = columns.map((column) =>
    column.type !== "text" || column.textAlignment === "left" ? null : column.textAlignment
  )
  return { type: "table", align, children: [head, ...body] }
}

const typeAttributes = (column: Table.Definition): Record<string, string | undefined> => {
  switch (column.type) {
    case "text":
      return {
        align: column.textAlignment === "left" ? undefined : column.textAlignment,
        valign: column.verticalAlignment
      }
    case "users":
      return { "data-type": column.type, "data-multiple": column.multiple ? "true" : undefined }
    case "rating":
      return { "data-type": column.type, "data-max": String(column.max) }
    case "select":
      return {
        "data-type": column.type,
        "data-multiple": column.multiple ? "true" : undefined,
        "data-options": JSON.stringify(column.options)
      }
    default:
      return { "data-type": column.type }
  }
}

const head = (column: Table.Definition, { view }: Table.Data): string => {
  const width = view.type === "grid" ? view.columnWidths : undefined
  const isWide = width !== undefined && Object.hasOwn(width, column.id)
  return element(
    "th",
    {
      width: isWide ? width[column.id] : undefined,
      "data-hidden": !view.columns.includes(column.id) || undefined,
      "data-card-target": (view.type === "cards" && view.targetDefinition === column.id) || undefined,
      "data-card-cover": (view.type === "cards" && view.coverDefinition === column.id) || undefined,
      "data-card-cover-dark": (view.type === "cards" && view.coverDarkDefinition === column.id) || undefined,
      ...typeAttributes(column)
    },
    escapeText(oneLine(column.title))
  )
}

/** The type of the values of a column that their text says. */
const valueType = ({ type }: Table.Definition): "boolean" | "number" | undefined =>
  type === "checkbox" ? "boolean" : type === "number" || type === "rating" ? "number" : undefined

/** The text of a value that is no reference: labels in place of the options of a select. */
const textOf = (value: Exclude<Table.Value, ContentRef.ContentRef>, column: Table.Definition): string => {
  const labels = new Map(column.type === "select" ? column.options.map((option) => [option.value, option.label]) : [])
  const texts = typeof value === "object" ? value : [String(value)]
  return escapeText(texts.map((text) => labels.get(text) ?? text).join(", "))
}

const cell = (
  fragments: ReadonlyMap<string, Nodes>,
  row: Table.Row,
  column: Table.Definition,
  context: WriteContext
): string => {
  const value = valueOf(row, column)
  if (column.type === "text") return element("td", {}, WriteHtml.blocks(contentOf(fragments, row, column), context))
  if (value === undefined) return element("td", {}, "")
  if (typeof value !== "object" || !("kind" in value)) {
    const isText = valueType(column) === typeof value
    return element("td", { "data-value": isText ? undefined : JSON.stringify(value) }, textOf(value, column))
  }
  const url = context.urlOf(value)
  return element("td", {}, element("a", { href: url }, escapeText(nameIn(url))))
}

/** Whether the heads of some columns say what Markdown cannot, so that a table need not name its view. */
const hasHeads = ({ view }: Table.Data, columns: ReadonlyArray<Table.Definition>): boolean =>
  columns.some(
    ({ id, type }) =>
      type !== "text" ||
      !view.columns.includes(id) ||
      (view.type === "grid" && Object.hasOwn(view.columnWidths ?? {}, id))
  )

const tableAttributes = (
  data: Table.Data,
  columns: ReadonlyArray<Table.Definition>
): Record<string, string | undefined> => {
  const { fullWidth, view } = data
  const set = (flag: boolean | undefined) => (flag ? "true" : undefined)
  return {
    "data-view": view.type === "grid" && hasHeads(data, columns) ? undefined : view.type,
    ...(view.type === "cards"
      ? {
          "data-card-size": view.cardSize === "medium" ? undefined : view.cardSize,
          "data-hide-column-title": set(view.hideColumnTitle)
        }
      : { "data-hide-header": set(view.hideHeader), "data-new-sizing": set(view.useNewSizing) }),
    "data-full-width": set(fullWidth)
  }
}

/** A table as HTML, which represents every table. */
export const tableHtml: WriteContext["tableHtml"] = (table, context) => {
  const columns = Table.columns(table.data)
  const fragments = fragmentsOf(table)
  const row = (content: string) => element("tr", {}, content)
  const body = Table.rows(table.data).map(([, values]) =>
    row(columns.map((column) => cell(fragments, values, column, context)).join(""))
  )
  return element(
    "table",
    tableAttributes(table.data, columns),
    element("thead", {}, row(columns.map((column) => head(column, table.data)).join(""))) +
      element("tbody", {}, body.join(""))
  )
}

/** Writes a Markdown table where that is lossless, else an HTML table. */
export const writeTable = (table: Block.TableBlock, context: WriteContext) => {
  const columns = Table.columns(table.data)
  return isSimple(table, columns)
    ? simpleTable(table, columns, context)
    : ({ type: "html", value: tableHtml(table, context) } as const)
}
