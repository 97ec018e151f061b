import { Clock, Effect, Option, Stream } from "effect"
import { Base64 } from "effect/encoding"
import type { BlobHash, BlobStore } from "../../foundation/blob/BlobStore.ts"
import type { Blob, Files } from "./BackupFile.ts"

type Store = typeof BlobStore.Service
type Emit = (text: string) => Effect.Effect<unknown>

/** Listed at a time. */
const page = 500

const ever = Number.MAX_SAFE_INTEGER

/** By how much clocks may differ, in milliseconds. */
const clocks = 3_600_000

const noFiles: Files = { count: 0, bytes: 0 }

const add = (left: Files, right: Files): Files => ({
  count: left.count + right.count,
  bytes: left.bytes + right.bytes
})

const writeBlob = Effect.fnUntraced(function* (store: Store, hash: BlobHash, emit: Emit) {
  const found = Option.getOrUndefined(yield* store.open(hash))
  if (found === undefined) return noFiles
  const { read, size } = found
  yield* emit(`${JSON.stringify({ blob: hash, size } satisfies Blob)}\n`)
  yield* Stream.runForEach(read(0, size), (piece) => emit(`${JSON.stringify(Base64.encode(piece))}\n`))
  return { count: 1, bytes: size }
})

/** Writes the files that are wanted, page by page; `isOld` says of one that it was put before an instant. */
const writeWhere = Effect.fnUntraced(function* (
  store: Store,
  emit: Emit,
  than: number,
  isWanted: (hash: BlobHash, isOld: boolean) => boolean
) {
  let files = noFiles
  for (let after: string | undefined = ""; after !== undefined; ) {
    const hashes: ReadonlyArray<BlobHash> = yield* store.listOlder(ever, after, page)
    const old = new Set(yield* store.listOlder(than, after, page))
    for (const hash of hashes) {
      if (isWanted(hash, old.has(hash))) files = add(files, yield* writeBlob(store, hash, emit))
    }
    after = hashes.length < page ? undefined : hashes.at(-1)
  }
  return files
})

/**
 * Writes every file; answers what writes those that were put since. What is young is not removed, and what is not young
 * was there before: both together are all files that a moment names which comes in between (rule backup-files).
 */
export const writeAll = Effect.fnUntraced(function* (store: Store, emit: Emit) {
  const since = (yield* Clock.currentTimeMillis) - clocks
  const young = new Set<BlobHash>()
  const files = yield* writeWhere(store, emit, since, (hash, isOld) => {
    if (!isOld) young.add(hash)
    return true
  })
  const later = writeWhere(store, emit, since, (hash, isOld) => !isOld && !young.has(hash))
  return { writeLater: Effect.map(later, (more) => add(files, more)) }
})
