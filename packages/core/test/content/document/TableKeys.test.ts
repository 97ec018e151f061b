import { assert, describe, it } from "@effect/vitest"
import { Document } from "@quire/core"
import { DocumentKeys } from "@quire/core/internal"
import type * as Block from "../../../src/content/document/Block.ts"
import * as DocumentText from "../../../src/content/document/DocumentText.ts"
import * as Table from "../../../src/content/document/Table.ts"
import * as TableKeys from "../../../src/content/document/TableKeys.ts"

/** A table of text as Markdown makes it: its ids follow from the places. */
const table = (...rows: ReadonlyArray<ReadonlyArray<string>>): Block.TableBlock => {
  const order = Table.orderIndexes(rows.length)
  const columns = ["Name", "Type"].map((title, at) => ({ id: Table.columnId(at), title }))
  const cells = rows.flatMap((row, at) =>
    row.map((text, column) => ({
      name: Table.fragmentName(Table.rowId(at), Table.columnId(column)),
      nodes: [
        {
          object: "block" as const,
          type: "paragraph" as const,
          nodes: [{ object: "text" as const, leaves: [{ object: "leaf" as const, text, marks: [] }] }]
        }
      ]
    }))
  )
  return {
    object: "block",
    type: "table",
    isVoid: true,
    data: {
      view: { type: "grid", columns: columns.map(({ id }) => id), hideHeader: false },
      definition: Object.fromEntries(
        columns.map(({ id, title }) => [id, { id, title, type: "text" as const, textAlignment: "left" as const }])
      ),
      records: Object.fromEntries(
        rows.map((row, at) => [
          Table.rowId(at),
          {
            orderIndex: order[at] ?? "",
            values: Object.fromEntries(
              row.map((_, column) => [
                Table.columnId(column),
                Table.fragmentName(Table.rowId(at), Table.columnId(column))
              ])
            )
          }
        ])
      )
    },
    fragments: cells.map(({ name, nodes }) => ({ object: "fragment", fragment: name, nodes }))
  }
}

/** What each row says, in order, with its id. */
const rowsOf = ({ data, fragments }: Block.TableBlock) =>
  Table.rows(data).map(([id, { values }]) => [
    id,
    ...Table.columns(data).map((column) => {
      const cell = fragments.find(({ fragment }) => fragment === values[column.id])
      return cell?.nodes.map((node) => DocumentText.ofBlock(node)).join("\n") ?? ""
    })
  ])

describe("TableKeys", () => {
  const old = table(["id", "integer"], ["name", "string"], ["age", "integer"])

  it("keeps row ids and positions when a row is added between them (rule table-rows)", () => {
    const next = TableKeys.adopt(
      old,
      table(["id", "integer"], ["kind", "string"], ["name", "string"], ["age", "number"])
    )
    const added = Table.rows(next.data)[1]?.[0]
    assert.match(added ?? "", /^r[a-z0-9]{8}$/)
    assert.deepStrictEqual(rowsOf(next), [
      ["r1", "id", "integer"],
      [added, "kind", "string"],
      ["r2", "name", "string"],
      ["r3", "age", "number"]
    ])
    assert.deepStrictEqual(
      ["r1", "r2", "r3"].map((id) => next.data.records[id]?.orderIndex),
      ["r1", "r2", "r3"].map((id) => old.data.records[id]?.orderIndex)
    )
  })

  it("gives rows of different texts different ids, and equal ones the same (rule merge-parts)", () => {
    const added = (...row: ReadonlyArray<string>) =>
      Table.rows(
        TableKeys.adopt(old, table(["id", "integer"], ["name", "string"], ["age", "integer"], row)).data
      )[3]?.[0]
    assert.strictEqual(added("kind", "string"), added("kind", "string"))
    assert.notStrictEqual(added("kind", "string"), added("kind", "integer"))
  })

  it("matches a removed row with one that is added in another place", () => {
    const next = TableKeys.adopt(old, table(["name", "string"], ["age", "integer"], ["kind", "text"]))
    assert.deepStrictEqual(
      rowsOf(next).map(([, first]) => first),
      ["name", "age", "kind"]
    )
    assert.notInclude(Object.keys(next.data.records), "r1")
  })

  it("keeps the ids of rows that are reordered, and of one that is renamed", () => {
    const next = TableKeys.adopt(old, table(["age", "integer"], ["title", "string"], ["id", "integer"]))
    assert.deepStrictEqual(rowsOf(next), [
      ["r3", "age", "integer"],
      ["r2", "title", "string"],
      ["r1", "id", "integer"]
    ])
  })

  it("derives equal tables from equal tables, whatever their ids are", () => {
    const removed = TableKeys.adopt(old, table(["name", "string"], ["age", "integer"]))
    assert.deepStrictEqual(rowsOf(removed), [
      ["r2", "name", "string"],
      ["r3", "age", "integer"]
    ])
    assert.deepStrictEqual(TableKeys.adopt(removed, table(["name", "string"], ["age", "integer"])), removed)
  })

  it("keeps the keys of edited cells in their row and column (rule table-rows)", () => {
    const keysOf = (document: Document.Document) =>
      document.nodes.flatMap((node) =>
        node.type === "table" ? node.fragments.map(({ fragment, nodes: [cell] }) => [fragment, cell?.key]) : []
      )
    const make = (...rows: ReadonlyArray<ReadonlyArray<string>>) => Document.make([table(...rows)])
    const before = DocumentKeys.assign(make(["id", "10"], ["name", "20"]), "page")
    const after = DocumentKeys.adopt(before, make(["id", "11"], ["title", "20"]), "page")
    assert.deepStrictEqual(keysOf(after), keysOf(before))
  })

  it("identifies as many equal rows as a table has ids for, with work linear in their number", () => {
    const equal = Array.from({ length: 10_000 }, () => ["id", "integer"])
    const next = TableKeys.adopt(table(["name", "string"]), table(["name", "string"], ...equal))
    assert.lengthOf(Object.keys(next.data.records), equal.length + 1)
  })
})
