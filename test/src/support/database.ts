import { Effect, Redacted } from "effect"
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

const create = Effect.suspend(() => {
  count += 1
  const database = `quire_test_engine_${process.pid}_${count}`
  return Effect.as(
    administer((client) => client.query(`create database "${database}"`)),
    configOf(database)
  )
})

/** An empty database on the run's server, dropped at the end of the scope. */
export const fresh = Effect.acquireRelease(create, ({ database }) =>
  administer((client) => client.query(`drop database "${database}" with (force)`))
)

/** Databases released by tests: creating a schema takes longer than most tests. */
const idle: Array<Config> = []

const ofProgram = "schemaname = 'quire' and tablename <> 'migrations'"

const empty = async (config: Config) => {
  const client = await connected(config)
  const others = "pid <> pg_backend_pid() and datname = current_database()"
  await client.query(`select pg_terminate_backend(pid, 5000) from pg_stat_activity where ${others}`)
  const { rows } = await client.query(`select quote_ident(tablename) as name from pg_tables where ${ofProgram}`)
  const tables = rows.map(({ name }) => `quire.${name}`)
  await client.query(
    `set session_replication_role = replica; ${tables.map((table) => `delete from ${table};`).join(" ")}`
  )
  await client.end()
}

/**
 * An exclusive database without rows until the end of the scope, only for the schema of the program. It may have been
 * used before, and is to be migrated like any other.
 */
export const vacant = Effect.acquireRelease(
  Effect.suspend(() => {
    const known = idle.pop()
    return known === undefined ? create : Effect.succeed(known)
  }),
  (config) =>
    Effect.promise(async () => {
      await empty(config)
      idle.push(config)
    })
)
