import { Postgres } from "@quire/adapters/postgres"
import { Effect, Layer, Redacted } from "effect"
import { Client } from "pg"
import { inject } from "vitest"

declare module "vitest" {
  interface ProvidedContext {
    readonly postgres: {
      readonly host: string
      readonly port: number
      readonly username: string
      readonly password: string
      readonly database: string
    }
  }
}

export interface Config {
  readonly host: string
  readonly port: number
  readonly username: string
  readonly password: Redacted.Redacted<string>
  readonly database: string
}

/** Opens a connection. */
export const connected = async ({ password, username: user, ...server }: Config): Promise<Client> => {
  const client = new Client({ user, password: Redacted.value(password), ...server })
  await client.connect()
  return client
}

const configOf = (database: string): Config => {
  const { password, ...server } = inject("postgres")
  return { ...server, database, password: Redacted.make(password) }
}

const administer = <A>(act: (client: Client) => Promise<A>) =>
  Effect.promise(async () => {
    const client = await connected(configOf(inject("postgres").database))
    try {
      return await act(client)
    } finally {
      await client.end()
    }
  })

let count = 0

/** A separate database until the end of the scope, as a copy of a template. */
const copyOf = (template: string) =>
  Effect.acquireRelease(
    Effect.suspend(() => {
      count += 1
      const database = `quire_test_engine_${process.pid}_${count}`
      const statement = `create database "${database}" template "${template}"`
      return Effect.as(
        administer((client) => client.query(statement)),
        configOf(database)
      )
    }),
    ({ database }) => administer((client) => client.query(`drop database "${database}" with (force)`))
  )

/** An empty database on the run's server, dropped at the end of the scope. */
export const fresh = copyOf("template1")

const template = "quire_test_template_engine"

/** Creates the database that migrated ones are copied from, once per run: a lock makes other workers wait for it. */
const migratedTemplate = Effect.gen(function* () {
  const admin = yield* Effect.acquireRelease(
    Effect.promise(() => connected(configOf(inject("postgres").database))),
    (client) => Effect.promise(() => client.end())
  )
  const run = (sql: string, ...values: ReadonlyArray<string>) => Effect.promise(() => admin.query(sql, [...values]))
  yield* run("select pg_advisory_lock(hashtextextended($1, 0))", template)
  const { rowCount } = yield* run("select from pg_database where datname = $1", template)
  if (rowCount === 0) {
    const unfinished = `${template}_building`
    yield* run(`drop database if exists "${unfinished}" with (force)`)
    yield* run(`create database "${unfinished}"`)
    yield* Effect.scoped(Layer.build(Layer.orDie(Postgres.layer(configOf(unfinished)))))
    yield* run(`alter database "${unfinished}" rename to "${template}"`)
  }
  return template
}).pipe(Effect.scoped)

/** A database with the schema of the program and no rows, dropped at the end of the scope. */
export const migrated = Effect.flatMap(migratedTemplate, copyOf)
