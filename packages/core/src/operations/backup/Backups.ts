import { Clock, Context, Effect, Layer, Queue, Stream } from "effect"
import { BlobStore } from "../../foundation/blob/BlobStore.ts"
import { hostOnly } from "../../foundation/operation/HostOnly.ts"
import { operation } from "../../foundation/operation/Operation.ts"
import { Sealing } from "../../foundation/secret/Sealing.ts"
import type { StoredCollection } from "../../foundation/store/Repository.ts"
import { RowStore } from "../../foundation/store/RowStore.ts"
import * as BackupBlobs from "./BackupBlobs.ts"
import { type BackupDamaged, BackupIncomplete } from "./BackupErrors.ts"
import type * as BackupFile from "./BackupFile.ts"
import { format, type MomentLine, nothing, type SectionCounts, tally, toEntry } from "./BackupFile.ts"
import * as BackupWalk from "./BackupWalk.ts"
import { BackupWriter } from "./BackupWriter.ts"
import * as NamedFiles from "./NamedFiles.ts"
import * as SealedKeys from "./SealedKeys.ts"
import { type Section, StoreCopy } from "./StoreCopy.ts"

/** Pieces of text that wait to be packed. */
const ahead = 4

type Emit = (text: string) => Effect.Effect<unknown>
type Note = (section: string, lines: ReadonlyArray<string>) => Effect.Effect<void, BackupDamaged>

/** Options of a backup. */
export interface WriteOptions {
  /** Whether a backup is written although files are missing, which it then names (rule backup-missing). */
  readonly incomplete?: boolean
}

const writeSection = Effect.fnUntraced(function* ({ lines, name }: Section, emit: Emit, note: Note) {
  let sum: SectionCounts = nothing
  yield* emit(`${JSON.stringify({ section: name })}\n`)
  yield* Stream.runForEach(lines, (some) => {
    sum = tally(sum, some)
    return Effect.andThen(Effect.orDie(note(name, some)), emit(some.map((line) => `${toEntry(line)}\n`).join("")))
  })
  return [name, sum] as const
})

const make = Effect.fnUntraced(function* (shapes: ReadonlyArray<StoredCollection>, sealed: ReadonlyArray<string>) {
  const blobs = yield* BlobStore
  const copy = yield* StoreCopy
  const packing = yield* BackupWriter
  const rows = yield* RowStore
  const sealing = yield* Sealing
  const sealedShapes = shapes.filter(({ name }) => sealed.includes(name))

  /** First the files, then a consistent snapshot of everything else (rule backup-moment). */
  const writeText = Effect.fnUntraced(function* (emit: Emit, incomplete: boolean) {
    const emitLine = (line: BackupFile.Header | MomentLine | BackupFile.End) => emit(`${JSON.stringify(line)}\n`)
    yield* emitLine({ quire: "backup", format, schema: yield* copy.schema })
    const { writeLater } = yield* BackupBlobs.writeAll(blobs, emit)
    yield* copy.snapshot(shapes, ({ epochs, sections }) =>
      Effect.gen(function* () {
        const keys = yield* Effect.provideService(SealedKeys.find(sealedShapes, sealing), RowStore, rows)
        const at = yield* Clock.currentTimeMillis
        const written = yield* writeLater
        const { list, note } = NamedFiles.makeLedger(shapes, written)
        yield* emitLine({ moment: { at, epochs, keys } })
        const tallies = yield* Effect.forEach(sections, (section) => writeSection(section, emit, note))
        const missing = list()
        if (missing.length > 0 && !incomplete) return yield* new BackupIncomplete({ missing })
        yield* emitLine({ end: { files: written.files, sections: Object.fromEntries(tallies), missing } })
      })
    )
  })

  const textOf = (incomplete: boolean) =>
    Stream.callback<string, BackupIncomplete>(
      (queue) =>
        Effect.andThen(
          writeText((piece) => Queue.offer(queue, piece), incomplete),
          Queue.end(queue)
        ),
      { bufferSize: ahead, strategy: "suspend" }
    )

  /**
   * The bytes of a backup of everything, consistent at one moment while others write. A backup gives its owner the same
   * power as read access to the store. Fails at its end when files are missing, unless it may be incomplete. Host only.
   */
  const write = (options: WriteOptions = {}) =>
    Stream.unwrap(Effect.as(hostOnly("Backups.write"), packing.pack(textOf(options.incomplete ?? false))))

  /** Reads a backup to its end, changes nothing, and returns a summary of its content. Host only. */
  const check = operation("Backups.check")(function* (bytes: AsyncIterable<Uint8Array>) {
    yield* hostOnly("Backups.check")
    return yield* Effect.provideService(BackupWalk.checkBytes(shapes, bytes), BackupWriter, packing)
  })

  return { check, write } as const
})

/** Copies of a whole installation in one file, which can initialize any store. */
export class Backups extends Context.Service<Backups, Effect.Success<ReturnType<typeof make>>>()(
  "@quire/core/Backups"
) {
  /** `shapes` are all collections, `sealed` the names of those with sealed texts. */
  static readonly layer = (shapes: ReadonlyArray<StoredCollection>, sealed: ReadonlyArray<string>) =>
    Layer.effect(this, make(shapes, sealed)).pipe(Layer.provide(Sealing.layer))
}
