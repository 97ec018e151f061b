import { BlobStore, CodePoint } from "@quire/core"
import { Clock, Effect, HashMap, Layer, Option, Ref, Stream } from "effect"
import { hashOf } from "../blob/BlobHashing.ts"

interface Blob {
  readonly bytes: Uint8Array
  /** When it was last put, epoch ms. */
  readonly at: number
}

/** Bytes that are read at a time. */
const piece = 65_536

/** Copies the bytes, because callers may modify their arrays. */
const openBytes = (bytes: Uint8Array): BlobStore.StoredBlob => ({
  size: bytes.length,
  read: (from, to) =>
    Stream.paginate(from, (at) => {
      const end = Math.min(at + piece, to, bytes.length)
      const read = at < end ? [bytes.slice(at, end)] : []
      return Effect.succeed([read, end < Math.min(to, bytes.length) ? Option.some(end) : Option.none()])
    })
})

const make = Effect.map(
  Ref.make(HashMap.empty<BlobStore.BlobHash, Blob>()),
  (blobs): typeof BlobStore.BlobStore.Service => {
    const put = Effect.fnUntraced(function* (bytes: Uint8Array) {
      const hash = yield* hashOf(bytes)
      const at = yield* Clock.currentTimeMillis
      yield* Ref.update(blobs, (all) => HashMap.set(all, hash, { bytes: bytes.slice(), at }))
      return hash
    })
    return {
      put,
      join: Effect.fnUntraced(function* (hashes) {
        const all = yield* Ref.get(blobs)
        const parts = yield* Effect.orDie(Effect.forEach(hashes, (hash) => Effect.fromOption(HashMap.get(all, hash))))
        return yield* put(Buffer.concat(parts.map(({ bytes }) => bytes)))
      }),
      get: (hash) =>
        Effect.map(Ref.get(blobs), (all) => Option.map(HashMap.get(all, hash), ({ bytes }) => bytes.slice())),
      open: (hash) =>
        Effect.map(Ref.get(blobs), (all) => Option.map(HashMap.get(all, hash), ({ bytes }) => openBytes(bytes))),
      listOlder: (than, after, limit) =>
        Effect.map(Ref.get(blobs), (all) =>
          HashMap.toEntries(all)
            .flatMap(([hash, { at }]) => (at < than && CodePoint.compare(hash, after) > 0 ? [hash] : []))
            .sort(CodePoint.compare)
            .slice(0, limit)
        ),
      remove: (hashes, than) =>
        Ref.modify(blobs, (all) => {
          const old = [...new Set(hashes)].filter((hash) =>
            Option.exists(HashMap.get(all, hash), ({ at }) => at < than)
          )
          return [old.length, HashMap.removeMany(all, old)]
        })
    }
  }
)

/** Bytes in memory. Like every blob store, it takes no part in transactions. */
export const layer: Layer.Layer<BlobStore.BlobStore> = Layer.effect(BlobStore.BlobStore, make)
