import { type ChildProcess, spawn } from "node:child_process"
import * as fs from "node:fs/promises"
import { createServer } from "node:net"
import { release } from "node:os"
import { join } from "node:path"
import { Effect, type Option } from "effect"
import { now, pause } from "../Pause.ts"
import type { Account } from "./Account.ts"
import { type Layout, reach } from "./DataDirectory.ts"
import { succeeds } from "./Files.ts"
import * as PidFile from "./PidFile.ts"
import { failedTo } from "./Unavailable.ts"

/** A postmaster that this process has started; it outlives us unless it is stopped. */
export interface Started {
  readonly pid: number | undefined
  readonly hasExited: () => boolean
  /** What it wrote to its log since this start, from the end. */
  readonly complaint: Effect.Effect<string>
}

/** What a start needs beyond the folder. */
export interface Means {
  readonly binaries: string
  readonly account: Option.Option<Account>
  readonly durable: boolean
}

export const host = "127.0.0.1"

/** The port, if nobody listens on it; 0 is any free one. */
const freePort = (wanted: number) =>
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

const firstFree = ([wanted = 0, ...others]: ReadonlyArray<number>): Promise<number> =>
  others.length === 0 ? freePort(wanted) : freePort(wanted).catch(() => firstFree(others))

/**
 * Whether one call writes a whole file system and tells of what could not be written, which Linux does since 5.8. After
 * a crash Postgres opens and writes each of its thousand files otherwise, which takes it seconds.
 */
export const syncsAtOnce = (platform: NodeJS.Platform, kernel: string): boolean => {
  const [major = 0, minor = 0] = kernel.split(".").map((part) => Number.parseInt(part, 10))
  return platform === "linux" && (major > 5 || (major === 5 && minor >= 8))
}

const settings = (port: number, identity: string, durable: boolean): ReadonlyArray<string> => [
  `listen_addresses=${host}`,
  PidFile.portOf(port),
  "unix_socket_directories=",
  "timezone=UTC",
  "log_checkpoints=off",
  ...(syncsAtOnce(process.platform, release()) ? ["recovery_init_sync_method=syncfs"] : []),
  "log_error_verbosity=terse",
  "log_min_error_statement=panic",
  PidFile.marker(identity),
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
 * Starts a postmaster on the first port that is free (0 is any) and returns at once. It has a session of its own, so that a terminal's interrupt
 * reaches the host process alone, and writes to a file, so that it can outlive that process.
 */
export const start = (
  self: Layout,
  { account, binaries, durable }: Means,
  identity: string,
  ports: ReadonlyArray<number>
) =>
  Effect.tryPromise({
    try: async (): Promise<Started> => {
      const { log, from } = await openLog(self.log)
      try {
        const { path, options } = reach(self.data, account)
        const flags = settings(await firstFree(ports), identity, durable).flatMap((setting) => ["-c", setting])
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

const hasGone = Effect.fnUntraced(function* (pid: number, within: number) {
  const deadline = (yield* now) + within
  while (yield* Effect.promise(() => PidFile.isAlive(pid))) {
    if ((yield* now) > deadline) return false
    yield* pause(10)
  }
  return true
})

const signal = (pid: number, name: NodeJS.Signals) =>
  Effect.promise(() => succeeds((async () => process.kill(pid, name))()))

const politeWait = 30_000
const rudeWait = 5_000

/** A fast shutdown, which writes a checkpoint; when that takes too long an immediate one, which the next start repairs. */
export const stop = Effect.fnUntraced(function* (pid: number, identity: string) {
  if (!(yield* PidFile.isServer(pid, identity))) return
  yield* signal(pid, "SIGINT")
  if (yield* hasGone(pid, politeWait)) return
  yield* signal(pid, "SIGQUIT")
  yield* hasGone(pid, rudeWait)
})
