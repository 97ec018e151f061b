import { Clock, Data, Effect, Result, Schema } from "effect"
import { PgSession, unbounded } from "./PgSession.ts"
import { qualify, quote } from "./SqlText.ts"

/** One step of the schema's history. Released migrations never change, and ids ascend. */
export interface Migration {
  readonly id: number
  readonly name: string
  /** Run in one transaction; unqualified names refer to the session's schema. */
  readonly statements: ReadonlyArray<string>
  /** Changes that SQL cannot express; run after the statements in the same transaction, with the same search path. */
  readonly rewrite?: Effect.Effect<void, never, PgSession>
}

/** A migration that was applied to a database. */
export interface Applied {
  readonly id: number
  readonly name: string
}

/** The database has migrations unknown to this program: a newer version has written it, or another program. */
export class MigrationRefused extends Data.TaggedError("MigrationRefused")<{
  readonly schema: string
  readonly detail: string
}> {
  override get message() {
    return `the database schema "${this.schema}" cannot be used by this version: ${this.detail}`
  }
}

const describe = ({ id, name }: Applied): string => `migration ${id} (${name})`

/** The pending migrations, or why none may run. */
export const findPending = (
  migrations: ReadonlyArray<Migration>,
  history: ReadonlyArray<Applied>
): Result.Result<ReadonlyArray<Migration>, string> => {
  const disorder = migrations.find(({ id }, index) => index > 0 && id <= (migrations[index - 1]?.id ?? 0))
  if (disorder !== undefined) return Result.fail(`${describe(disorder)} is out of order in the program`)
  for (const past of history) {
    const known = migrations.find(({ id }) => id === past.id)
    if (known === undefined) return Result.fail(`it has had ${describe(past)}, which only a newer version knows`)
    if (known.name !== past.name)
      return Result.fail(`it has had ${describe(past)} where this version has ${describe(known)}`)
  }
  const latest = Math.max(0, ...history.map(({ id }) => id))
  const missing = migrations.filter(({ id }) => !history.some((past) => past.id === id))
  const skipped = missing.find(({ id }) => id < latest)
  return skipped === undefined
    ? Result.succeed(missing)
    : Result.fail(`${describe(skipped)} was skipped by a later one`)
}

const queryDecoded = <A, I>(schema: Schema.Codec<A, I>, sql: string, params?: ReadonlyArray<unknown>) =>
  Effect.flatMap(PgSession, ({ query }) =>
    Effect.orDie(Effect.flatMap(query(sql, params), Schema.decodeUnknownEffect(Schema.Array(schema))))
  )

const Present = Schema.Struct({ present: Schema.Boolean })
const Path = Schema.Struct({ path: Schema.String })
const History = Schema.Struct({ id: Schema.Int, name: Schema.String })

const tableOf = (schema: string): string => qualify(schema, "migrations")

const exists = (expression: string, name: string) =>
  Effect.map(
    queryDecoded(Present, `select ${expression}($1::text) is not null as present`, [name]),
    ([row]) => row?.present
  )

const readHistory = Effect.gen(function* () {
  const { schema } = yield* PgSession
  if (!(yield* exists("to_regclass", tableOf(schema)))) return []
  return yield* queryDecoded(History, `select id, name from ${tableOf(schema)} order by id`)
})

/** The pending migrations; none is run. */
export const plan = Effect.fnUntraced(function* (migrations: ReadonlyArray<Migration>) {
  const { schema } = yield* PgSession
  const missing = findPending(migrations, yield* readHistory)
  return yield* Effect.mapError(Effect.fromResult(missing), (detail) => new MigrationRefused({ schema, detail }))
})

/** Serializes migrations inside a transaction, also where session locks have no effect. */
const waitForTurn = Effect.flatMap(PgSession, ({ query, schema }) =>
  query("select pg_advisory_xact_lock(hashtextextended('quire: migrate ' || $1::text, 0))", [schema])
)

const prepareSchema = Effect.gen(function* () {
  const { schema, script } = yield* PgSession
  yield* waitForTurn
  if (!(yield* exists("to_regnamespace", quote(schema)))) yield* script(`create schema ${quote(schema)}`)
  if (yield* exists("to_regclass", tableOf(schema))) return
  yield* script(
    `create table ${tableOf(schema)} (id integer primary key, name text not null, applied_at bigint not null)`
  )
})

const runMigration = Effect.fnUntraced(function* ({ id, name, rewrite = Effect.void, statements }: Migration) {
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
  yield* query(`insert into ${tableOf(schema)} (id, name, applied_at) values ($1, $2, $3)`, [
    id,
    name,
    yield* Clock.currentTimeMillis
  ])
  return [{ id, name }]
})

/**
 * Brings the session's schema up to date, creating it when absent; returns the migrations run by this call. Of several
 * programs that start together one migrates and the others wait. Each migration is a transaction without a deadline.
 */
export const apply = Effect.fnUntraced(function* (migrations: ReadonlyArray<Migration>) {
  const { schema, withLock, atomic } = yield* PgSession
  const work = Effect.gen(function* () {
    yield* atomic(prepareSchema)
    const steps = yield* Effect.forEach(yield* plan(migrations), (migration) => atomic(runMigration(migration)))
    return steps.flat()
  })
  return yield* unbounded(withLock(`migrate ${schema}`, work))
})
