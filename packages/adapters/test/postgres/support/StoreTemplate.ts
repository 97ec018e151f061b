import { TestCollections } from "@quire/testing"
import { Layer } from "effect"
import * as Migrations from "../../../src/postgres/Migrations.ts"
import { migrations } from "../../../src/postgres/migrations/index.ts"
import type * as PgSession from "../../../src/postgres/PgSession.ts"
import * as Postgres from "../../../src/postgres/Postgres.ts"
import * as TableDefinition from "../../../src/postgres/TableDefinition.ts"
import * as TestDatabase from "./TestDatabase.ts"

const testCollections: Migrations.Migration = {
  id: 9999,
  name: "test collections",
  statements: TableDefinition.statements(TestCollections.testShapes)
}

/** A database with every table of the program, and those of the contract suites. */
export const stores: TestDatabase.Template = {
  name: "stores",
  build: Migrations.apply([...migrations, testCollections])
}

/** Every port on a separate database, and its session. */
export const layer = (
  options?: Pick<PgSession.Options, "maxConnections">
): Layer.Layer<Postgres.Ports | PgSession.PgSession> =>
  Postgres.layerFromSession.pipe(Layer.provideMerge(TestDatabase.layer({ template: stores, ...options })))
