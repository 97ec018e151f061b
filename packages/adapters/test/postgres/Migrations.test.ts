import { assert, describe, it } from "@effect/vitest"
import { Property } from "@quire/testing"
import { Effect, Layer, Result } from "effect"
import { TestClock } from "effect/testing"
import * as FastCheck from "fast-check"
import * as Migrations from "../../src/postgres/Migrations.ts"
import { migrations } from "../../src/postgres/migrations/index.ts"
import * as Session from "../../src/postgres/PgSession.ts"
import * as Postgres from "../../src/postgres/Postgres.ts"
import { codeOf, storeErrorOf } from "./support/Failures.ts"
import * as TestDatabase from "./support/TestDatabase.ts"

const { PgSession } = Session

const first: Migrations.Migration = {
  id: 1,
  name: "first",
  statements: ["create table notes (id integer primary key)", "insert into notes values (1)"]
}
const second: Migrations.Migration = {
  id: 2,
  name: "second",
  statements: ["alter table notes add column text text; create index on notes (text)"]
}
const third: Migrations.Migration = { id: 5, name: "third", statements: ["create table more (id integer)"] }
const all = [first, second, third]
const listed = all.map(({ id, name }) => ({ id, name }))

const session = (options: Omit<Session.Options, "url"> = {}) =>
  Layer.unwrap(Effect.map(TestDatabase.freshDatabase(), (config) => Session.layer({ ...config, ...options })))

const tables = Effect.flatMap(PgSession, ({ query }) =>
  Effect.map(
    query(
      "select table_schema || '.' || table_name as name from information_schema.tables where table_schema !~ '^(pg_|information)' order by 1"
    ),
    (rows) => rows.map(({ name }) => name)
  )
)

describe("Migrations", () => {
  it.effect("changes nothing in a plan, and applies a migration once with its time", () =>
    Effect.gen(function* () {
      const { query } = yield* PgSession
      assert.deepStrictEqual(yield* Migrations.plan(all), all)
      assert.deepStrictEqual(yield* tables, [])
      yield* TestClock.setTime(1_700_000_000_123)
      assert.deepStrictEqual(yield* Migrations.apply([first]), [{ id: 1, name: "first" }])
      assert.deepStrictEqual(yield* Migrations.plan(all), [second, third])
      assert.deepStrictEqual(yield* Migrations.apply(all), listed.slice(1))
      assert.deepStrictEqual(yield* Migrations.apply(all), [])
      assert.deepStrictEqual(yield* Migrations.plan(all), [])
      assert.deepStrictEqual(yield* tables, ["quire.migrations", "quire.more", "quire.notes"])
      const at = 1_700_000_000_123
      assert.deepStrictEqual(
        yield* query("select * from quire.migrations order by id"),
        listed.map((row) => ({ ...row, applied_at: at, additive: false }))
      )
    }).pipe(Effect.provide(session()))
  )

  it.effect("runs once on a fresh database for 8 starters, and the others wait and succeed", () =>
    Effect.gen(function* () {
      const config = yield* TestDatabase.freshDatabase()
      const starter = Effect.provide(Migrations.apply(all), Session.layer({ ...config, maxConnections: 1 }), {
        local: true
      })
      const answers = yield* Effect.all(
        Array.from({ length: 8 }, () => starter),
        { concurrency: 8 }
      )
      assert.deepStrictEqual(
        answers.filter((steps) => steps.length > 0),
        [listed]
      )
      assert.strictEqual(answers.length, 8)
    }).pipe(Effect.scoped)
  )

  it.effect("runs each migration once for 8 starters behind a transaction pooler", () =>
    Effect.gen(function* () {
      const config = yield* TestDatabase.freshDatabase()
      const layer = Session.layer({ ...config, maxConnections: 1, transactionPooler: true })
      const answers = yield* Effect.all(
        Array.from({ length: 8 }, () => Effect.provide(Migrations.apply(all), layer, { local: true })),
        { concurrency: 8 }
      )
      assert.deepStrictEqual(
        answers.flat().sort((a, b) => a.id - b.id),
        listed
      )
    }).pipe(Effect.scoped)
  )

  it.effect("leaves nothing of a failed migration, keeps the previous ones, and runs the corrected one", () =>
    Effect.gen(function* () {
      const broken = { ...second, statements: ["create table half (id integer)", "create table notes (id integer)"] }
      const error = storeErrorOf(yield* Effect.exit(Migrations.apply([first, broken])))
      assert.strictEqual(codeOf(error), "42P07")
      assert.deepStrictEqual(yield* tables, ["quire.migrations", "quire.notes"])
      assert.deepStrictEqual(yield* Migrations.apply(all), listed.slice(1))
    }).pipe(Effect.provide(session()))
  )

  it.effect("has no deadline", () =>
    Effect.gen(function* () {
      const slow = { id: 1, name: "slow", statements: ["select pg_sleep(0.9)"] }
      assert.deepStrictEqual(yield* Migrations.apply([slow]), [{ id: 1, name: "slow" }])
    }).pipe(Effect.provide(session({ statementTimeout: 400 })))
  )

  it.effect("rejects and keeps a database that a newer version has migrated", () =>
    Effect.gen(function* () {
      yield* Migrations.apply(all)
      const older = [first, second]
      for (const error of [yield* Effect.flip(Migrations.apply(older)), yield* Effect.flip(Migrations.plan(older))]) {
        assert.strictEqual(error._tag, "MigrationRefused")
        assert.match(
          error.message,
          /"quire" cannot be used .* migration 5 \(third\), which only a newer version contains/
        )
      }
    }).pipe(Effect.provide(session()))
  )

  it.effect(
    "rejects and keeps a database with other migrations, and states how to move its content (rule migration-additive)",
    () =>
      Effect.gen(function* () {
        const { query } = yield* PgSession
        yield* Migrations.apply([{ id: 1, name: "foundation", statements: [] }])
        const acts = [
          Effect.asVoid(Postgres.plan),
          Effect.asVoid(Postgres.planSql),
          Effect.asVoid(Postgres.migrate),
          Migrations.requireUpToDate(migrations)
        ]
        for (const act of acts) {
          const { _tag, message } = yield* Effect.flip(act)
          assert.strictEqual(_tag, "MigrationRefused")
          assert.match(
            message,
            /"quire" cannot be used .* it applied migration 1 \(foundation\) where this version has migration 1 \(initial schema\)\. A version with other migrations has written it: create a backup with that version, and restore it with this version into a new database$/
          )
        }
        assert.deepStrictEqual(yield* tables, ["quire.migrations"])
        assert.deepStrictEqual(yield* query("select name from quire.migrations"), [{ name: "foundation" }])
      }).pipe(Effect.provide(session()))
  )

  it.effect("separates schemas with any names", () =>
    Effect.gen(function* () {
      const config = yield* TestDatabase.freshDatabase()
      for (const schema of ['we"ird Name', "plain"]) {
        const applied = Effect.provide(Migrations.apply([first]), Session.layer({ ...config, schema }))
        assert.deepStrictEqual(yield* applied, [{ id: 1, name: "first" }])
      }
      const names = yield* Effect.provide(tables, Session.layer(config))
      assert.deepStrictEqual(names, ["plain.migrations", "plain.notes", 'we"ird Name.migrations', 'we"ird Name.notes'])
    }).pipe(Effect.scoped)
  )

  it.effect("follows the host's transaction, and restores the search path", () =>
    Effect.gen(function* () {
      const { database } = yield* TestDatabase.freshDatabase()
      const client = yield* TestDatabase.client(database)
      const run = (sql: string) => Effect.promise(() => client.query(sql))
      yield* run("begin")
      yield* run("set local search_path to pg_catalog, public")
      assert.deepStrictEqual(yield* Effect.provide(Migrations.apply(all), Session.layerFromClient(client)), listed)
      assert.deepStrictEqual((yield* run("show search_path")).rows, [{ search_path: "pg_catalog, public" }])
      yield* run("rollback")
      assert.deepStrictEqual(yield* Effect.provide(tables, Session.layerFromClient(client)), [])
    })
  )
})

describe("the list of pending migrations", () => {
  const program = FastCheck.uniqueArray(FastCheck.integer({ min: 1, max: 50 }), { maxLength: 12 }).map((ids) =>
    ids.sort((a, b) => a - b).map((id) => ({ id, name: `m${id}`, statements: [] }))
  )
  const detail = (
    migrations: ReadonlyArray<Migrations.Migration>,
    history: ReadonlyArray<Migrations.AppliedMigration>
  ) => Result.getOrElse(Result.flip(Migrations.findPending(migrations, history)), () => "accepted")

  it("contains the rest in order after the first n of a program", () =>
    Property.sync([program, FastCheck.nat(12)], ([all, n]) => {
      assert.deepStrictEqual(Migrations.findPending(all, all.slice(0, n)), Result.succeed(all.slice(n)))
    }))

  it("rejects a history with an unknown, renamed or skipped migration", () =>
    Property.sync([program, FastCheck.nat()], ([all, n]) => {
      FastCheck.pre(all.length > 1)
      const index = n % all.length
      const one = all[index] ?? first
      const without = all.filter(({ id }) => id !== one.id)
      assert.include(detail(without, all), "only a newer version contains")
      assert.include(
        detail(
          [...without, { ...one, name: "other" }].sort((a, b) => a.id - b.id),
          all
        ),
        "where this version has"
      )
      const last = index === all.length - 1
      assert.strictEqual(detail(all, without).includes("was skipped"), !last)
      assert.include(detail([...all, one], []), "out of order")
    }))
})
