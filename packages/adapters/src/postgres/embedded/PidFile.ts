import { randomUUID } from "node:crypto"
import * as fs from "node:fs/promises"
import { join } from "node:path"
import { Effect, Option } from "effect"
import type * as DataDirectory from "./DataDirectory.ts"
import { succeeds } from "./Files.ts"

/** The file in which a postmaster describes itself. */
export interface PidFile {
  readonly text: string
  readonly pid: number
  /** Absent in the first moments of a start. */
  readonly port: Option.Option<number>
  /** The id of the System V segment that its backends hold. */
  readonly segment: Option.Option<number>
}

const parseInteger = (text: string | undefined): Option.Option<number> =>
  text !== undefined && /^\d+$/.test(text) ? Option.some(Number(text)) : Option.none()

/** Parses `postmaster.pid`: pid, folder, start time, port, socket folder, address, "key id", status. */
export const parse = (text: string): Option.Option<PidFile> => {
  const lines = text.split("\n").map((line) => line.trim())
  return Option.map(parseInteger(lines[0]), (pid) => ({
    text,
    pid,
    port: parseInteger(lines[3]),
    segment: parseInteger(lines[6]?.split(/\s+/)[1])
  }))
}

const pathOf = (self: DataDirectory.Layout): string => join(self.data, "postmaster.pid")

export const read = (self: DataDirectory.Layout): Effect.Effect<Option.Option<PidFile>> =>
  Effect.promise(() => fs.readFile(pathOf(self), "utf8").then(parse, () => Option.none<PidFile>()))

const setting = "quire.identity="

/** The setting by which our servers are recognized; it is also on their command line. */
export const markerSetting = (identity: string): string => `${setting}${identity}`

const isLinux = process.platform === "linux"

const exists = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** Whether the process exists; a zombie does not count. */
export const isAlive = async (pid: number): Promise<boolean> => {
  const stat = isLinux ? await fs.readFile(`/proc/${pid}/stat`, "utf8").catch(() => "") : ""
  return exists(pid) && !/\) [ZX] /.test(stat)
}

const readArguments = (pid: number): Promise<ReadonlyArray<string>> =>
  fs.readFile(`/proc/${pid}/cmdline`, "utf8").then(
    (text) => text.split("\0"),
    () => []
  )

const readMarker = async (pid: number): Promise<string | undefined> =>
  (await readArguments(pid)).find((argument) => argument.startsWith(setting))

/**
 * Whether the process is the postmaster of that folder. A pid alone proves nothing, as it may have been reused; the
 * command line does, where the system shows it (Linux).
 */
export const isServer = (pid: number, identity: string): Effect.Effect<boolean> =>
  Effect.promise(async () => (isLinux ? (await readMarker(pid)) === markerSetting(identity) : isAlive(pid)))

/** A postmaster started by Quire, with the port that it was configured to use. */
export type Postmaster = Pick<PidFile, "pid" | "port">

const portSetting = "port="

/** The command-line setting for the port. */
export const portSettingOf = (port: number): string => `${portSetting}${port}`

const findPostmaster = async (identity: string): Promise<Option.Option<Postmaster>> => {
  if (!isLinux) return Option.none()
  for (const name of await fs.readdir("/proc")) {
    const pid = Option.getOrUndefined(parseInteger(name))
    const given = pid === undefined ? [] : await readArguments(pid)
    if (pid === undefined || !given.includes(markerSetting(identity))) continue
    const port = given.find((argument) => argument.startsWith(portSetting))?.slice(portSetting.length)
    return Option.some({ pid, port: parseInteger(port) })
  }
  return Option.none()
}

/**
 * The running postmaster of a folder, regardless of the contents of its PID file; none where the operating system does
 * not reveal it (other than Linux).
 */
export const findRunning = (identity: string): Effect.Effect<Option.Option<Postmaster>> =>
  Effect.promise(() => findPostmaster(identity))

const isAttached = (segments: string, segment: number): boolean =>
  segments.split("\n").some((line) => {
    const [, id, , , , , attached] = line.trim().split(/\s+/)
    return Number(id) === segment && attached !== "0"
  })

/** Removes the file if it is still the one that was read: another process may have started a server in the meantime. */
const removeIfSeen = async (self: DataDirectory.Layout, isSeen: (aside: string) => Promise<boolean>): Promise<void> => {
  const aside = `${pathOf(self)}.stale-${randomUUID()}`
  if (!(await succeeds(fs.rename(pathOf(self), aside)))) return
  if (!(await isSeen(aside))) await succeeds(fs.link(aside, pathOf(self)))
  await fs.rm(aside, { recursive: true })
}

/**
 * Removes the file when its pid now belongs to another program, which Postgres would take for a running server (usual
 * after a container was killed and restarted), unless orphaned backends still hold its memory.
 */
export const removeStale = (self: DataDirectory.Layout, file: PidFile, identity: string): Effect.Effect<void> =>
  Effect.promise(async () => {
    if (!isLinux || !exists(file.pid)) return
    const mark = await readMarker(file.pid)
    if (mark === markerSetting(identity)) return
    const segments = await fs.readFile("/proc/sysvipc/shm", "utf8").catch(() => undefined)
    const orphaned = segments === undefined || Option.exists(file.segment, (segment) => isAttached(segments, segment))
    const isSeen = async (aside: string) => (await fs.readFile(aside, "utf8")) === file.text
    if (!orphaned || mark !== undefined) await removeIfSeen(self, isSeen)
  })

const readStamp = (path: string): Promise<string | undefined> =>
  fs.lstat(path, { bigint: true }).then(
    ({ ino, mtimeNs }) => `${ino}:${mtimeNs}`,
    () => undefined
  )

/**
 * Removes a file without information: empty after a power loss, torn, or closed to the server's user. A server that is
 * just starting has such a file for a moment, but its process exists before its file. Where the system does not show
 * processes (not Linux), the file stays.
 */
export const removeUnreadable = (self: DataDirectory.Layout, identity: string): Effect.Effect<void> =>
  Effect.promise(async () => {
    const seen = await readStamp(pathOf(self))
    if (!isLinux || seen === undefined || Option.isSome(await findPostmaster(identity))) return
    await removeIfSeen(self, async (aside) => (await readStamp(aside)) === seen)
  })
