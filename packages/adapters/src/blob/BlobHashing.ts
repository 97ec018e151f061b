import { createHash } from "node:crypto"
import type { BlobStore } from "@quire/core"
import { Effect, Stream } from "effect"

/** Bytes hashed per chunk, so that other work can run in between. */
const piece = 1_048_576

/** The hash of bytes as they are named by it. */
export const hashOf = Effect.fnUntraced(function* (bytes: Uint8Array) {
  const hash = createHash("sha256")
  for (let at = 0; at < bytes.length; at += piece) {
    hash.update(bytes.subarray(at, at + piece))
    if (bytes.length > piece) yield* Effect.yieldNow
  }
  return hash.digest("base64url")
})

/** Whether a text has the form of a hash. A key of any other form is treated as absent. */
export const isHash = (text: string): boolean => /^[A-Za-z0-9_-]{43}$/.test(text)

/** Several blobs as one, which is read as often as needed. */
export interface JoinedBlobs {
  readonly hash: string
  readonly size: number
  readonly bytes: Stream.Stream<Uint8Array>
}

/** Opens blobs as one, and reads them once to hash them. A missing blob is a defect. */
export const joinBlobs = Effect.fnUntraced(function* (
  open: typeof BlobStore.BlobStore.Service.open,
  hashes: ReadonlyArray<string>
) {
  const parts = yield* Effect.forEach(hashes, (hash) => Effect.flatMap(open(hash), Effect.fromOption)).pipe(
    Effect.orDie
  )
  const bytes = Stream.flatMap(Stream.fromIterable(parts), ({ read, size }) => read(0, size))
  const digest = createHash("sha256")
  yield* Stream.runForEach(bytes, (read) => Effect.sync(() => digest.update(read)))
  const size = parts.reduce((sum, part) => sum + part.size, 0)
  return { hash: digest.digest("base64url"), size, bytes } satisfies JoinedBlobs
})
