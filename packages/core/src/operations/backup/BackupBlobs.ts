import { Clock, Effect, Option, Stream } from "effect"
import { Base64 } from "effect/encoding"
import type { BlobHash, BlobStore } from "../../foundation/blob/BlobStore.ts"
import * as Sha256 from "../../foundation/secret/Sha256.ts"
import type * as BackupFile from "./BackupFile.ts"
import type * as NamedFiles from "./NamedFiles.ts"

type Store = typeof BlobStore.Service
type Emit = (text: string) => Effect.Effect<unknown>

/** Listed at a time. */
const page = 500

const ever = Number.MAX_SAFE_INTEGER

/** Maximum difference between clocks, in milliseconds. */
const clocks = 3_600_000

/** The files that were written. */
class Written implements NamedFiles.VerifiedFiles {
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
