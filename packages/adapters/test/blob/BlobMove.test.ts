import { assert, describe, it } from "@effect/vitest"
import { BlobMove, FolderBlobStore } from "@quire/adapters"
import { MemoryBlobStore } from "@quire/adapters/memory"
import { BlobStore } from "@quire/core"
import { Effect, Layer, Option } from "effect"
import { TestClock } from "effect/testing"
import { temporaryFolder } from "../support/temporaryFolder.ts"

const bytesOf = (text: string) => new TextEncoder().encode(text)

const storeOf = <E>(layer: Layer.Layer<BlobStore.BlobStore, E>) =>
  Effect.flatMap(Layer.build(Layer.fresh(layer)), (context) => Effect.provide(BlobStore.BlobStore, context))

type Store = typeof BlobStore.BlobStore.Service

const stores = Effect.gen(function* () {
  const source = yield* storeOf(MemoryBlobStore.layer)
  const target = yield* storeOf(FolderBlobStore.layer({ directory: yield* temporaryFolder }))
  return { source, target }
})

const ever = Number.MAX_SAFE_INTEGER

/** The folder contains a few bytes from its start. */
const countIn = (store: Store) => Effect.map(store.listOlder(ever, "", 2000), ({ length }) => length)

const move = (
  source: Store,
  target: Store,
  remove = false,
  onProgress: BlobMove.Options["onProgress"] = () => Effect.void
) => BlobMove.move(source, target, { remove, onProgress })

describe("the move of blobs (rule blob-move)", () => {
  it.effect("copies every blob once, for any number of attempts", () =>
    Effect.gen(function* () {
      const { source, target } = yield* stores
      const own = yield* countIn(target)
      const hashes = yield* Effect.forEach(Array.from({ length: 1203 }), (_, at) => source.put(bytesOf(`file ${at}`)))
      const steps: Array<number> = []
      const done = yield* move(source, target, false, ({ copied }) => Effect.sync(() => void steps.push(copied)))
      assert.deepInclude(done, { copied: 1203, skipped: 0, removed: 0, damaged: [] })
      assert.deepStrictEqual(steps, [500, 1000, 1203])
      assert.strictEqual(yield* countIn(target), 1203 + own)
      for (const hash of hashes.slice(0, 9)) {
        assert.deepStrictEqual(yield* target.get(hash), yield* source.get(hash))
      }
      yield* source.put(bytesOf("one more"))
      assert.deepInclude(yield* move(source, target), { copied: 1, skipped: 1203, bytes: 8 })
      assert.strictEqual(yield* countIn(source), 1204)
    })
  )

  it.effect("removes blobs from the source after the copy if requested, except those put again meanwhile", () =>
    Effect.gen(function* () {
      const { source, target } = yield* stores
      const [kept, left] = [yield* source.put(bytesOf("kept")), yield* source.put(bytesOf("left"))]
      yield* TestClock.setTime(1000)
      yield* source.put(bytesOf("kept"))
      assert.deepInclude(yield* move(source, target, true), { copied: 2, removed: 1 })
      assert.isTrue(Option.isSome(yield* source.get(kept)))
      assert.isTrue(Option.isNone(yield* source.get(left)))
      assert.isTrue(Option.isSome(yield* target.get(left)))
    })
  )

  it.effect("keeps and reports blobs whose digest does not match", () =>
    Effect.gen(function* () {
      const { source, target } = yield* stores
      const [good, bad] = [yield* source.put(bytesOf("good")), yield* source.put(bytesOf("bad"))]
      yield* TestClock.setTime(1000)
      const broken: Store = {
        ...source,
        get: (hash) => (hash === bad ? Effect.succeedSome(bytesOf("bed")) : source.get(hash))
      }
      assert.deepInclude(yield* move(broken, target, true), { copied: 1, removed: 1, damaged: [bad] })
      assert.isTrue(Option.isNone(yield* target.get(bad)))
      assert.isTrue(Option.isSome(yield* target.get(good)))
      assert.isTrue(Option.isSome(yield* source.get(bad)))
    })
  )
})
