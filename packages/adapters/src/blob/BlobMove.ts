import type { BlobStore } from "@quire/core"
import { Clock, Effect, Option } from "effect"
import { hashOf } from "./BlobHashing.ts"

type Store = typeof BlobStore.BlobStore.Service

/** How far a move is. */
export interface Progress {
  readonly copied: number
  /** Were there already. */
  readonly skipped: number
  readonly removed: number
  /** Of what was copied. */
  readonly bytes: number
  /** Hashes of what the source cannot give back as it was put. */
  readonly damaged: ReadonlyArray<BlobStore.BlobHash>
}

export interface Options {
  /** Whether the source loses what the target has. */
  readonly remove: boolean
  readonly onProgress: (progress: Progress) => Effect.Effect<void>
}

/** Looked at with one list. */
const page = 500

/** Copied at a time, each as a whole. */
const atOnce = 4

const ever = Number.MAX_SAFE_INTEGER

/**
 * Copies what the source has and the target has not, each under its hash; what is there already is passed over, so a
 * move that was cut off goes on where it was (rule blob-move).
 */
export const move = Effect.fnUntraced(function* (source: Store, target: Store, { onProgress, remove }: Options) {
  const began = yield* Clock.currentTimeMillis
  let progress: Progress = { copied: 0, skipped: 0, removed: 0, bytes: 0, damaged: [] }

  const isThere = Effect.fnUntraced(function* (hash: string) {
    const [from, to] = [yield* source.open(hash), yield* target.open(hash)]
    return Option.isSome(to) && (Option.isNone(from) || from.value.size === to.value.size)
  })

  /** Whether the target has it. */
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
