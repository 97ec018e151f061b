import type { BlobStore } from "@quire/core"
import { Clock, Effect, Option } from "effect"
import { hashOf } from "./BlobHashing.ts"

type Store = typeof BlobStore.BlobStore.Service

/** Progress of a move. */
export interface Progress {
  readonly copied: number
  /** Blobs that the target already had. */
  readonly skipped: number
  readonly removed: number
  /** Bytes copied. */
  readonly bytes: number
  /** Hashes of blobs that the source cannot return with their original bytes. */
  readonly damaged: ReadonlyArray<BlobStore.BlobHash>
}

export interface Options {
  /** Whether blobs are deleted from the source once the target has them. */
  readonly remove: boolean
  readonly onProgress: (progress: Progress) => Effect.Effect<void>
}

/** Blobs examined per page of the listing. */
const page = 500

/** Blobs copied concurrently, each as a whole. */
const atOnce = 4

const ever = Number.MAX_SAFE_INTEGER

/**
 * Copies every blob that the target lacks, each under its hash. Blobs that the target already has are skipped, so an
 * interrupted move can be resumed (rule blob-move).
 */
export const move = Effect.fnUntraced(function* (source: Store, target: Store, { onProgress, remove }: Options) {
  const began = yield* Clock.currentTimeMillis
  let progress: Progress = { copied: 0, skipped: 0, removed: 0, bytes: 0, damaged: [] }

  const isThere = Effect.fnUntraced(function* (hash: string) {
    const [from, to] = [yield* source.open(hash), yield* target.open(hash)]
    return Option.isSome(to) && (Option.isNone(from) || from.value.size === to.value.size)
  })

  /** Whether the target has the blob, after copying it if necessary. */
  const copy = Effect.fnUntraced(function* (hash: string) {
    if (yield* isThere(hash)) {
      progress = { ...progress, skipped: progress.skipped + 1 }
      return true
    }
    const bytes = Option.getOrUndefined(yield* source.get(hash))
    if (bytes === undefined) return false
    if ((yield* hashOf(bytes)) !== hash) {
      progress = { ...progress, damaged: [...progress.damaged, hash] }
      return false
    }
    yield* target.put(bytes)
    progress = { ...progress, copied: progress.copied + 1, bytes: progress.bytes + bytes.length }
    return true
  })

  for (let after = ""; ; ) {
    const hashes = yield* source.listOlder(ever, after, page)
    const last = hashes.at(-1)
    if (last === undefined) return progress
    const copied = yield* Effect.forEach(hashes, copy, { concurrency: atOnce })
    if (remove) {
      const moved = hashes.filter((_, index) => copied[index] === true)
      progress = { ...progress, removed: progress.removed + (yield* source.remove(moved, began)) }
    }
    yield* onProgress(progress)
    after = last
  }
})
