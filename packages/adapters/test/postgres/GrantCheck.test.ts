import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Redacted } from "effect"
import * as Migrations from "../../src/postgres/Migrations.ts"
import { migrations } from "../../src/postgres/migrations/index.ts"
import * as Postgres from "../../src/postgres/Postgres.ts"
import * as TestDatabase from "./support/TestDatabase.ts"

const migrated: TestDatabase.Template = { name: "grants", build: Migrations.apply(migrations) }

let roles = 0

/** A database, a role without any right in it, and what an administrator runs. */
const open = (template?: TestDatabase.Template) =>
  Effect.gen(function* () {
    const config = yield* TestDatabase.freshDatabase(template)
    const role = `grants_${process.pid}_${++roles}`
    const run = (sql: string) => TestDatabase.administer(sql.replaceAll("ROLE", role), config.database)
    yield* Effect.acquireRelease(run("create role ROLE login password 'p'"), () =>
      TestDatabase.administer(`drop owned by ${role}; drop role ${role}`, config.database)
    )
    const start = (migrate: "auto" | "off") =>
      Effect.scoped(
        Layer.build(Postgres.layer({ ...config, username: role, password: Redacted.make("p"), migrate }))
      ).pipe(
        Effect.as("started"),
        Effect.catch(({ message }) =>
          Effect.succeed(message.replaceAll(role, "ROLE").replaceAll(config.database, "DATABASE"))
        )
      )
    return { run, start }
  })

const lacking = (remedy: string) =>
  `the database role "ROLE" lacks a permission: ${remedy} (docs/operations.md, Grants)`

const byOwner = lacking("run quire migrate as the role that owns the tables, and start the server with --no-migrate")

describe("a database role that lacks a grant (rule grants-named)", () => {
  it.live("fails with the statement for each missing grant of a server", () =>
    Effect.gen(function* () {
      const { run, start } = yield* open(migrated)
      assert.strictEqual(yield* start("off"), lacking('run grant usage on schema "quire" to "ROLE"'))
      yield* run('grant usage on schema "quire" to ROLE')
      const tables = 'grant select, insert, update, delete on all tables in schema "quire" to'
      assert.strictEqual(yield* start("off"), lacking(`run ${tables} "ROLE"`))
      yield* run("grant select, insert, update on all tables in schema quire to ROLE")
      assert.strictEqual(yield* start("off"), lacking(`run ${tables} "ROLE"`))
      yield* run(`${tables} ROLE`)
      assert.strictEqual(yield* start("off"), "started")
      assert.strictEqual(yield* start("auto"), byOwner)
      yield* run("grant create on schema quire to ROLE")
      assert.strictEqual(yield* start("auto"), byOwner)
    }).pipe(Effect.scoped)
  )

  it.live("migrates an empty database once it may create a schema", () =>
    Effect.gen(function* () {
      const { run, start } = yield* open()
      assert.strictEqual(yield* start("auto"), lacking('run grant create on database "DATABASE" to "ROLE"'))
      yield* run("do $$ begin execute format('grant create on database %I to ROLE', current_database()); end $$")
      assert.strictEqual(yield* start("auto"), "started")
      assert.strictEqual(yield* start("off"), "started")
    }).pipe(Effect.scoped)
  )
})
