import { Clock, Context, Effect, Layer, Option, Queue, Schema, Stream } from "effect"
import { Base64 } from "effect/encoding"
import { type BlobHash, BlobStore } from "../../foundation/blob/BlobStore.ts"
import { hostOnly } from "../../foundation/operation/HostOnly.ts"
import { operation } from "../../foundation/operation/Operation.ts"
import { Sealing } from "../../foundation/secret/Sealing.ts"
import * as Sha256 from "../../foundation/secret/Sha256.ts"
import type { StoredCollection } from "../../foundation/store/Repository.ts"
import { RowStore } from "../../foundation/store/RowStore.ts"
import { type BackupDamaged, BackupIncomplete } from "./BackupErrors.ts"
import type * as BackupFile from "./BackupFile.ts"
import { BackupWriter, format, type MomentLine, nothing, type SectionCounts, tally, toEntry } from "./BackupFile.ts"
import * as BackupManifest from "./BackupManifest.ts"
import * as BackupWalk from "./BackupWalk.ts"
import { type Section, StoreCopy } from "./StoreCopy.ts"

const isText = Schema.is(Schema.String)

/** The ids of the keys that have sealed rows of a collection; each is found with one index lookup. */
const listKeyIds = Effect.fnUntraced(function* (shape: StoredCollection) {
  const store = yield* RowStore
  const found: Array<string> = []
  for (let from = ""; ; ) {
    const [row] = yield* store.list(shape, "sealed", { equals: {}, range: { from }, limit: 1 })
    const keyId = row === undefined ? undefined : shape.columnsOf(row)["sealedWith"]
    if (!isText(keyId)) return found
    found.push(keyId)
    from = `${keyId}!`
  }
})

/** The keys that have sealed something, apart from each other by who has them (rule backup-keys). */
export const findSealedKeys = Effect.fnUntraced(function* (
  shapes: ReadonlyArray<StoredCollection>,
  { knows, ownKeyId }: Pick<Sealing["Service"], "knows" | "ownKeyId">
) {
  const own = yield* ownKeyId
  const ids = new Set((yield* Effect.forEach(shapes, listKeyIds)).flat())
  const others = [...ids].filter((id) => id !== own).sort()
  return {
    operator: others.filter(knows),
    absent: others.filter((id) => !knows(id)),
    own: own !== undefined && ids.has(own)
  } satisfies BackupFile.Keys
})

type Store = typeof BlobStore.Service
type Emit = (text: string) => Effect.Effect<unknown>

/** Listed at a time. */
const page = 500

const ever = Number.MAX_SAFE_INTEGER

/** Maximum difference between clocks, in milliseconds. */
const clocks = 3_600_000

/** The files that were written. */
class Written implements BackupManifest.VerifiedFiles {
  readonly whole = new Set<BlobHash>()
  readonly damaged = new Set<BlobHash>()
  files: BackupFile.Files = { count: 0, bytes: 0 }

  add(hash: BlobHash, bytes: number, isWhole: boolean) {
    const files = isWhole ? this.whole : this.damaged
    files.add(hash)
    this.files = { count: this.files.count + 1, bytes: this.files.bytes + bytes }
  }

  has(hash: BlobHash) {
    return this.whole.has(hash) || this.damaged.has(hash)
  }
}

const writeBlob = Effect.fnUntraced(function* (store: Store, hash: BlobHash, emit: Emit, written: Written) {
  const found = Option.getOrUndefined(yield* store.open(hash))
  if (found === undefined) return
  const { read, size } = found
  const hashing = Sha256.begin()
  yield* emit(`${JSON.stringify({ blob: hash, size } satisfies BackupFile.Blob)}\n`)
  yield* Stream.runForEach(read(0, size), (piece) => {
    hashing.add(piece)
    return emit(`${JSON.stringify(Base64.encode(piece))}\n`)
  })
  written.add(hash, size, hashing.end() === hash)
})

/** Writes the required files, page by page; `isOld` states whether a file was stored before an instant. */
const writeWhere = Effect.fnUntraced(function* (
  store: Store,
  emit: Emit,
  written: Written,
  than: number,
  isWanted: (hash: BlobHash, isOld: boolean) => boolean
) {
  for (let after: string | undefined = ""; after !== undefined; ) {
    const hashes: ReadonlyArray<BlobHash> = yield* store.listOlder(ever, after, page)
    const old = new Set(yield* store.listOlder(than, after, page))
    for (const hash of hashes) {
      if (isWanted(hash, old.has(hash))) yield* writeBlob(store, hash, emit, written)
    }
    after = hashes.length < page ? undefined : hashes.at(-1)
  }
})

/**
 * Writes every file; returns an effect that writes the files stored since. Recent files are not removed, and older
 * files existed before, so both together are all files that a snapshot taken in between references (rule backup-files).
 */
export const writeAll = Effect.fnUntraced(function* (store: Store, emit: Emit) {
  const since = (yield* Clock.currentTimeMillis) - clocks
  const written = new Written()
  yield* writeWhere(store, emit, written, since, () => true)
  const later = writeWhere(store, emit, written, since, (hash, isOld) => !isOld && !written.has(hash))
  return { writeLater: Effect.as(later, written) }
})

/** Pieces of text that wait to be packed. */
const ahead = 4
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
    const { id, name } = yield* copy.schema
    yield* emitLine({ quire: "backup", format, schema: { id, name } })
    const { writeLater } = yield* writeAll(blobs, emit)
    yield* copy.snapshot(shapes, ({ epochs, sections }) =>
      Effect.gen(function* () {
        const keys = yield* Effect.provideService(findSealedKeys(sealedShapes, sealing), RowStore, rows)
        const at = yield* Clock.currentTimeMillis
        const written = yield* writeLater
        const { list, note } = BackupManifest.makeLedger(shapes, written)
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
