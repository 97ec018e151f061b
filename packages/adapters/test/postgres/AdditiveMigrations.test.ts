import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import * as Migrations from "../../src/postgres/Migrations.ts"
import { migrations } from "../../src/postgres/migrations/index.ts"
import * as Session from "../../src/postgres/PgSession.ts"
import * as Catalogue from "./support/Catalogue.ts"
import * as TestDatabase from "./support/TestDatabase.ts"

const { PgSession } = Session

const first: Migrations.Migration = {
  id: 1,
  name: "first",
  statements: ["create table notes (id integer primary key)"]
}
const more: Migrations.Migration = {
  id: 3,
  name: "more",
  additive: true,
  statements: ["alter table notes add column text text;", "create index on notes (text)"]
}
const most: Migrations.Migration = {
  id: 4,
  name: "it's",
  additive: true,
  statements: ["create table others (id text)"]
}
const narrower: Migrations.Migration = { id: 4, name: "narrower", statements: ["alter table notes drop column text"] }

const refused = <A>(effect: Effect.Effect<A, Migrations.MigrationRefused, Session.PgSession>) =>
  Effect.map(Effect.flip(effect), ({ message }) => message)

const catalogue = Effect.flatMap(PgSession, ({ schema }) => Catalogue.of(schema))

describe("a schema that is newer than the program (rule migration-additive)", () => {
  it.effect("serves and stays unchanged when all unknown migrations are additive", () =>
    Effect.gen(function* () {
      yield* Migrations.apply([first, more, most])
      const before = yield* catalogue
      for (const older of [[first, more], [first]]) {
        assert.deepStrictEqual(yield* Migrations.plan(older), [])
        assert.deepStrictEqual(yield* Migrations.apply(older), [])
        yield* Migrations.requireUpToDate(older)
      }
      assert.deepStrictEqual(yield* catalogue, before)
    }).pipe(Effect.provide(TestDatabase.layer()))
  )

  it.effect("fails when an unknown migration is not additive", () =>
    Effect.gen(function* () {
      yield* Migrations.apply([first, more, narrower])
      for (const older of [[first, more], [first]]) {
        const refusal = yield* refused(Migrations.apply(older))
        assert.match(refusal, /migration 4 \(narrower\), which only a newer version contains/)
        assert.strictEqual(yield* refused(Migrations.requireUpToDate(older)), refusal)
      }
    }).pipe(Effect.provide(TestDatabase.layer()))
  )

  it.effect("fails when an unknown migration is additive but not after all known ones", () =>
    Effect.gen(function* () {
      yield* Migrations.apply([first, more, most])
      assert.match(yield* refused(Migrations.plan([first, most])), /migration 3 \(more\), which only a newer version/)
    }).pipe(Effect.provide(TestDatabase.layer()))
  )
})

describe("an additive migration of the program", () => {
  const allowed = [
    /^create (unlogged )?table "[a-z_]+" \(/,
    /^create (unique )?index "\w+" on "[a-z_]+" /,
    /^create function [a-z_]+\(/,
    /^create trigger "\w+" after [^;]* on "[a-z_]+"/,
    /^alter table "[a-z_]+" add constraint "\w+"\s+foreign key [^;]*on delete (cascade|set null)/,
    /^alter table "[a-z_]+" add column "\w+" [^;]*$/
  ]
  const filling = /^insert into "([a-z_]+)" /
  const storage = /^alter table "([a-z_]+)" (alter column "\w+" set storage \w+(,\s+)?)+$/

  /** What a migration has that programs before it cannot serve with. */
  const notAdditive = ({ rewrite, statements }: Migrations.Migration) => {
    const made = new Set(
      statements.flatMap((statement) => /^create (?:unlogged )?table "([a-z_]+)"/.exec(statement.trim())?.[1] ?? [])
    )
    const isOfMade = (pattern: RegExp, statement: string) => made.has(pattern.exec(statement.trim())?.[1] ?? "")
    const isAllowed = (statement: string) =>
      isOfMade(storage, statement) ||
      isOfMade(filling, statement) ||
      allowed.some((pattern) => pattern.test(statement.trim()))
    const needsValue = (statement: string) =>
      /add column/.test(statement) && /not null/.test(statement) && !/default/.test(statement)
    const unique = /^create unique index "\w+" on "([a-z_]+)"/
    const isUniqueOfOther = (statement: string) => unique.test(statement.trim()) && !isOfMade(unique, statement)
    return [
      ...statements.filter((statement) => !isAllowed(statement) || needsValue(statement) || isUniqueOfOther(statement)),
      ...(rewrite === undefined ? [] : ["rewrite"])
    ]
  }

  it("contains only additive statements", () => {
    const marked = migrations.filter(({ additive }) => additive === true)
    assert.deepStrictEqual(
      marked.flatMap((migration) => notAdditive(migration)),
      []
    )
  })

  it("may add tables with rows, columns, indexes, functions, triggers and references", () => {
    const statements = [
      `create table "notes" ("id" text collate "C" primary key, "space" text collate "C" not null)`,
      `alter table "notes" alter column "id" set storage plain, alter column "space" set storage main`,
      `create unique index "notes_space_key" on "notes" ("space")`,
      `create unlogged table "counts" ("id" text primary key)`,
      `alter table "notes" add constraint "notes_space_fkey"
        foreign key ("space") references "spaces" ("id") on delete cascade`,
      `create function note_words(note text) returns tsvector language sql as $$ select to_tsvector(note) $$`,
      `create index "spaces_noted_idx" on "spaces" ("noted")`,
      `alter table "spaces" add column "noted" bigint`,
      `alter table "jobs" add column "share" text collate "C" not null default ''`,
      `insert into "notes" (id) select "id" from "spaces"`,
      `create trigger "spaces_counted" after insert on "spaces" for each statement execute function count_spaces()`
    ]
    assert.deepStrictEqual(notAdditive({ id: 9, name: "notes", statements }), [])
  })

  it("may not change what programs before it use", () => {
    const statements = [
      `alter table "spaces" drop column "revision"`,
      `alter table "spaces" add column "noted" bigint not null`,
      `alter table "spaces" alter column "id" set storage plain`,
      `alter table "spaces" add constraint "spaces_note_fkey" foreign key ("note") references "notes" ("id")`,
      `create unique index "spaces_noted_key" on "spaces" ("noted")`,
      `update "spaces" set "version" = 1`,
      `insert into "spaces" (id) values ('a')`,
      `create trigger "spaces_checked" before insert on "spaces" for each row execute function check_space()`,
      `drop table "spaces"`
    ]
    const migration = { id: 9, name: "notes", statements, rewrite: Effect.void }
    assert.deepStrictEqual(notAdditive(migration), [...statements, "rewrite"])
  })
})

describe("a table that was replaced (rule migration-replaced)", () => {
  const replacing: Migrations.Migration = { ...most, replaces: ["notes"] }
  const dropping: Migrations.Migration = { id: 5, name: "dropping", statements: ["drop table notes"] }

  const setup = Effect.gen(function* () {
    const { query, script } = yield* PgSession
    yield* TestClock.setTime(1_700_000_000_000)
    yield* Migrations.apply([first, more])
    yield* script("insert into quire.notes (id) values (1)")
    yield* Migrations.apply([first, more, replacing])
    const count = Effect.map(query("select count(*) as count from quire.notes"), ([row]) => row?.["count"])
    return { count, script }
  })
  const program = [first, more, replacing]

  it.effect("loses its rows with the first migration after a day, and keeps existing for older programs", () =>
    Effect.gen(function* () {
      const { count, script } = yield* setup
      yield* TestClock.adjust(Migrations.limits.replacing - 1)
      assert.deepStrictEqual(yield* Migrations.apply(program), [])
      assert.strictEqual(yield* Migrations.planSql(program), "-- The schema is up to date.")
      assert.strictEqual(yield* count, 1)
      yield* TestClock.adjust(1)
      yield* Migrations.requireUpToDate(program)
      assert.strictEqual(
        yield* Migrations.planSql(program),
        `-- tables that are no longer used\ntruncate "quire"."notes";`
      )
      assert.strictEqual(yield* count, 1)
      assert.deepStrictEqual(yield* Migrations.apply(program), [])
      assert.strictEqual(yield* count, 0)
      assert.strictEqual(yield* Migrations.planSql(program), "-- The schema is up to date.")
      assert.deepStrictEqual(yield* Migrations.apply([first, more]), [])
      yield* script("insert into quire.notes (id) values (2)")
      yield* Migrations.apply([first, more])
      assert.strictEqual(yield* count, 1)
    }).pipe(Effect.provide(TestDatabase.layer()))
  )

  it.effect("allows that the table was dropped", () =>
    Effect.gen(function* () {
      yield* setup
      yield* Migrations.apply([...program, dropping])
      yield* TestClock.adjust(Migrations.limits.replacing)
      assert.deepStrictEqual(yield* Migrations.apply([...program, dropping]), [])
    }).pipe(Effect.provide(TestDatabase.layer()))
  )
})

describe("the option to disable migrations (rule migrate-off)", () => {
  it.effect("fails by name with an outdated schema, and changes nothing", () =>
    Effect.gen(function* () {
      const { query } = yield* PgSession
      const empty = "select to_regnamespace('quire') is null as empty"
      assert.match(
        yield* refused(Migrations.requireUpToDate([first, more, most])),
        /"quire" cannot be used by this version: it lacks migration 1 \(first\) and 2 more; run quire migrate$/
      )
      assert.deepStrictEqual(yield* query(empty), [{ empty: true }])
      yield* Migrations.apply([first, more])
      const before = yield* catalogue
      assert.match(
        yield* refused(Migrations.requireUpToDate([first, more, most])),
        /it lacks migration 4 \(it's\); run quire migrate$/
      )
      assert.deepStrictEqual(yield* catalogue, before)
      yield* Migrations.requireUpToDate([first, more])
    }).pipe(Effect.provide(TestDatabase.layer()))
  )
})

describe("the SQL of migrations (rule migrate-sql)", () => {
  /** What an administrator does with it. */
  const byHand = (config: { readonly database: string }, sql: string) =>
    Effect.scoped(
      Effect.flatMap(TestDatabase.client(config.database), (client) =>
        Effect.tryPromise({ try: () => client.query(sql), catch: (error) => error })
      )
    )

  const made = Effect.gen(function* () {
    const { query } = yield* PgSession
    const history = yield* query("select id, name, additive from quire.migrations order by id")
    return { catalogue: yield* catalogue, history }
  })

  it.effect("leaves the same schema as migrating, for the whole history of the program", () =>
    Effect.gen(function* () {
      const [one, other] = [yield* TestDatabase.freshDatabase(), yield* TestDatabase.freshDatabase()]
      const at = <A, E>(config: typeof one, effect: Effect.Effect<A, E, Session.PgSession>) =>
        Effect.provide(effect, Session.layer(config), { local: true })
      yield* at(one, Migrations.apply(migrations))
      const sql = yield* at(other, Migrations.planSql(migrations))
      assert.deepStrictEqual(yield* at(other, catalogue), { columns: [], indexes: [], constraints: [] })
      yield* byHand(other, sql)
      assert.deepStrictEqual(yield* at(other, made), yield* at(one, made))
      yield* at(other, Migrations.requireUpToDate(migrations))
      assert.strictEqual(yield* at(other, Migrations.planSql(migrations)), "-- The schema is up to date.")
      yield* Effect.flip(byHand(other, sql))
      assert.deepStrictEqual(yield* at(other, made), yield* at(one, made))
    }).pipe(Effect.scoped)
  )

  it.effect("contains only pending migrations, for a schema with any name", () =>
    Effect.gen(function* () {
      const config = yield* TestDatabase.freshDatabase()
      const session = Session.layer({ ...config, schema: `we"ird 'Name` })
      const sql = yield* Effect.provide(
        Effect.andThen(Migrations.apply([first]), Migrations.planSql([first, more, most])),
        session,
        { local: true }
      )
      assert.notMatch(sql, /create table notes/)
      yield* byHand(config, sql)
      const left = Effect.andThen(Migrations.requireUpToDate([first, more, most]), Migrations.plan([first, more]))
      assert.deepStrictEqual(yield* Effect.provide(left, session, { local: true }), [])
    }).pipe(Effect.scoped)
  )

  it.effect("fails where rows are rewritten by more than SQL", () =>
    Effect.gen(function* () {
      const rewriting = { ...more, rewrite: Effect.void }
      assert.match(yield* Migrations.planSql([first, rewriting]), /migration 3 \(more\)/)
      yield* Migrations.apply([first])
      assert.match(
        yield* refused(Migrations.planSql([first, rewriting])),
        /migration 3 \(more\) rewrites rows in code, not only in SQL; run quire migrate/
      )
    }).pipe(Effect.provide(TestDatabase.layer()))
  )
})
