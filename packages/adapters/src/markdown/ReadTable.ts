import { type Block, DocumentText, InlineText, Table } from "@quire/core"
import type { AlignType, PhrasingContent, Table as TableNode } from "mdast"
import { paragraph } from "./BlockNesting.ts"
import * as InlineHtml from "./InlineHtml.ts"
import type { Reader } from "./Reader.ts"
import { readPhrasing } from "./ReadInline.ts"

export interface Cell {
  readonly value?: Table.Value
  /** Content of a cell of a column of type text. */
  readonly nodes?: ReadonlyArray<Block.TopLevel>
}

/** A table from its columns and rows, with ids that follow from their places. */
export const tableOf = (
  columns: ReadonlyArray<Table.Definition>,
  rows: ReadonlyArray<ReadonlyArray<Cell>>,
  view: Table.View,
  fullWidth: boolean
): Block.TableBlock => {
  const order = Table.orderIndexes(rows.length)
  const fragments: Array<Block.Fragment<Block.TopLevel>> = []
  const records = rows.map((cells, at): readonly [string, Table.Row] => {
    const row = Table.rowId(at)
    const values = cells.flatMap(({ value, nodes }, column): ReadonlyArray<readonly [string, Table.Value]> => {
      const id = Table.columnId(column)
      if (value !== undefined) return [[id, value]]
      if (nodes === undefined || nodes.length === 0) return []
      const fragment = Table.fragmentName(row, id)
      fragments.push({ object: "fragment", fragment, nodes })
      return [[id, fragment]]
    })
    return [row, { orderIndex: order[at] ?? "", values: Object.fromEntries(values) }]
  })
  return {
    object: "block",
    type: "table",
    isVoid: true,
    data: {
      view,
      records: Object.fromEntries(records),
      definition: Object.fromEntries(columns.map((column) => [column.id, column])),
      ...(fullWidth ? { fullWidth } : {})
    },
    fragments
  }
}

const textColumn = (index: number, title: string, align: AlignType | undefined): Table.Definition => ({
  id: Table.columnId(index),
  title,
  type: "text",
  textAlignment: align ?? "left"
})

/** The text of a heading of a column, which has no marks. */
export const titleOf = (reader: Reader, nodes: ReadonlyArray<Block.InlineNode>): string => {
  const isPlain = nodes.every((node) => node.object === "text" && node.leaves.every((leaf) => leaf.marks.length === 0))
  if (!isPlain) reader.warn("table", "the heading of a column was converted to plain text")
  return DocumentText.ofInlines(nodes).replace(/\s+/g, " ").trim()
}

/** A table of Markdown: a grid whose columns are all text. */
export const readTable = (reader: Reader, node: TableNode, depth: number): Block.TableBlock => {
  const read = (children: ReadonlyArray<PhrasingContent>) => InlineText.trim(readPhrasing(reader, children, depth + 1))
  const [head, ...body] = node.children
  const readTitle = (children: ReadonlyArray<PhrasingContent>): string => {
    const flow = InlineHtml.toFlow(reader, children)
    return flow === undefined
      ? titleOf(reader, read(children))
      : reader
          .flow(flow, depth + 1)
          .map(DocumentText.ofBlock)
          .join(" ")
          .replace(/\s+/g, " ")
          .trim()
  }
  const titles = head?.children.map((cell) => readTitle(cell.children)) ?? []
  const width = body.reduce((most, row) => Math.max(most, row.children.length), titles.length)
  const columns = Array.from({ length: width }, (_, index) =>
    textColumn(index, titles[index] ?? "", node.align?.[index])
  )
  const rows = body.map((row) =>
    row.children.map((cell): Cell => {
      const flow = InlineHtml.toFlow(reader, cell.children)
      if (flow !== undefined) return { nodes: reader.flow(flow, depth + 1) }
      const nodes = read(cell.children)
      return nodes.length === 0 ? {} : { nodes: [paragraph(nodes)] }
    })
  )
  return tableOf(columns, rows, { type: "grid", columns: columns.map((column) => column.id), hideHeader: false }, false)
}
