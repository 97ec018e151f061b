import { randomUUID } from "node:crypto"
import * as fs from "node:fs/promises"
import { join } from "node:path"
import { Effect, Option } from "effect"
import type { Layout } from "./DataDirectory.ts"
import { succeeds } from "./Files.ts"

/** What a postmaster writes about itself into its data folder. */
export interface PidFile {
  readonly text: string
  readonly pid: number
  /** Absent for the first instants of a start. */
  readonly port: Option.Option<number>
  /** The identifier of the System V segment that its backends hold. */
  readonly segment: Option.Option<number>
}

const whole = (text: string | undefined): Option.Option<number> =>
  text !== undefined && /^\d+$/.test(text) ? Option.some(Number(text)) : Option.none()

/** Reads `postmaster.pid`: pid, folder, start time, port, socket folder, address, "key id", status. */
export const parse = (text: string): Option.Option<PidFile> => {
  const lines = text.split("\n").map((line) => line.trim())
  return Option.map(whole(lines[0]), (pid) => ({
    text,
    pid,
    port: whole(lines[3]),
    segment: whole(lines[6]?.split(/\s+/)[1])
  }))
}

const pathOf = (self: Layout): string => join(self.data, "postmaster.pid")

export const read = (self: Layout): Effect.Effect<Option.Option<PidFile>> =>
  Effect.promise(() => fs.readFile(pathOf(self), "utf8").then(parse, () => Option.none<PidFile>()))

const setting = "quire.identity="

/** The setting that every server of ours carries, on its command line too. */
export const marker = (identity: string): string => `${setting}${identity}`

const isLinux = process.platform === "linux"

const exists = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** Whether there is such a process; one that has ended and waits for its parent is none. */
export const isAlive = async (pid: number): Promise<boolean> => {
  const stat = isLinux ? await fs.readFile(`/proc/${pid}/stat`, "utf8").catch(() => "") : ""
  return exists(pid) && !/\) [ZX] /.test(stat)
}

const markerOf = (pid: number): Promise<string | undefined> =>
  fs.readFile(`/proc/${pid}/cmdline`, "utf8").then(
    (text) => text.split("\0").find((argument) => argument.startsWith(setting)),
    () => undefined
  )

/**
 * Whether the process is the postmaster of that folder. A pid alone proves nothing, as it may belong to another process
 * by now; the command line does, where the system shows it (Linux).
 */
export const isServer = (pid: number, identity: string): Effect.Effect<boolean> =>
  Effect.promise(async () => (isLinux ? (await markerOf(pid)) === marker(identity) : isAlive(pid)))

const isAttached = (segments: string, segment: number): boolean =>
  segments.split("\n").some((line) => {
    const [, id, , , , , attached] = line.trim().split(/\s+/)
    return Number(id) === segment && attached !== "0"
  })

/** Removes the file if it is still the one that was read: another process may have started a server meanwhile. */
const remove = async (self: Layout, file: PidFile): Promise<void> => {
  const aside = `${pathOf(self)}.stale-${randomUUID()}`
  if (!(await succeeds(fs.rename(pathOf(self), aside)))) return
  if ((await fs.readFile(aside, "utf8")) !== file.text) await succeeds(fs.link(aside, pathOf(self)))
  await fs.rm(aside)
}

/**
 * Removes the file when its pid now belongs to a stranger, which Postgres takes for a running server (usual after a
 * container was killed and started again), unless backends that outlived their postmaster still hold its memory.
 */
export const removeStale = (self: Layout, file: PidFile, identity: string): Effect.Effect<void> =>
  Effect.promise(async () => {
    if (!isLinux || !exists(file.pid)) return
    const mark = await markerOf(file.pid)
    if (mark === marker(identity)) return
    const segments = await fs.readFile("/proc/sysvipc/shm", "utf8").catch(() => undefined)
    const orphaned = segments === undefined || Option.exists(file.segment, (segment) => isAttached(segments, segment))
    if (!orphaned || mark !== undefined) await remove(self, file)
  })
