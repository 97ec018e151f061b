import { createHash } from "node:crypto"
import { BlobStore, CodePoint } from "@quire/core"
import { Clock, Effect, HashMap, Layer, Option, Ref } from "effect"

interface Blob {
  readonly bytes: Uint8Array
  /** When it was last put, epoch ms. */
  readonly at: number
}

/** Bytes that are hashed at a time: others have their turns in between. */
const piece = 1_048_576

const hashOf = Effect.fnUntraced(function* (bytes: Uint8Array) {
  const hash = createHash("sha256")
  for (let at = 0; at < bytes.length; at += piece) {
    hash.update(bytes.subarray(at, at + piece))
    if (bytes.length > piece) yield* Effect.yieldNow
  }
  return hash.digest("base64url")
})

const make = Effect.map(
  Ref.make(HashMap.empty<BlobStore.BlobHash, Blob>()),
  (blobs): typeof BlobStore.BlobStore.Service => ({
    put: (bytes) =>
      Effect.gen(function* () {
        const hash = yield* hashOf(bytes)
        const at = yield* Clock.currentTimeMillis
        yield* Ref.update(blobs, (all) => HashMap.set(all, hash, { bytes: bytes.slice(), at }))
        return hash
      }),
    get: (hash) =>
      Effect.map(Ref.get(blobs), (all) => Option.map(HashMap.get(all, hash), ({ bytes }) => bytes.slice())),
    listOlder: (than, after, limit) =>
      Effect.map(Ref.get(blobs), (all) =>
        HashMap.toEntries(all)
          .flatMap(([hash, { at }]) => (at < than && CodePoint.compare(hash, after) > 0 ? [hash] : []))
          .sort(CodePoint.compare)
          .slice(0, limit)
      ),
    remove: (hashes, than) =>
      Ref.modify(blobs, (all) => {
        const old = [...new Set(hashes)].filter((hash) => Option.exists(HashMap.get(all, hash), ({ at }) => at < than))
        return [old.length, HashMap.removeMany(all, old)]
      })
  })
)

/** Bytes in memory. Like every blob store, it takes no part in transactions. */
export const layer: Layer.Layer<BlobStore.BlobStore> = Layer.effect(BlobStore.BlobStore, make)
