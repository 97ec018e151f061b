import { type ChildProcess, spawn } from "node:child_process"
import * as fs from "node:fs/promises"
import { createServer } from "node:net"
import { release } from "node:os"
import { join } from "node:path"
import { Effect, type Option } from "effect"
import { now, pause } from "../Pause.ts"
import type { Account } from "./Account.ts"
import type * as DataDirectory from "./DataDirectory.ts"
import { spawnContext } from "./DataDirectory.ts"
import { succeeds } from "./Files.ts"
import * as PidFile from "./PidFile.ts"
import { failedTo } from "./Unavailable.ts"

/** A postmaster started by this process; it outlives the process unless it is stopped. */
export interface StartedServer {
  readonly pid: number | undefined
  readonly hasExited: () => boolean
  /** The end of its log output since this start. */
  readonly complaint: Effect.Effect<string>
}

/** Requirements of a start other than the folder. */
export interface Means {
  readonly binaries: string
  readonly account: Option.Option<Account>
  readonly durable: boolean
}

export const host = "127.0.0.1"

/** Returns the port if it is free; 0 means any free port. */
const probePort = (wanted: number) =>
  new Promise<number>((resolve, reject) => {
    const probe = createServer()
    probe.once("error", reject)
    probe.listen(wanted, host, () => {
      const address = probe.address()
      probe.close(() =>
        address !== null && typeof address === "object" ? resolve(address.port) : reject(new Error("no free port"))
      )
    })
  })

const findFreePort = ([wanted = 0, ...others]: ReadonlyArray<number>): Promise<number> =>
  others.length === 0 ? probePort(wanted) : probePort(wanted).catch(() => findFreePort(others))

/**
 * Whether `syncfs` reports write errors, which it does on Linux since 5.8. Otherwise Postgres opens and syncs each of
 * its thousand files after a crash, which takes seconds.
 */
export const hasSyncfs = (platform: NodeJS.Platform, kernel: string): boolean => {
  const [major = 0, minor = 0] = kernel.split(".").map((part) => Number.parseInt(part, 10))
  return platform === "linux" && (major > 5 || (major === 5 && minor >= 8))
}

const serverSettings = (port: number, identity: string, durable: boolean): ReadonlyArray<string> => [
  `listen_addresses=${host}`,
  PidFile.portSettingOf(port),
  "unix_socket_directories=",
  "timezone=UTC",
  "log_checkpoints=off",
  ...(hasSyncfs(process.platform, release()) ? ["recovery_init_sync_method=syncfs"] : []),
  "log_error_verbosity=terse",
  "log_min_error_statement=panic",
  PidFile.markerSetting(identity),
  ...(durable ? ["fsync=on"] : ["fsync=off", "full_page_writes=off", "synchronous_commit=off"])
]

const largestLog = 1_000_000

const openLog = async (path: string) => {
  const size = await fs.stat(path).then(
    (stats) => stats.size,
    () => 0
  )
  const log = await fs.open(path, size > largestLog ? "w" : "a", 0o600)
  return { log, from: size > largestLog ? 0 : size }
}

const launch = (command: string, args: ReadonlyArray<string>, options: object) =>
  new Promise<ChildProcess>((resolve, reject) => {
    const child = spawn(command, args, options)
    child.once("error", reject)
    child.once("spawn", () => resolve(child))
  })

/**
 * Starts a postmaster on the first free port (0 is any) and returns at once. It has its own session, so that a
 * terminal's interrupt reaches only the host process, and logs to a file, so that it can outlive that process.
 */
export const start = (
  self: DataDirectory.Layout,
  { account, binaries, durable }: Means,
  identity: string,
  ports: ReadonlyArray<number>
) =>
  Effect.tryPromise({
    try: async (): Promise<StartedServer> => {
      const { log, from } = await openLog(self.log)
      try {
        const { path, options } = spawnContext(self.data, account)
        const flags = serverSettings(await findFreePort(ports), identity, durable).flatMap((setting) => ["-c", setting])
        const child = await launch(join(binaries, "bin", "postgres"), ["-D", path, ...flags], {
          ...options,
          detached: true,
          stdio: ["ignore", log.fd, log.fd]
        })
        child.unref()
        return {
          pid: child.pid,
          hasExited: () => child.exitCode !== null || child.signalCode !== null,
          complaint: Effect.promise(() =>
            fs.readFile(self.log).then(
              (text) => text.subarray(from).toString("utf8").slice(-2000).trim(),
              () => ""
            )
          )
        }
      } finally {
        await log.close()
      }
    },
    catch: failedTo("start Postgres")
  })

const waitUntilGone = Effect.fnUntraced(function* (pid: number, within: number) {
  const deadline = (yield* now) + within
  while (yield* Effect.promise(() => PidFile.isAlive(pid))) {
    if ((yield* now) > deadline) return false
    yield* pause(10)
  }
  return true
})

const sendSignal = (pid: number, name: NodeJS.Signals) =>
  Effect.promise(() => succeeds((async () => process.kill(pid, name))()))

const fastShutdownTimeout = 30_000
const immediateShutdownTimeout = 5_000

/**
 * Stops a server by a fast shutdown, which writes a checkpoint; when that takes too long, by an immediate one, after
 * which the next start recovers.
 */
export const stop = Effect.fnUntraced(function* (pid: number, identity: string) {
  if (!(yield* PidFile.isServer(pid, identity))) return
  yield* sendSignal(pid, "SIGINT")
  if (yield* waitUntilGone(pid, fastShutdownTimeout)) return
  yield* sendSignal(pid, "SIGQUIT")
  yield* waitUntilGone(pid, immediateShutdownTimeout)
})
