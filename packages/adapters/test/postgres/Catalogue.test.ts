import { assert, layer } from "@effect/vitest"
import type { RowStore } from "@quire/core"
import { CollectionRegistry } from "@quire/core/internal"
import { Suite } from "@quire/testing"
import { Effect } from "effect"
import { PgSession } from "../../src/postgres/PgSession.ts"
import * as TableDefinition from "../../src/postgres/TableDefinition.ts"
import * as Catalogue from "./support/Catalogue.ts"
import * as StoreTemplate from "./support/StoreTemplate.ts"

const types: { readonly [K in RowStore.ColumnKind]: string } = {
  text: "text",
  words: "text",
  integer: "bigint",
  instant: "bigint",
  boolean: "boolean",
  set: "text[]"
}

const own = ["id", "doc", "doc_version", "version", "created_at", "created_by", "updated_at", "updated_by"]

const wholeOf = (where: RowStore.Index["where"]) => Object.keys(where ?? {}).length === 0

/** Differences between a declaration and the catalogue, in words. */
const missing = (shape: RowStore.Shape, catalogue: Catalogue.Catalogue): ReadonlyArray<string> => {
  const columns = new Map(
    catalogue.columns.filter(({ table }) => table === shape.name).map((column) => [column.name, column])
  )
  const indexes = catalogue.indexes.filter(({ table }) => table === shape.name)
  const constraints = catalogue.constraints.filter(({ table }) => table === shape.name)
  const found: Array<string> = []
  const expect = (holds: boolean, what: string) => holds || found.push(`${shape.name}: ${what}`)

  expect(columns.size === own.length + Object.keys(shape.columns).length, "other columns")
  for (const name of own) expect(columns.has(name), name)
  for (const [name, kind] of Object.entries(shape.columns)) {
    const column = columns.get(name)
    expect(column?.type === types[kind], `${name} of type ${types[kind]}`)
    expect(column?.collation === (types[kind].startsWith("text") ? "C" : null), `${name} compared by code point`)
    const trigram = indexes.some(({ method, columns: [only] }) => method === "gin" && only === name)
    expect(trigram === (kind === "set" || kind === "words"), `${name} with a GIN index, or none`)
  }
  for (const [name, { on, order = [], where }] of Object.entries(shape.indexes)) {
    const keys = [...on, ...order, "id"].join()
    const serves = (index: Catalogue.Index) =>
      index.columns.join() === keys && (index.condition === null) === wholeOf(where)
    expect(indexes.some(serves), `index ${name} (${keys})`)
  }
  for (const [name, { on, where }] of Object.entries(shape.unique)) {
    const enforces = ({ columns: keys, condition, unique }: Catalogue.Index) =>
      unique && keys.join() === on.join() && (condition === null) === wholeOf(where)
    expect(indexes.some(enforces), `unique key ${name}`)
  }
  for (const { column, to, onDelete, scoped } of shape.references) {
    const key = scoped ? `organization,${column}` : column
    const holds = (constraint: Catalogue.Constraint) =>
      constraint.columns.join() === key &&
      constraint.target === to &&
      constraint.targetColumns.join() === (scoped ? "organization,id" : "id") &&
      constraint.onDelete === (onDelete === "cascade" ? "c" : "a") &&
      constraint.deferred
    expect(constraints.some(holds), `reference ${key} to ${to}`)
    const leads = ({ columns: [first, second] }: Catalogue.Index) =>
      first === column || (scoped === true && first === "organization" && second === column)
    expect(indexes.some(leads), `an index that begins with ${column}`)
  }
  const counters = catalogue.columns.filter(({ table }) => table === TableDefinition.countersTable(shape))
  const counterNames = counters.map(({ name }) => name).filter((name) => name !== "id")
  expect(counterNames.toSorted().join() === shape.counters.toSorted().join(), "its counters")
  return found
}

/** The tables of collections; all others belong to the ports. */
const ofShapes = (catalogue: Catalogue.Catalogue) => {
  const tables = new Set(
    CollectionRegistry.shapes.flatMap((shape) => [shape.name, TableDefinition.countersTable(shape)])
  )
  const belongs = ({ table }: { readonly table: string }) => tables.has(table)
  return {
    columns: catalogue.columns.filter(belongs),
    indexes: catalogue.indexes.filter(belongs),
    constraints: catalogue.constraints.filter(belongs)
  }
}

layer(StoreTemplate.layer(), Suite.live)("the catalog of the migrated tables", (it) => {
  it.effect("contains what every collection declares", () =>
    Effect.gen(function* () {
      const catalogue = yield* Catalogue.of("quire")
      assert.deepStrictEqual(
        CollectionRegistry.shapes.flatMap((shape) => missing(shape, catalogue)),
        []
      )
    })
  )

  it.effect("equals what the declarations would create today", () =>
    Effect.gen(function* () {
      const { atomic, script } = yield* PgSession
      const statements = TableDefinition.statements(CollectionRegistry.shapes)
      yield* atomic(script(["create schema declared", "set local search_path = declared", ...statements].join(";\n")))
      assert.deepStrictEqual(ofShapes(yield* Catalogue.of("quire")), ofShapes(yield* Catalogue.of("declared")))
    })
  )

  it.effect("compares by code point throughout", () =>
    Effect.gen(function* () {
      const { columns } = yield* Catalogue.of("quire")
      const others = columns.filter(
        ({ collation, table }) => collation !== null && collation !== "C" && table !== "migrations"
      )
      assert.deepStrictEqual(others, [])
    })
  )
})
