import { Clock, Data, Effect, Result, Schema } from "effect"
import { PgSession, unbounded } from "./PgSession.ts"
import { qualify, quote } from "./SqlText.ts"

/** One step of the schema's history. Released migrations never change, and ids ascend. */
export interface Migration {
  readonly id: number
  readonly name: string
  /** Run in one transaction; unqualified names refer to the session's schema. */
  readonly statements: ReadonlyArray<string>
  /**
   * Whether programs that do not know the migration can still use the schema (rule migration-additive). Such a
   * migration only adds to the schema, and old and new programs can read and write each other's rows.
   */
  readonly additive?: boolean
  /** Whether it only changes tables that backups leave out, so that earlier backups can still be restored. */
  readonly derived?: boolean
  /** The collections that it adds, if it does nothing else: earlier backups lack them and can still be restored. */
  readonly adds?: ReadonlyArray<string>
  /**
   * Tables that programs before this migration use, and programs with it do not. They are emptied when all servers
   * should have been replaced (rule migration-replaced).
   */
  readonly replaces?: ReadonlyArray<string>
  /** Changes that SQL cannot express; run after the statements in the same transaction, with the same search path. */
  readonly rewrite?: Effect.Effect<void, never, PgSession>
}

/** A migration that was applied to a database. */
export interface AppliedMigration {
  readonly id: number
  readonly name: string
}

/** The migration state that a database reports. */
export interface Past extends AppliedMigration {
  readonly additive?: boolean
}

export const limits = {
  /** Milliseconds in which servers are replaced after a migration. */
  replacing: 86_400_000
} as const

/** The schema does not fit this program: a newer version has written it, or another program, or it is not up to date. */
export class MigrationRefused extends Data.TaggedError("MigrationRefused")<{
  readonly schema: string
  readonly detail: string
}> {
  override get message() {
    return `the database schema "${this.schema}" cannot be used by this version: ${this.detail}`
  }
}

const describe = ({ id, name }: AppliedMigration): string => `migration ${id} (${name})`

/**
 * The pending migrations, or the reason why none may run. Unknown migrations must be additive and come after all known
 * ones.
 */
export const findPending = (
  migrations: ReadonlyArray<Migration>,
  history: ReadonlyArray<Past>
): Result.Result<ReadonlyArray<Migration>, string> => {
  const disorder = migrations.find(({ id }, index) => index > 0 && id <= (migrations[index - 1]?.id ?? 0))
  if (disorder !== undefined) return Result.fail(`${describe(disorder)} is out of order in this program`)
  for (const past of history) {
    const known = migrations.find(({ id }) => id === past.id)
    const isHarmless = past.additive === true && past.id > (migrations.at(-1)?.id ?? 0)
    if (known === undefined && isHarmless) continue
    if (known === undefined)
      return Result.fail(`it already applied ${describe(past)}, which only a newer version contains`)
    if (known.name !== past.name)
      return Result.fail(
        `it applied ${describe(past)} where this version has ${describe(known)}. A version with other migrations has ` +
          "written it: create a backup with that version, and restore it with this version into a new database"
      )
  }
  const latest = Math.max(0, ...history.map(({ id }) => id))
  const missing = migrations.filter(({ id }) => !history.some((past) => past.id === id))
  const skipped = missing.find(({ id }) => id < latest)
  return skipped === undefined
    ? Result.succeed(missing)
    : Result.fail(`${describe(skipped)} was skipped, although a later migration was applied`)
}

const queryDecoded = <A, I>(schema: Schema.Codec<A, I>, sql: string, params?: ReadonlyArray<unknown>) =>
  Effect.flatMap(PgSession, ({ query }) =>
    Effect.orDie(Effect.flatMap(query(sql, params), Schema.decodeUnknownEffect(Schema.Array(schema))))
  )

const Present = Schema.Struct({ present: Schema.Boolean })
const Path = Schema.Struct({ path: Schema.String })
const History = Schema.Struct({
  id: Schema.Int,
  name: Schema.String,
  additive: Schema.Boolean,
  at: Schema.Number
})

const tableOf = (schema: string): string => qualify(schema, "migrations")

const exists = (expression: string, name: string) =>
  Effect.map(
    queryDecoded(Present, `select ${expression}($1::text) is not null as present`, [name]),
    ([row]) => row?.present
  )

const hasRows = Effect.fnUntraced(function* (table: string) {
  if (!(yield* exists("to_regclass", table))) return false
  const [row] = yield* queryDecoded(Present, `select exists (select from ${table}) as present`)
  return row?.present === true
})

const emptying = (table: string): string => `truncate ${table}`

const readHistory = Effect.gen(function* () {
  const { schema } = yield* PgSession
  if (!(yield* exists("to_regclass", tableOf(schema)))) return []
  return yield* queryDecoded(History, `select id, name, applied_at as at, additive from ${tableOf(schema)} order by id`)
})

/** Returns the pending migrations without running them. */
export const plan = Effect.fnUntraced(function* (migrations: ReadonlyArray<Migration>) {
  const { schema } = yield* PgSession
  const missing = findPending(migrations, yield* readHistory)
  return yield* Effect.mapError(Effect.fromResult(missing), (detail) => new MigrationRefused({ schema, detail }))
})

/** Tables with rows that no program uses any more (rule migration-replaced). */
const findReplaced = Effect.fnUntraced(function* (migrations: ReadonlyArray<Migration>) {
  const { schema } = yield* PgSession
  const before = (yield* Clock.currentTimeMillis) - limits.replacing
  const over = new Set((yield* readHistory).flatMap(({ at, id }) => (at <= before ? [id] : [])))
  const tables = migrations.flatMap(({ id, replaces = [] }) => (over.has(id) ? replaces : []))
  return yield* Effect.filter(
    tables.map((table) => qualify(schema, table)),
    (table) => hasRows(table)
  )
})

const emptyReplaced = Effect.fnUntraced(function* (migrations: ReadonlyArray<Migration>) {
  const { script } = yield* PgSession
  for (const table of yield* findReplaced(migrations)) yield* script(emptying(table))
})

const createTable = (schema: string): string =>
  `create table if not exists ${tableOf(schema)} (id integer primary key, name text not null,
    applied_at bigint not null, additive boolean not null default false)`

/** Serializes migrations inside a transaction, also where session locks have no effect. */
const waitForTurn = Effect.flatMap(PgSession, ({ query, schema }) =>
  query("select pg_advisory_xact_lock(hashtextextended('quire: migrate ' || $1::text, 0))", [schema])
)

const prepareSchema = Effect.gen(function* () {
  const { schema, script } = yield* PgSession
  yield* waitForTurn
  if (!(yield* exists("to_regnamespace", quote(schema)))) yield* script(`create schema ${quote(schema)}`)
  if (!(yield* exists("to_regclass", tableOf(schema)))) yield* script(createTable(schema))
})

const runMigration = Effect.fnUntraced(function* (migration: Migration) {
  const { additive = false, id, name, rewrite = Effect.void, statements } = migration
  const { schema, script, query } = yield* PgSession
  yield* waitForTurn
  if ((yield* readHistory).some((past) => past.id === id)) return []
  const [before] = yield* queryDecoded(Path, "select current_setting('search_path') as path")
  const path = before?.path ?? ""
  yield* query("select set_config('search_path', $1, true)", [
    path === "" ? quote(schema) : `${quote(schema)}, ${path}`
  ])
  for (const statement of statements) yield* script(statement)
  yield* rewrite
  yield* query("select set_config('search_path', $1, true)", [path])
  yield* query(`insert into ${tableOf(schema)} (id, name, applied_at, additive) values ($1, $2, $3, $4)`, [
    id,
    name,
    yield* Clock.currentTimeMillis,
    additive
  ])
  return [{ id, name }]
})

const refuse = (detail: string) =>
  Effect.flatMap(PgSession, ({ schema }) => Effect.fail(new MigrationRefused({ schema, detail })))

/** Refuses a schema that lacks a migration of the program (rule migrate-off). */
export const requireUpToDate = Effect.fnUntraced(function* (migrations: ReadonlyArray<Migration>) {
  const [first, ...rest] = yield* plan(migrations)
  if (first === undefined) return
  const others = rest.length === 0 ? "" : ` and ${rest.length} more`
  return yield* refuse(`it lacks ${describe(first)}${others}; run quire migrate`)
})

const quoteText = (text: string): string => `'${text.replaceAll("'", "''")}'`

const transactionOf = (schema: string, comment: string, statements: ReadonlyArray<string>): string =>
  [
    `-- ${comment}\nbegin`,
    `select pg_advisory_xact_lock(hashtextextended('quire: migrate ' || ${quoteText(schema)}, 0))`,
    ...statements.map((statement) => statement.trim().replace(/;$/, "")),
    "commit;"
  ].join(";\n")

const sqlOfSchema = (schema: string): string =>
  transactionOf(schema, "what migrations are written down in", [
    `create schema if not exists ${quote(schema)}`,
    createTable(schema)
  ])

const sqlOf = (schema: string, { additive = false, id, name, statements }: Migration): string => {
  const columns = "(id, name, applied_at, additive)"
  const values = `${id}, ${quoteText(name)}, (extract(epoch from clock_timestamp()) * 1000)::bigint, ${additive}`
  return transactionOf(schema, describe({ id, name }), [
    `insert into ${tableOf(schema)} ${columns} values (${values})`,
    `select set_config('search_path', ${quoteText(`${quote(schema)}, `)} || current_setting('search_path'), true)`,
    ...statements
  ])
}

/**
 * Returns the pending migrations as SQL, each as a transaction, and the other changes that `apply` would make. Nothing
 * is executed. A migration that was applied in the meantime fails as a whole. Fails for migrations that rewrite rows in
 * code, unless there are no rows to rewrite.
 */
export const planSql = Effect.fnUntraced(function* (migrations: ReadonlyArray<Migration>) {
  const { schema } = yield* PgSession
  const pending = yield* plan(migrations)
  const rewriting = pending.find(({ rewrite }) => rewrite !== undefined)
  if (rewriting !== undefined && pending.length < migrations.length)
    return yield* refuse(`${describe(rewriting)} rewrites rows in code, not only in SQL; run quire migrate`)
  const replaced = yield* findReplaced(migrations)
  const emptied = replaced.map((table) => `-- tables that are no longer used\n${emptying(table)};`)
  if (pending.length + emptied.length === 0) return "-- The schema is up to date."
  const made = pending.map((migration) => sqlOf(schema, migration))
  return [...(made.length === 0 ? [] : [sqlOfSchema(schema)]), ...made, ...emptied].join("\n\n")
})

/**
 * Brings the session's schema up to date, creating it when absent, and returns the migrations applied by this call. If
 * several programs start together, one migrates and the others wait. Each migration is a transaction without a timeout.
 * Replaced tables are emptied.
 */
export const apply = Effect.fnUntraced(function* (migrations: ReadonlyArray<Migration>) {
  const { schema, withLock, atomic } = yield* PgSession
  const work = Effect.gen(function* () {
    yield* atomic(prepareSchema)
    const steps = yield* Effect.forEach(yield* plan(migrations), (migration) => atomic(runMigration(migration)))
    yield* emptyReplaced(migrations)
    return steps.flat()
  })
  return yield* unbounded(withLock(`migrate ${schema}`, work))
})
