import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Effect, Exit, Redacted, Scope } from "effect"
import { Client } from "pg"
import type { TestProject } from "vitest/node"
import * as EmbeddedPostgres from "../../src/postgres/EmbeddedPostgres.ts"

/** The connection data of the run's server; plain values, as it is passed to the workers. */
export interface ProvidedServer {
  readonly host: string
  readonly port: number
  readonly username: string
  readonly password: string
  readonly database: string
  readonly ssl: false
}

declare module "vitest" {
  interface ProvidedContext {
    readonly postgres: ProvidedServer
  }
}

/** Starts a server in a temporary folder, which is removed when the scope closes. */
const start = Effect.gen(function* () {
  const directory = yield* Effect.acquireRelease(
    Effect.promise(() => mkdtemp(join(tmpdir(), "quire-postgres-"))),
    (folder) => Effect.promise(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
  )
  return yield* EmbeddedPostgres.start({ directory, durable: false })
})

const administered = async (server: ProvidedServer, act: (client: Client) => Promise<void>) => {
  const { username: user, ...rest } = server
  const client = new Client({ user, ...rest })
  await client.connect()
  await act(client)
  await client.end()
}

/** Drops databases kept for other tests, and leftovers of killed runs. */
const drop = async (client: Client) => {
  const { rows } = await client.query(
    "select quote_ident(datname) as name from pg_database where datname like 'quire_test_%'"
  )
  for (const { name } of rows) await client.query(`drop database ${name} with (force)`)
}

/** Written data is not read again, so little of it is cached. */
const forget = async (client: Client) => {
  await client.query("alter system set max_wal_size = '256MB'")
  await client.query("select pg_reload_conf()")
}

/** An existing server for a separate run: `QUIRE_TEST_DATABASE_URL`, as superuser. */
const given = (address: string): ProvidedServer => {
  const { hostname, port, username, password, pathname } = new URL(address)
  const text = decodeURIComponent
  return {
    host: hostname,
    port: Number(port || 5432),
    username: text(username),
    password: text(password),
    database: pathname.slice(1) || "postgres",
    ssl: false
  }
}

/** For vitest's `globalSetup`: one server for the whole run, provided to tests as `inject("postgres")`. */
export default async function setup(project: Pick<TestProject, "provide">) {
  const address = process.env["QUIRE_TEST_DATABASE_URL"]
  const scope = Effect.runSync(Scope.make())
  const startServer = async (): Promise<ProvidedServer> => {
    const { config } = await Effect.runPromise(Scope.provide(start, scope))
    const started = { ...config, password: Redacted.value(config.password) }
    await administered(started, forget)
    return started
  }
  const server = address === undefined ? await startServer() : given(address)
  await administered(server, drop)
  project.provide("postgres", server)
  return async () => {
    await administered(server, drop)
    await Effect.runPromise(Scope.close(scope, Exit.void))
  }
}
