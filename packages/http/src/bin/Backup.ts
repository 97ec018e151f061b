import { createReadStream } from "node:fs"
import { type FileHandle, open, rename, rm } from "node:fs/promises"
import { Actor, BackupErrors, type BackupFile, Backups } from "@quire/core"
import { Data, Effect, Predicate, Stream } from "effect"
import * as PersistentStore from "./PersistentStore.ts"
import { type Settings, UsageError } from "./Settings.ts"

/** The file of a backup could not be written or read. */
export class BackupFileUnusable extends Data.TaggedError("BackupFileUnusable")<{
  readonly path: string
  readonly reason: string
}> {
  override get message() {
    return `${this.path}: ${this.reason}`
  }
}

const reasons: { readonly [code: string]: string } = {
  EEXIST: "the file already exists and was not changed",
  ENOENT: "no such file or folder",
  EACCES: "permission denied",
  EISDIR: "is a folder",
  ENOSPC: "the disk is full"
}

/** Runs a file system call and describes its failure. */
export const attempt = <A>(path: string, call: () => Promise<A>): Effect.Effect<A, BackupFileUnusable> =>
  Effect.tryPromise({
    try: call,
    catch: (cause) => {
      const code = Predicate.hasProperty(cause, "code") ? String(cause.code) : ""
      return new BackupFileUnusable({ path, reason: reasons[code] ?? `cannot be used (${code || String(cause)})` })
    }
  })

/** Refuses a stream, because a backup is read twice: after it is written and before it is restored. */
export const refuseStream = (name: string, path: string): Effect.Effect<void, UsageError> =>
  path === "-" || path === ""
    ? Effect.fail(
        new UsageError({
          message: `${name} must be a file, not a stream, because a backup is read twice`
        })
      )
    : Effect.void

/** Refuses a path that is not a readable file. */
export const requireFile = Effect.fnUntraced(function* (path: string) {
  const handle = yield* attempt(path, () => open(path))
  const stats = yield* Effect.ensuring(
    attempt(path, () => handle.stat()),
    Effect.promise(() => handle.close())
  )
  if (stats.isDirectory()) return yield* new BackupFileUnusable({ path, reason: "is a folder" })
})

export const print = (line: string) => Effect.sync(() => void process.stdout.write(`${line}\n`))
const warn = (line: string) => Effect.sync(() => void process.stderr.write(`quire: ${line}\n`))

const pluralize = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`

/** Describes the contents of a backup in one line. */
export const describe = ({ at, files, missing, sections }: BackupFile.Summary): string => {
  const entries = Object.values(sections).reduce((sum, section) => sum + section.entries, 0)
  const size = `${(files.bytes / 1_048_576).toFixed(1)} MiB`
  const held = `${pluralize(entries, "entry", "entries")}, ${pluralize(files.count, "file", "files")} (${size})`
  const what = missing.length === 0 ? "everything" : `all but ${pluralize(missing.length, "file", "files")}`
  return `${what} as it was at ${new Date(at).toISOString()}: ${held}`
}

/** Prints which keys are needed to restore the backup, and who can read its encrypted values (rule backup-keys). */
export const warnOfKeys = Effect.fnUntraced(function* ({ absent, operator, own }: BackupFile.Keys) {
  if (operator.length > 0) {
    yield* warn(
      `restoring the backup requires the secret key with the id ${operator.join(", ")}, which the backup does not contain`
    )
  }
  if (own)
    yield* warn("some values are encrypted with a key that the backup contains: anyone who has the file can read them")
  if (absent.length > 0) {
    yield* warn(`some values are encrypted with a key that is not available here, with the id ${absent.join(", ")}`)
  }
})

/** Lists the files that are missing from a backup (rule backup-missing). */
export const warnOfMissing = ({ missing }: BackupFile.Summary) =>
  missing.length === 0
    ? Effect.void
    : warn(
        `the backup is incomplete: ${pluralize(missing.length, "file", "files")} missing: ${BackupErrors.listMissing(missing)}`
      )

const writeAll = (handle: FileHandle, path: string, incomplete: boolean) =>
  Effect.flatMap(Backups.Backups, (backups) =>
    Stream.runForEach(backups.write({ incomplete }), (piece) => attempt(path, () => handle.writeFile(piece)))
  )

/** Writes a file that only its owner can read, syncs it to disk, and renames it once it is complete. */
const writeFile = Effect.fnUntraced(function* (to: string, incomplete: boolean) {
  const part = `${to}.part`
  const { check } = yield* Backups.Backups
  yield* Effect.acquireUseRelease(
    attempt(to, () => open(part, "w", 0o600)),
    (handle) =>
      Effect.andThen(
        writeAll(handle, to, incomplete),
        attempt(to, () => handle.sync())
      ),
    (handle) => Effect.promise(() => handle.close())
  )
  const summary = yield* check(createReadStream(part))
  yield* attempt(to, () => rename(part, to))
  return summary
})

/** Refuses an existing file before anything is written. */
const requireFree = (to: string) =>
  Effect.flatMap(
    attempt(to, () => open(to, "wx", 0o600)),
    (handle) => attempt(to, () => handle.close())
  )

/** Writes a backup to a file and verifies it by reading it. */
export const backup = (settings: Settings, to: string, incomplete: boolean): Effect.Effect<void, unknown> =>
  Effect.gen(function* () {
    yield* refuseStream("--to", to)
    yield* PersistentStore.requirePersistentStore(settings)
    yield* requireFree(to)
    const discard = Effect.promise(() => Promise.all([to, `${to}.part`].map((path) => rm(path, { force: true }))))
    const summary = yield* writeFile(to, incomplete).pipe(
      Effect.tapErrorTag("BackupIncomplete", () =>
        warn("nothing was written; pass --incomplete to write a backup without the missing files")
      ),
      Effect.provideService(Actor.Actor, Actor.system),
      Effect.provide(PersistentStore.engine(settings)),
      Effect.onError(() => discard)
    )
    yield* print(`${to} holds ${describe(summary)}`)
    yield* warnOfKeys(summary.keys)
    yield* warnOfMissing(summary)
  })
