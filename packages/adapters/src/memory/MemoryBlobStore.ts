import { createHash } from "node:crypto"
import { BlobStore, CodePoint } from "@quire/core"
import { Clock, Effect, HashMap, Layer, Option, Ref } from "effect"

interface Blob {
  readonly bytes: Uint8Array
  /** When it was last put, epoch ms. */
  readonly at: number
}

const hashOf = (bytes: Uint8Array): BlobStore.BlobHash => createHash("sha256").update(bytes).digest("base64url")

const make = Effect.map(
  Ref.make(HashMap.empty<BlobStore.BlobHash, Blob>()),
  (blobs): typeof BlobStore.BlobStore.Service => ({
    put: (bytes) =>
      Effect.flatMap(Clock.currentTimeMillis, (at) =>
        Effect.suspend(() => {
          const hash = hashOf(bytes)
          return Effect.as(
            Ref.update(blobs, (all) => HashMap.set(all, hash, { bytes: bytes.slice(), at })),
            hash
          )
        })
      ),
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
