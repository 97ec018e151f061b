import { spawn } from "node:child_process"
import { once } from "node:events"
import { accessSync, constants } from "node:fs"
import * as fs from "node:fs/promises"
import { connect, createServer } from "node:net"
import { tmpdir } from "node:os"
import { delimiter, join } from "node:path"
import { Effect, Redacted } from "effect"
import { pause } from "../../../src/postgres/Pause.ts"
import * as TestDatabase from "./TestDatabase.ts"

const isProgram = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

const folders = [...(process.env["PATH"] ?? "").split(delimiter), "/usr/sbin", "/usr/local/sbin"]

/** The program, as `apt-get install pgbouncer` puts it, or the one that the variable names. */
export const program: string | undefined = [
  process.env["QUIRE_TEST_PGBOUNCER"] ?? "",
  ...folders.map((folder) => join(folder, "pgbouncer"))
].find((path) => path !== "" && isProgram(path))

/** The name of what is tried with it, or why it is not. */
export const title = (what: string): string =>
  program === undefined ? `${what} (left out: there is no pgbouncer on this machine)` : what

const freePort = Effect.callback<number>((resume) => {
  const probe = createServer()
  probe.listen(0, "127.0.0.1", () => {
    const address = probe.address()
    const port = typeof address === "object" && address !== null ? address.port : 0
    probe.close(() => resume(Effect.succeed(port)))
  })
})

const accepts = (port: number): Effect.Effect<boolean> =>
  Effect.callback((resume) => {
    const socket = connect({ host: "127.0.0.1", port })
    const answer = (accepted: boolean) => () => {
      socket.destroy()
      resume(Effect.succeed(accepted))
    }
    socket.once("connect", answer(true)).once("error", answer(false))
  })

const untilAccepts = (port: number): Effect.Effect<void> =>
  Effect.flatMap(accepts(port), (accepted) => (accepted ? Effect.void : Effect.andThen(pause(20), untilAccepts(port))))

/** Two connections for everybody, so that hardly two transactions of a client are on the same one. */
const settings = (port: number, folder: string) => {
  const server = TestDatabase.server()
  return `[databases]
* = host=${server.host} port=${server.port}
[pgbouncer]
pool_mode = transaction
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${join(folder, "users.txt")}
default_pool_size = 2
max_client_conn = 500
server_round_robin = 1
${process.getuid?.() === 0 ? "user = nobody" : ""}
`
}

/** Where a PgBouncer in transaction mode listens, before the run's server, until the scope ends. */
export const start = Effect.gen(function* () {
  const port = yield* freePort
  const { password, username } = TestDatabase.server()
  const folder = yield* Effect.acquireRelease(
    Effect.promise(() => fs.mkdtemp(join(tmpdir(), "quire-pgbouncer-"))),
    (path) => Effect.promise(() => fs.rm(path, { recursive: true, force: true }))
  )
  const file = join(folder, "pgbouncer.ini")
  yield* Effect.promise(async () => {
    await fs.chmod(folder, 0o755)
    await fs.writeFile(file, settings(port, folder))
    await fs.writeFile(join(folder, "users.txt"), `"${username}" "${Redacted.value(password)}"\n`)
  })
  yield* Effect.acquireRelease(
    Effect.sync(() => spawn(program ?? "pgbouncer", ["--quiet", file], { stdio: "ignore" })),
    (child) =>
      Effect.promise(async () => {
        const ended = once(child, "exit")
        child.kill("SIGTERM")
        await ended
      })
  )
  yield* untilAccepts(port)
  return { host: "127.0.0.1", port }
})
