import { assert, describe, it } from "@effect/vitest"
import { OwnBlobStore } from "@quire/adapters"
import { BlobStore } from "@quire/core"
import { BlobStoreContract } from "@quire/testing"
import { Effect, Exit, Layer, Option, Stream } from "effect"

/** A place as a host would write one, with what it does wrong. */
const makePlace = (over: Partial<OwnBlobStore.OwnBlobs> = {}): OwnBlobStore.OwnBlobs => {
  const kept = new Map<string, { readonly bytes: Uint8Array; readonly at: Date }>()
  return {
    put: async (key, bytes, at) => void kept.set(key, { bytes, at }),
    get: async (key) => kept.get(key)?.bytes,
    size: async (key) => kept.get(key)?.bytes.length,
    read: async function* (key, from, to) {
      const found = kept.get(key)
      if (found === undefined) throw new Error("it is gone")
      yield found.bytes.subarray(from, to)
    },
    list: async (after, limit) =>
      Array.from(kept, ([key, { at }]) => ({ key, at }))
        .filter(({ key }) => key > after)
        .sort((a, b) => (a.key < b.key ? -1 : 1))
        .slice(0, limit),
    delete: async (key, putBefore) => {
      const found = kept.get(key)
      return found !== undefined && found.at < putBefore && kept.delete(key)
    },
    ...over
  }
}

BlobStoreContract.suite(
  "a place of the host's",
  Layer.suspend(() => OwnBlobStore.layer(makePlace()))
)

BlobStoreContract.suite(
  "a place of the host's that takes pieces",
  Layer.suspend(() => {
    const place = makePlace()
    return OwnBlobStore.layer({
      ...place,
      putPieces: async (key, pieces, size, at) => {
        const read: Array<Uint8Array> = []
        for await (const piece of pieces) read.push(piece)
        const bytes = Buffer.concat(read)
        assert.strictEqual(bytes.length, size)
        return await place.put(key, bytes, at)
      }
    })
  })
)

const bytes = Uint8Array.from({ length: 200_000 }, (_, at) => at % 251)

const readAll = (over: Partial<OwnBlobStore.OwnBlobs>) =>
  Effect.gen(function* () {
    const { open, put } = yield* BlobStore.BlobStore
    const found = Option.getOrThrow(yield* open(yield* put(bytes)))
    return yield* Stream.runFold(
      found.read(0, bytes.length),
      () => 0,
      (size, piece) => size + piece.length
    )
  }).pipe(Effect.provide(OwnBlobStore.layer(makePlace(over))), Effect.exit)

describe("a blob store of the host", () => {
  it.effect("never returns bytes other than the requested ones (rule blob-own)", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* readAll({}), Exit.succeed(bytes.length))
      const wrong: ReadonlyArray<OwnBlobStore.OwnBlobs["read"]> = [
        async function* (_, from, to) {
          yield new Uint8Array(to - from - 1)
        },
        async function* (_, from, to) {
          yield new Uint8Array(to - from + 1)
        },
        async function* () {
          throw new Error("away")
        }
      ]
      for (const read of wrong) assert.isTrue(Exit.isFailure(yield* readAll({ read })))
    })
  )

  it.effect("passes a check before anything is stored in it (rules blob-own and blob-checked)", () =>
    Effect.gen(function* () {
      const refusing = makePlace({ put: () => Promise.reject(new Error("no room")) })
      const forgetting = makePlace({ get: async () => undefined })
      for (const [place, reason] of [
        [refusing, "no room"],
        [forgetting, "reading a test file returned different bytes than were written"]
      ] as const) {
        const error = yield* Effect.flip(Effect.scoped(Layer.build(OwnBlobStore.layer(place))))
        assert.deepStrictEqual([error._tag, error.reason], ["BlobsUnusable", reason])
      }
    })
  )
})
