import { readFileSync, statfsSync } from "node:fs"
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

const slots = 16

const memory = "/dev/shm"
const roomy = 4 * 1024 ** 3

/** A file system in memory with enough room that allows execution, if there is one: a database has 300 files. */
const place = (): string => {
  try {
    const { bavail, bsize } = statfsSync(memory)
    const [mounted = "noexec"] = readFileSync("/proc/mounts", "utf8").match(/^\S+ \/dev\/shm .*$/m) ?? []
    return bavail * bsize >= roomy && !mounted.includes("noexec") ? memory : tmpdir()
  } catch {
    return tmpdir()
  }
}

/** Concurrent runs have a server each; folders stay, so that only the first run ever creates a database. */
const startIn = (
  slot: number
): Effect.Effect<EmbeddedPostgres.Running, EmbeddedPostgres.EmbeddedPostgresUnavailable, Scope.Scope> =>
  EmbeddedPostgres.start({
    directory: join(place(), `quire-test-${process.getuid?.() ?? "user"}-${slot}`),
    durable: false
  }).pipe(
    Effect.catchIf(
      (error) => error.reason === "in-use" && slot + 1 < slots,
      () => startIn(slot + 1)
    )
  )

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

/** An existing server for a run of its own: `QUIRE_TEST_DATABASE_URL`, as superuser. */
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
  const start = async (): Promise<ProvidedServer> => {
    const { config } = await Effect.runPromise(Scope.provide(startIn(0), scope))
    const started = { ...config, password: Redacted.value(config.password) }
    await administered(started, forget)
    return started
  }
  const server = address === undefined ? await start() : given(address)
  await administered(server, drop)
  project.provide("postgres", server)
  return async () => {
    await administered(server, drop)
    await Effect.runPromise(Scope.close(scope, Exit.void))
  }
}
