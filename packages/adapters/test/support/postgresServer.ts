import { tmpdir } from "node:os"
import { join } from "node:path"
import { Effect, Exit, Redacted, Scope } from "effect"
import { Client } from "pg"
import type { TestProject } from "vitest/node"
import * as EmbeddedPostgres from "../../src/postgres/EmbeddedPostgres.ts"

/** What tests are told of the run's server; plain, as it crosses to the workers. */
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

const slots = 16

/** Each run that is going on has a server of its own; folders stay, so that only the first run ever creates a database. */
const startIn = (
  slot: number
): Effect.Effect<EmbeddedPostgres.Running, EmbeddedPostgres.EmbeddedPostgresUnavailable, Scope.Scope> =>
  EmbeddedPostgres.start({
    directory: join(tmpdir(), `quire-test-${process.getuid?.() ?? "user"}-${slot}`),
    durable: false
  }).pipe(
    Effect.catchIf(
      (error) => error.reason === "in-use" && slot + 1 < slots,
      () => startIn(slot + 1)
    )
  )

/** Databases of a run that was killed. */
const dropLeftovers = async (server: ProvidedServer) => {
  const { username: user, ...rest } = server
  const client = new Client({ user, ...rest })
  await client.connect()
  const { rows } = await client.query(
    "select quote_ident(datname) as name from pg_database where datname like 'quire_test_%'"
  )
  for (const { name } of rows) await client.query(`drop database ${name} with (force)`)
  await client.end()
}

/** A server that is there already, for a run of its own: `QUIRE_TEST_DATABASE_URL`, of a superuser. */
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

/** For vitest's `globalSetup`: one server for the whole run, given to the tests as `inject("postgres")`. */
export default async function setup(project: Pick<TestProject, "provide">) {
  const address = process.env["QUIRE_TEST_DATABASE_URL"]
  const scope = Effect.runSync(Scope.make())
  const provide = async (server: ProvidedServer) => {
    await dropLeftovers(server)
    project.provide("postgres", server)
  }
  if (address !== undefined) {
    await provide(given(address))
  } else {
    const { config } = await Effect.runPromise(Scope.provide(startIn(0), scope))
    await provide({ ...config, password: Redacted.value(config.password) })
  }
  return () => Effect.runPromise(Scope.close(scope, Exit.void))
}
