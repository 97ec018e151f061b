import { Effect, Layer, Redacted, type Scope } from "effect"
import { Client } from "pg"
import { inject } from "vitest"
import type * as EmbeddedPostgres from "../../../src/postgres/EmbeddedPostgres.ts"
import { pause } from "../../../src/postgres/Pause.ts"
import * as PgSession from "../../../src/postgres/PgSession.ts"

/** A database that fresh ones are copied from; `build` runs once per test run, on an empty database. */
export interface Template {
  readonly name: string
  readonly build: Effect.Effect<unknown, unknown, PgSession.PgSession>
}

/** The run's server and its maintenance database. */
export const server = (): EmbeddedPostgres.Config => {
  const provided = inject("postgres")
  return { ...provided, password: Redacted.make(provided.password) }
}

const configOf = (database: string): EmbeddedPostgres.Config => ({ ...server(), database })

/** A client of pg's own on a database of the run's server: for what a host or an administrator would do. */
export const client = (database?: string, { pipeline = false } = {}): Effect.Effect<Client, never, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const { username: user, ...server } = inject("postgres")
      const config = { user, ...server, pipeline, ...(database === undefined ? {} : { database }) }
      const made = new Client(config)
      made.on("error", () => {})
      await made.connect()
      return made
    }),
    (made) => Effect.promise(() => made.end())
  )

/** Runs one statement on a separate connection, as superuser of the run's server. */
export const administer = (sql: string, database?: string) =>
  Effect.scoped(Effect.flatMap(client(database), (made) => Effect.promise(() => made.query(sql))))

/** Waits until a statement returns true as `met`. */
export const until = (sql: string): Effect.Effect<void> =>
  Effect.flatMap(administer(sql), ({ rows }) =>
    rows[0]?.met === true ? Effect.void : Effect.andThen(pause(5), until(sql))
  )

const templateOf = Effect.fnUntraced(function* ({ name, build }: Template) {
  const database = `quire_test_template_${name}`
  const admin = yield* client()
  const run = (sql: string, ...params: ReadonlyArray<string>) => Effect.promise(() => admin.query(sql, [...params]))
  yield* run("select pg_advisory_lock(hashtextextended($1, 0))", database)
  const { rowCount } = yield* run("select from pg_database where datname = $1", database)
  if (rowCount === 0) {
    const unfinished = `${database}_building`
    yield* run(`drop database if exists "${unfinished}" with (force)`)
    yield* run(`create database "${unfinished}"`)
    yield* Effect.orDie(Effect.provide(build, PgSession.layer(configOf(unfinished))))
    yield* run(`alter database "${unfinished}" rename to "${database}"`)
  }
  return database
}, Effect.scoped)

let count = 0

/** A database for this test alone, empty or like the template, dropped at the end of the scope. */
export const freshDatabase = (template?: Template): Effect.Effect<EmbeddedPostgres.Config, never, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.gen(function* () {
      count += 1
      const name = `quire_test_${process.pid}_${count}`
      const source = template === undefined ? "template1" : yield* templateOf(template)
      yield* administer(`create database "${name}" template "${source}"`)
      return configOf(name)
    }),
    ({ database }) => administer(`drop database "${database}" with (force)`)
  )

/** A session on a separate database. */
export const layer = (
  options: { readonly template?: Template } & Omit<PgSession.Options, keyof EmbeddedPostgres.Config | "url"> = {}
): Layer.Layer<PgSession.PgSession> => {
  const { template, ...rest } = options
  return Layer.unwrap(
    Effect.map(freshDatabase(template), (config) => Layer.orDie(PgSession.layer({ ...config, ...rest })))
  )
}
