import { assert, layer } from "@effect/vitest"
import { BlobStore } from "@quire/core"
import { Sha256 } from "@quire/core/internal"
import { Effect, Exit, type Layer, Option, Stream } from "effect"
import { TestClock } from "effect/testing"
import { fresh } from "./Suite.ts"

const bytesOf = (text: string) => new TextEncoder().encode(text)

/** SHA-256 of no bytes, in base64url. */
const hashOfNothing = "47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuFU"

const numbered = (length: number) => Uint8Array.from({ length }, (_, index) => (index * 31 + (index >> 12)) % 256)

const areEqual = (one: Uint8Array, other: Uint8Array) =>
  one.length === other.length && one.every((byte, index) => byte === other[index])

const testKeeping = <E>(name: string, blobs: Layer.Layer<BlobStore.BlobStore, E>) =>
  layer(blobs)(`${name}: BlobStore bytes`, (it) => {
    it.effect("stores bytes under their hash and returns them", () =>
      Effect.gen(function* () {
        const store = yield* BlobStore.BlobStore
        const every = Uint8Array.from({ length: 70_000 }, (_, index) => (index * 31) % 256)
        for (const bytes of [new Uint8Array(), bytesOf("text \u0000 😀"), every]) {
          const hash = yield* store.put(bytes)
          assert.match(hash, /^[A-Za-z0-9_-]{43}$/)
          assert.deepStrictEqual(
            Option.map(yield* store.get(hash), (read) => [...read]),
            Option.some([...bytes])
          )
        }
        assert.strictEqual(yield* store.put(new Uint8Array()), hashOfNothing)
        const [one, same, other] = [bytesOf("one"), bytesOf("one"), bytesOf("One")]
        assert.strictEqual(yield* store.put(one), yield* store.put(same))
        assert.notStrictEqual(yield* store.put(one), yield* store.put(other))
      })
    )

    it.effect("keeps bytes of any size", () =>
      Effect.gen(function* () {
        const store = yield* BlobStore.BlobStore
        for (const length of [1_048_575, 1_048_576, 1_048_577, 3_145_733]) {
          const bytes = Uint8Array.from({ length }, (_, index) => (index * 31 + (index >> 12)) % 256)
          const hash = yield* store.put(bytes)
          const digest = Sha256.beginPortable()
          digest.add(bytes)
          assert.strictEqual(hash, digest.end())
          const read = Option.getOrThrow(yield* store.get(hash))
          assert.isTrue(read.length === length && read.every((byte, index) => byte === bytes[index]))
        }
      })
    )

    it.effect("joins stored bytes in order, under the hash of the whole (rule blob-join)", () =>
      Effect.gen(function* () {
        const store = yield* BlobStore.BlobStore
        const cuts = [0, 1, 65_536, 1_048_577, 2_000_003]
        const whole = numbered(2_000_003)
        const parts = yield* Effect.forEach(cuts.slice(1), (end, at) => store.put(whole.subarray(cuts[at], end)))
        const joined = yield* store.join(parts)
        assert.strictEqual(joined, yield* store.put(whole))
        assert.isTrue(areEqual(Option.getOrThrow(yield* store.get(joined)), whole))
        for (const part of parts) assert.isTrue(Option.isSome(yield* store.get(part)))
        assert.isTrue(Exit.isFailure(yield* Effect.exit(store.join([joined, "A".repeat(43)]))))
      })
    )

    it.effect("returns nothing for an unknown hash", () =>
      Effect.gen(function* () {
        const store = yield* BlobStore.BlobStore
        for (const hash of ["A".repeat(43), "", "../x", "absent"]) assert.isTrue(Option.isNone(yield* store.get(hash)))
        assert.strictEqual(yield* store.remove(["A".repeat(43)], 1), 0)
      })
    )

    it.effect("does not share buffers with callers, and stores only the viewed part of a buffer", () =>
      Effect.gen(function* () {
        const store = yield* BlobStore.BlobStore
        const bytes = bytesOf(`..${fresh("blob")}..`)
        const view = bytes.subarray(2, bytes.length - 2)
        const kept = [...view]
        const hash = yield* store.put(view)
        bytes.fill(0)
        const read = Option.getOrThrow(yield* store.get(hash))
        assert.deepStrictEqual([...read], kept)
        read.fill(0)
        assert.deepStrictEqual([...Option.getOrThrow(yield* store.get(hash))], kept)
      })
    )
  })

const testReading = <E>(name: string, blobs: Layer.Layer<BlobStore.BlobStore, E>) =>
  layer(blobs)(`${name}: BlobStore pieces`, (it) => {
    it.effect("reads any range in pieces of limited size (rule blob-pieces)", () =>
      Effect.gen(function* () {
        const store = yield* BlobStore.BlobStore
        const size = 3_145_733
        const bytes = numbered(size)
        const stored = Option.getOrThrow(yield* store.open(yield* store.put(bytes)))
        assert.strictEqual(stored.size, size)
        const ranges = [
          [0, size],
          [0, 1],
          [size - 1, size],
          [65_535, 65_537],
          [131_071, 1_048_577],
          [1_048_576, 2_097_152],
          [size - 5, size + 5],
          [7, 7],
          [size, size + 1]
        ] as const
        for (const [from, to] of ranges) {
          const pieces = yield* Stream.runCollect(stored.read(from, to))
          const read = yield* Stream.mkUint8Array(Stream.fromIterable(pieces))
          assert.isTrue(areEqual(read, bytes.subarray(from, to)), `${from} to ${to}`)
          assert.isBelow(Math.max(0, ...pieces.map(({ length }) => length)), 1_048_577)
        }
      })
    )

    it.effect("opens an empty blob, and nothing for an unknown hash", () =>
      Effect.gen(function* () {
        const store = yield* BlobStore.BlobStore
        const nothing = Option.getOrThrow(yield* store.open(yield* store.put(new Uint8Array())))
        assert.strictEqual(nothing.size, 0)
        assert.strictEqual((yield* Stream.mkUint8Array(nothing.read(0, 10))).length, 0)
        for (const hash of ["A".repeat(43), "", "../x", "absent"]) assert.isTrue(Option.isNone(yield* store.open(hash)))
      })
    )

    it.effect("stops reading when the consumer stops", () =>
      Effect.gen(function* () {
        const store = yield* BlobStore.BlobStore
        const bytes = numbered(2_000_003)
        const stored = Option.getOrThrow(yield* store.open(yield* store.put(bytes)))
        const [first] = yield* Stream.runCollect(Stream.take(stored.read(5, bytes.length), 1))
        assert.isTrue(areEqual(first?.slice(0, 9) ?? new Uint8Array(), bytes.subarray(5, 14)))
      })
    )

    it.effect("stores the same bytes once when many callers put them concurrently", () =>
      Effect.gen(function* () {
        const store = yield* BlobStore.BlobStore
        const bytes = numbered(70_001)
        const hashes = yield* Effect.all(
          Array.from({ length: 8 }, () => store.put(bytes)),
          { concurrency: 8 }
        )
        assert.deepStrictEqual(new Set(hashes).size, 1)
        assert.isTrue(areEqual(Option.getOrThrow(yield* store.get(hashes[0] ?? "")), bytes))
      })
    )
  })

const testSweeping = <E>(name: string, blobs: Layer.Layer<BlobStore.BlobStore, E>, resolution: number) =>
  layer(blobs)(`${name}: BlobStore ages`, (it) => {
    it.effect("lists blobs put before an instant, by hash, page by page", () =>
      Effect.gen(function* () {
        const store = yield* BlobStore.BlobStore
        const ever = Number.MAX_SAFE_INTEGER
        yield* store.remove(yield* store.listOlder(ever, "", 1000), ever)
        yield* TestClock.setTime(1000)
        const old = (yield* Effect.forEach(["a", "b", "c", "d"], (text) =>
          store.put(bytesOf(`old ${text}`))
        )).toSorted()
        yield* TestClock.setTime(2000)
        const young = yield* store.put(bytesOf("young"))
        const older = (than: number, after: string, limit: number) => store.listOlder(than, after, limit)
        assert.deepStrictEqual(yield* older(1000, "", 10), [])
        assert.deepStrictEqual(yield* older(1000 + resolution, "", 10), old)
        assert.deepStrictEqual(yield* older(2000, "", 2), old.slice(0, 2))
        assert.deepStrictEqual(yield* older(2000, String(old[1]), 10), old.slice(2))
        assert.deepStrictEqual(yield* older(2000 + resolution, "", 10), [...old, young].toSorted())
        assert.deepStrictEqual(yield* older(2000 + resolution, "", 0), [])
      })
    )

    it.effect("renews the age of a blob that is put again, so that it is not removed", () =>
      Effect.gen(function* () {
        const store = yield* BlobStore.BlobStore
        yield* TestClock.setTime(10_000)
        const [again, left] = [yield* store.put(bytesOf("again")), yield* store.put(bytesOf("left"))]
        yield* TestClock.setTime(20_000)
        yield* store.put(bytesOf("again"))
        assert.notInclude(yield* store.listOlder(20_000, "", 100), again)
        assert.strictEqual(yield* store.remove([again, left, left, "A".repeat(43)], 20_000), 1)
        assert.isTrue(Option.isSome(yield* store.get(again)))
        assert.isTrue(Option.isNone(yield* store.get(left)))
        assert.strictEqual(yield* store.remove([again], 20_000 + resolution), 1)
        assert.isTrue(Option.isNone(yield* store.get(again)))
        assert.notInclude(yield* store.listOlder(100_000, "", 100), again)
        assert.strictEqual(yield* store.remove([], 20_000 + resolution), 0)
      })
    )
  })

export interface Options {
  /**
   * Resolution of the store's timestamps in milliseconds, at most 1000: bytes may look younger by as much, never older.
   */
  readonly resolution?: number
}

/** The contract of `BlobStore`, for a store without other users; ages follow Effect's `Clock` (rule blob-age). */
export const suite = <E>(
  name: string,
  blobs: Layer.Layer<BlobStore.BlobStore, E>,
  { resolution = 1 }: Options = {}
): void => {
  testKeeping(name, blobs)
  testReading(name, blobs)
  testSweeping(name, blobs, resolution)
}
