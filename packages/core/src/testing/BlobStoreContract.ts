import { assert, layer } from "@effect/vitest"
import { sha256 } from "@noble/hashes/sha2.js"
import { Effect, type Layer, Option } from "effect"
import { Base64Url } from "effect/encoding"
import { TestClock } from "effect/testing"
import { BlobStore } from "../foundation/blob/BlobStore.ts"
import { fresh } from "./Suite.ts"

const bytesOf = (text: string) => new TextEncoder().encode(text)

/** SHA-256 of no bytes, in base64url. */
const hashOfNothing = "47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuFU"

const testKeeping = <E>(name: string, blobs: Layer.Layer<BlobStore, E>) =>
  layer(blobs)(`${name}: BlobStore bytes`, (it) => {
    it.effect("names bytes by their hash and gives them back", () =>
      Effect.gen(function* () {
        const store = yield* BlobStore
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
        const store = yield* BlobStore
        for (const length of [1_048_575, 1_048_576, 1_048_577, 3_145_733]) {
          const bytes = Uint8Array.from({ length }, (_, index) => (index * 31 + (index >> 12)) % 256)
          const hash = yield* store.put(bytes)
          assert.strictEqual(hash, Base64Url.encode(sha256(bytes)))
          const read = Option.getOrThrow(yield* store.get(hash))
          assert.isTrue(read.length === length && read.every((byte, index) => byte === bytes[index]))
        }
      })
    )

    it.effect("has nothing under another hash", () =>
      Effect.gen(function* () {
        const store = yield* BlobStore
        for (const hash of ["A".repeat(43), "", "../x", "absent"]) assert.isTrue(Option.isNone(yield* store.get(hash)))
        assert.strictEqual(yield* store.remove(["A".repeat(43)], 1), 0)
      })
    )

    it.effect("shares no bytes with its callers, and puts a view of a buffer alone", () =>
      Effect.gen(function* () {
        const store = yield* BlobStore
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

const testSweeping = <E>(name: string, blobs: Layer.Layer<BlobStore, E>) =>
  layer(blobs)(`${name}: BlobStore ages`, (it) => {
    it.effect("lists what was put before an instant, by hash, page by page", () =>
      Effect.gen(function* () {
        const store = yield* BlobStore
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
        assert.deepStrictEqual(yield* older(1001, "", 10), old)
        assert.deepStrictEqual(yield* older(2000, "", 2), old.slice(0, 2))
        assert.deepStrictEqual(yield* older(2000, String(old[1]), 10), old.slice(2))
        assert.deepStrictEqual(yield* older(2001, "", 10), [...old, young].toSorted())
        assert.deepStrictEqual(yield* older(2001, "", 0), [])
      })
    )

    it.effect("is put again with a new age, which keeps it from being removed", () =>
      Effect.gen(function* () {
        const store = yield* BlobStore
        yield* TestClock.setTime(10_000)
        const [again, left] = [yield* store.put(bytesOf("again")), yield* store.put(bytesOf("left"))]
        yield* TestClock.setTime(20_000)
        yield* store.put(bytesOf("again"))
        assert.notInclude(yield* store.listOlder(20_000, "", 100), again)
        assert.strictEqual(yield* store.remove([again, left, left, "A".repeat(43)], 20_000), 1)
        assert.isTrue(Option.isSome(yield* store.get(again)))
        assert.isTrue(Option.isNone(yield* store.get(left)))
        assert.strictEqual(yield* store.remove([again], 20_001), 1)
        assert.isTrue(Option.isNone(yield* store.get(again)))
        assert.notInclude(yield* store.listOlder(100_000, "", 100), again)
        assert.strictEqual(yield* store.remove([], 20_001), 0)
      })
    )
  })

/** The contract of `BlobStore`, for a store that nothing else uses; ages follow Effect's `Clock`. */
export const suite = <E>(name: string, blobs: Layer.Layer<BlobStore, E>): void => {
  testKeeping(name, blobs)
  testSweeping(name, blobs)
}
