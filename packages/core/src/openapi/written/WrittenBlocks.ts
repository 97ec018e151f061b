import type * as Block from "../../content/document/Block.ts"
import { make } from "../../content/document/Document.ts"
import * as DocumentKeys from "../../content/document/DocumentKeys.ts"
import * as DocumentText from "../../content/document/DocumentText.ts"
import type * as Inline from "../../content/document/Inline.ts"
import * as Table from "../../content/document/Table.ts"
import { digest } from "../../foundation/secret/Secrets.ts"
import * as DescriptionBlocks from "../description/DescriptionBlocks.ts"

const idLength = 20

/** An id of letters and digits, derived from a seed and a role. */
export const idOf = (seed: string, role: string): string =>
  digest(`${seed}\n${role}`).replace(/[-_]/g, "").slice(0, idLength)

/** Derives the key of a block from its purpose, so that the key does not depend on the blocks around it. */
export type Keys = (role: string) => string

export const keysOf =
  (seed: string): Keys =>
  (role) =>
    `k${idOf(seed, role)}`

type MarkType = Inline.SimpleMark["type"]

/** A run of text, without characters that documents cannot contain. */
export const text = (value: string, ...marks: ReadonlyArray<MarkType>): Inline.Text => ({
  object: "text",
  leaves: [
    {
      object: "leaf",
      text: value.toWellFormed().replaceAll("\u0000", ""),
      marks: marks.map((type) => ({ object: "mark", type }))
    }
  ]
})

export const paragraph = (key: string, ...nodes: ReadonlyArray<Block.InlineNode>): Block.Paragraph => ({
  object: "block",
  type: "paragraph",
  key,
  nodes
})

export const heading = (key: string, level: 2 | 3, title: string, anchor?: string): Block.Heading => ({
  object: "block",
  type: level === 2 ? "heading-2" : "heading-3",
  key,
  data: anchor === undefined ? {} : { id: anchor },
  nodes: [text(title)]
})

/** Code with a key for each line. */
export const code = (key: string, syntax: string, lines: string): Block.Code => ({
  object: "block",
  type: "code",
  key,
  data: { syntax },
  nodes: lines.split("\n").map((line, at) => ({
    object: "block",
    type: "code-line",
    key: idOf(key, `line ${at}`),
    data: {},
    nodes: [text(line)]
  }))
})

export const hint = (key: string, style: Block.HintStyle, words: string): Block.Hint => ({
  object: "block",
  type: "hint",
  key,
  data: { style },
  nodes: [paragraph(idOf(key, "text"), text(words))]
})

/** A row of a table of text: what it is known by, and the text of each cell. */
export interface Row {
  readonly name: string
  readonly cells: ReadonlyArray<ReadonlyArray<Block.InlineNode>>
}

const columnsOf = (titles: ReadonlyArray<string>): ReadonlyArray<Table.Definition> =>
  titles.map((title, at) => ({ id: Table.columnId(at), title, type: "text", textAlignment: "left" }))

/** A table whose rows and cells are known by the names of the rows, which are unique. */
export const table = (key: string, titles: ReadonlyArray<string>, rows: ReadonlyArray<Row>): Block.TableBlock => {
  const columns = columnsOf(titles)
  const order = Table.orderIndexes(rows.length)
  const fragments: Array<Block.Fragment<Block.TopLevel>> = []
  const records = rows.map(({ cells, name }, at): readonly [string, Table.Row] => {
    const row = `r${idOf(key, name)}`
    const values = cells.flatMap((words, column): ReadonlyArray<readonly [string, Table.Value]> => {
      if (words.length === 0) return []
      const id = Table.columnId(column)
      const fragment = Table.fragmentName(row, id)
      fragments.push({ object: "fragment", fragment, nodes: [paragraph(idOf(key, fragment), ...words)] })
      return [[id, fragment]]
    })
    return [row, { orderIndex: order[at] ?? "", values: Object.fromEntries(values) }]
  })
  return {
    object: "block",
    type: "table",
    key,
    isVoid: true,
    data: {
      view: { type: "grid", columns: columns.map(({ id }) => id), hideHeader: false },
      records: Object.fromEntries(records),
      definition: Object.fromEntries(columns.map((column) => [column.id, column]))
    },
    fragments
  }
}

/** Prefix of the keys of blocks from descriptions: such blocks are identified by their content (`WrittenAgain`). */
const mark = "d"

export const isDescribed = ({ key }: Block.Block): boolean => key?.startsWith(mark) === true

export const markDescribed = (block: Block.TopLevel): Block.TopLevel =>
  isDescribed(block) ? block : { ...block, key: `${mark}${block.key ?? ""}` }

/** The text of a description as blocks. */
export const description = (
  keys: Keys,
  role: string,
  described: DescriptionBlocks.DescribedItem
): ReadonlyArray<Block.TopLevel> => {
  const said = make(DescriptionBlocks.of(described))
  return DocumentKeys.assign(said, keys(role)).nodes.map(markDescribed)
}

/** The text of a description in one line of a table. */
export const descriptionLine = (described: DescriptionBlocks.DescribedItem): ReadonlyArray<Block.InlineNode> =>
  DescriptionBlocks.of(described).flatMap((block, at) => {
    const words = block.type === "paragraph" ? block.nodes : [text(DocumentText.ofBlock(block).replace(/\s+/g, " "))]
    return at === 0 ? words : [text(" "), ...words]
  })
