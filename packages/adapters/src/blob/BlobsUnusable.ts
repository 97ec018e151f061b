import type { BlobStore } from "@quire/core"
import { Data, Effect, Option, Predicate } from "effect"

/** The blob store cannot be used. The message names the store and the reason, never a key. */
export class BlobsUnusable extends Data.TaggedError("BlobsUnusable")<{
  readonly where: string
  readonly reason: string
}> {
  override get message() {
    return `cannot store files in ${this.where}: ${this.reason}`
  }
}

/** The message of the innermost cause. */
export const reasonOf = (error: unknown): string => {
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0])
  if (!Predicate.isError(error)) return String(error)
  return error.cause === undefined ? error.message : reasonOf(error.cause)
}

/** Written and read back at each start. */
const sample = new TextEncoder().encode("Test file written by Quire to check that this storage is writable.\n")

const isSample = (bytes: Uint8Array): boolean =>
  bytes.length === sample.length && sample.every((byte, at) => byte === bytes[at])

/** Returns the store after checking that it can write a few bytes and read them back (rule blob-checked). */
export const checked = (
  where: string,
  store: typeof BlobStore.BlobStore.Service
): Effect.Effect<typeof BlobStore.BlobStore.Service, BlobsUnusable> =>
  Effect.gen(function* () {
    const read = yield* Effect.flatMap(store.put(sample), store.get)
    if (!Option.exists(read, isSample)) {
      return yield* new BlobsUnusable({
        where,
        reason: "reading a test file returned different bytes than were written"
      })
    }
    return store
  }).pipe(Effect.catchDefect((defect) => Effect.fail(new BlobsUnusable({ where, reason: reasonOf(defect) }))))
