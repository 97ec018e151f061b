import { randomUUID } from "node:crypto"
import { mkdir, open, readdir, rename, rm } from "node:fs/promises"
import { basename, dirname, join, resolve } from "node:path"
import { Actor, Exports, Moment, ZipArchive } from "@quire/core"
import { Data, Effect, Option, Schema, Stream } from "effect"
import * as PersistentStore from "./PersistentStore.ts"
import { type Settings, UsageError } from "./Settings.ts"
import * as Source from "./Source.ts"

/** The target of an export cannot be written. */
class Unwritten extends Data.TaggedError("Unwritten")<{ readonly path: string; readonly cause: unknown }> {
  override get message() {
    const { cause } = this
    return `${this.path} cannot be written: ${cause instanceof Error ? cause.message : String(cause)}`
  }
}

const decodeMoment = Schema.decodeUnknownOption(Moment.Moment)

const parseMoment = (text: string | undefined) => {
  if (text === undefined) return Effect.succeed({})
  return Option.match(decodeMoment(text), {
    onNone: () => Effect.fail(new UsageError({ message: `--as-of must be a time such as 2026-01-31T12:00:00Z` })),
    onSome: (asOf) => Effect.succeed({ asOf })
  })
}

const writing = <A>(path: string, run: () => Promise<A>) =>
  Effect.tryPromise({ try: run, catch: (cause) => new Unwritten({ path, cause }) })

const namesIn = (folder: string): Promise<ReadonlyArray<string>> =>
  readdir(folder).catch((error: unknown) => {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return []
    throw error
  })

/** Refuses a target that exists: an export never mixes with or replaces other files. */
const requireVacant = Effect.fnUntraced(function* (path: string, isZip: boolean) {
  const [folder, name] = isZip ? [dirname(path), basename(path)] : [path, undefined]
  const names = yield* writing(path, () => namesIn(folder))
  const isTaken = name === undefined ? names.length > 0 : names.includes(name)
  if (isTaken) {
    return yield* new UsageError({
      message: isZip ? `"${path}" already exists` : `"${path}" already exists and is not empty`
    })
  }
})

/** Writes all files to their folders, with one file open at a time. */
const writeFolder = <E>(folder: string, pieces: Stream.Stream<ZipArchive.ExportedPiece, E>) =>
  Stream.runForEach(pieces, ({ bytes, offset, path }) =>
    writing(path, async () => {
      const at = join(folder, ...path.split("/"))
      if (offset === 0) await mkdir(dirname(at), { recursive: true })
      const file = await open(at, offset === 0 ? "wx" : "a")
      try {
        await file.writeFile(bytes)
      } finally {
        await file.close()
      }
    })
  )

/** Writes to a temporary file next to the target first, so that the target is always complete. */
const writeZip = <E>(path: string, pieces: Stream.Stream<ZipArchive.ExportedPiece, E>) => {
  const part = `${path}.${randomUUID()}.part`
  return Effect.gen(function* () {
    yield* writing(path, () => mkdir(dirname(path), { recursive: true }))
    const file = yield* Effect.acquireRelease(
      writing(path, () => open(part, "wx")),
      (opened) => Effect.promise(() => opened.close())
    )
    yield* Stream.runForEach(ZipArchive.pack(pieces), (bytes) => writing(path, () => file.writeFile(bytes)))
    yield* writing(path, () => file.sync())
    yield* writing(path, () => rename(part, path))
  }).pipe(
    Effect.scoped,
    Effect.onError(() => Effect.promise(() => rm(part, { force: true })))
  )
}

const counted = <E>(pieces: Stream.Stream<ZipArchive.ExportedPiece, E>) => {
  const seen = { files: 0 }
  const counting = Stream.map(pieces, (piece) => {
    if (piece.offset === 0) seen.files++
    return piece
  })
  return { seen, counting }
}

/** Exports the content of a space into a new folder or a new zip, as the host. */
export const exportSpace = (
  settings: Settings,
  options: {
    readonly space: string
    readonly to: string
    readonly asOf: string | undefined
    readonly revision: string | undefined
    readonly changeRequest: string | undefined
  }
): Effect.Effect<void, unknown> =>
  Effect.gen(function* () {
    const { changeRequest, revision, space, to } = options
    yield* PersistentStore.requirePersistentStore(settings)
    const path = resolve(to)
    const isZip = /\.zip$/i.test(to)
    const asOf = yield* parseMoment(options.asOf)
    yield* requireVacant(path, isZip)
    yield* Effect.gen(function* () {
      const exports = yield* Exports.Exports
      const { pieces } = yield* exports.open({ space, revision, changeRequest, ...asOf })
      const { counting, seen } = counted(pieces)
      yield* isZip ? writeZip(path, counting) : writeFolder(path, counting)
      yield* Source.printResult(`exported ${seen.files} files`, [])
      yield* Effect.sync(() => void process.stdout.write(`${path}\n`))
    }).pipe(Effect.provideService(Actor.Actor, Actor.system), Effect.provide(PersistentStore.engine(settings)))
  })
