import { type Block, Table } from "@quire/core"
import * as fc from "fast-check"
import { choice } from "./Choice.ts"
import { label, simpleLine } from "./InlineArbitrary.ts"
import * as RefArbitrary from "./RefArbitrary.ts"

type Line = ReadonlyArray<Block.InlineNode>
interface Cell {
  readonly value?: Table.Value
  readonly nodes?: ReadonlyArray<Block.TopLevel>
}

const oneLine = (text: string) => text.replace(/\s+/g, " ").trim()
const title = fc.oneof(fc.constant(""), label.map(oneLine))
const alignment = choice("left", "center", "right")

const paragraph = (nodes: Line): Block.Paragraph => ({ object: "block", type: "paragraph", nodes })

const build = (
  columns: ReadonlyArray<Table.Definition>,
  rows: ReadonlyArray<ReadonlyArray<Cell>>,
  view: Table.View,
  fullWidth: boolean
): Block.TableBlock => {
  const order = Table.orderIndexes(rows.length)
  const named = rows.map((cells, row) =>
    cells.map((cell, column) => ({
      ...cell,
      column: Table.columnId(column),
      name: Table.fragmentName(Table.rowId(row), Table.columnId(column))
    }))
  )
  const entries = named.map((cells, row) => {
    const values = cells.flatMap(
      ({ column, value, nodes, name }): ReadonlyArray<readonly [string, Table.Value]> =>
        value !== undefined ? [[column, value]] : nodes === undefined ? [] : [[column, name]]
    )
    return [Table.rowId(row), { orderIndex: order[row] ?? "", values: Object.fromEntries(values) }] as const
  })
  return {
    object: "block",
    type: "table",
    isVoid: true,
    data: {
      view,
      records: Object.fromEntries(entries),
      definition: Object.fromEntries(columns.map((column) => [column.id, column])),
      ...(fullWidth ? { fullWidth } : {})
    },
    fragments: named
      .flat()
      .flatMap(({ nodes, name }) =>
        nodes === undefined ? [] : [{ object: "fragment" as const, fragment: name, nodes }]
      )
  }
}

const simpleCell = (line: fc.Arbitrary<Line>): fc.Arbitrary<Cell> =>
  fc.oneof(
    { weight: 1, arbitrary: fc.constant({}) },
    { weight: 4, arbitrary: line.map((nodes) => ({ nodes: [paragraph(nodes)] })) }
  )

/** Tables that Markdown can express. */
const simple = (line: fc.Arbitrary<Line>): fc.Arbitrary<Block.TableBlock> =>
  fc.integer({ min: 1, max: 3 }).chain((width) =>
    fc
      .tuple(
        fc.array(fc.tuple(title, alignment), { minLength: width, maxLength: width }),
        fc.array(fc.array(simpleCell(line), { minLength: width, maxLength: width }), { maxLength: 3 })
      )
      .map(([heads, rows]) => {
        const columns = heads.map(
          ([text, textAlignment], index): Table.Definition => ({
            id: Table.columnId(index),
            title: text,
            type: "text",
            textAlignment
          })
        )
        return build(columns, rows, { type: "grid", columns: columns.map(({ id }) => id), hideHeader: false }, false)
      })
  )

type Column = readonly [make: (id: string, title: string) => Table.Definition, cell: fc.Arbitrary<Cell>]

const values = (arbitrary: fc.Arbitrary<Table.Value>): fc.Arbitrary<Cell> =>
  fc.oneof(
    fc.constant({}),
    arbitrary.map((value) => ({ value }))
  )

const strings = fc.array(label, { maxLength: 2 })

const richCell: fc.Arbitrary<Cell> = fc.oneof(
  simpleCell(simpleLine),
  fc.tuple(simpleLine, simple(simpleLine)).map(([line, table]) => ({ nodes: [paragraph(line), table] })),
  fc.array(simpleLine, { minLength: 2, maxLength: 3 }).map((lines) => ({ nodes: lines.map(paragraph) }))
)

const column: fc.Arbitrary<Column> = fc.oneof(
  fc.tuple(alignment, choice("top", "middle", "bottom", undefined)).map(
    ([textAlignment, vertical]): Column => [
      (id, text) => ({
        id,
        title: text,
        type: "text",
        textAlignment,
        ...(vertical === undefined ? {} : { verticalAlignment: vertical })
      }),
      richCell
    ]
  ),
  fc.constantFrom<Column>(
    [(id, text) => ({ id, title: text, type: "number" }), values(choice(0, -1.5, 1e21))],
    [(id, text) => ({ id, title: text, type: "checkbox" }), values(fc.boolean())],
    [(id, text) => ({ id, title: text, type: "files" }), values(strings)],
    [(id, text) => ({ id, title: text, type: "users", multiple: true }), values(strings)],
    [(id, text) => ({ id, title: text, type: "rating", max: 3 }), values(fc.integer({ min: 0, max: 3 }))],
    [(id, text) => ({ id, title: text, type: "content-ref" }), values(RefArbitrary.any)],
    [
      (id, text) => ({
        id,
        title: text,
        type: "select",
        multiple: false,
        options: [{ value: "a", label: "A|<b>", color: "red" }]
      }),
      values(choice("a", ["a"]))
    ]
  )
)

const viewOf = (ids: ReadonlyArray<string>): fc.Arbitrary<Table.View> =>
  fc.oneof(
    fc
      .record(
        { columnWidths: fc.constant({ c1: 120 }), hideHeader: fc.boolean(), useNewSizing: fc.constant(true) },
        { requiredKeys: ["hideHeader"] }
      )
      .map((view): Table.View => ({ type: "grid", columns: ids, ...view })),
    fc
      .record(
        {
          cardSize: choice("medium", "large"),
          targetDefinition: fc.constant("c1"),
          coverDefinition: fc.constant("c1"),
          coverDarkDefinition: fc.constant("c1"),
          hideColumnTitle: fc.constant(true)
        },
        { requiredKeys: ["cardSize"] }
      )
      .map((view): Table.View => ({ type: "cards", columns: ids, ...view }))
  )

/** Tables of every kind of column, some of them hidden. */
const rich: fc.Arbitrary<Block.TableBlock> = fc
  .array(fc.tuple(column, title), { minLength: 1, maxLength: 4 })
  .chain((heads) => {
    const columns = heads.map(([[make], text], index) => make(Table.columnId(index), text))
    const shown = fc.integer({ min: 1, max: columns.length })
    return fc
      .tuple(
        fc.array(fc.tuple(...heads.map(([[, cell]]) => cell)), { maxLength: 2 }),
        shown.chain((count) => viewOf(columns.slice(0, count).map(({ id }) => id))),
        fc.boolean()
      )
      .map(([rows, view, fullWidth]) => build(columns, rows, view, fullWidth))
  })

/** Tables of normal documents; `line` is the content of cells in tables that Markdown can express. */
export const tables = (line: fc.Arbitrary<Line>): fc.Arbitrary<Block.TableBlock> => fc.oneof(simple(line), rich)
