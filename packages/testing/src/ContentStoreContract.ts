import { assert, layer } from "@effect/vitest"
import { ContentStore, RowStore } from "@quire/core"
import { Effect, type Layer } from "effect"
import { testAhead } from "./PrefetchContract.ts"
import { fresh, type It, live } from "./Suite.ts"

const nodeOf = (hash: string, text = `text of ${hash}`) => ({ hash, text })

const setup = Effect.gen(function* () {
  const content = yield* ContentStore.ContentStore
  return { content, here: fresh("s"), there: fresh("s") }
})

const testKeeping = (it: It<ContentStore.ContentStore>) => {
  it.effect("reads the texts of a space by hash", () =>
    Effect.gen(function* () {
      const { content, here, there } = yield* setup
      yield* content.putMany(
        here,
        ["a", "b", "c"].map((hash) => nodeOf(hash))
      )
      const found = yield* content.getMany(here, ["c", "absent", "a", "c"])
      assert.deepStrictEqual([...found].toSorted(), [
        ["a", "text of a"],
        ["c", "text of c"]
      ])
      assert.strictEqual((yield* content.getMany(here, [])).size, 0)
      assert.strictEqual((yield* content.getMany(there, ["a", "b", "c"])).size, 0)
    })
  )

  it.effect("stores many large texts, including ones that it already has", () =>
    Effect.gen(function* () {
      const { content, here } = yield* setup
      const nodes = Array.from({ length: 50 }, (_, index) => nodeOf(`n${index}`, `${index} `.repeat(20_000)))
      yield* content.putMany(here, nodes.slice(10, 12))
      yield* content.putMany(here, nodes.toReversed())
      const found = yield* content.getMany(
        here,
        nodes.map(({ hash }) => hash)
      )
      assert.isTrue(nodes.every(({ hash, text }) => found.get(hash) === text))
    })
  )

  it.effect("reads the content of several spaces", () =>
    Effect.gen(function* () {
      const { content, here, there } = yield* setup
      yield* content.putMany(here, [nodeOf("a"), nodeOf("b")])
      yield* content.putMany(there, [nodeOf("b", "other"), nodeOf("c")])
      const found = yield* content.getManyIn([
        { space: here, hashes: ["a", "a", "c"] },
        { space: there, hashes: ["b", "c", "a"] },
        { space: here, hashes: ["b"] },
        { space: fresh("s"), hashes: ["a"] }
      ])
      const of = (space: string) => [...(found.get(space) ?? [])].toSorted()
      assert.deepStrictEqual(of(here), [
        ["a", "text of a"],
        ["b", "text of b"]
      ])
      assert.deepStrictEqual(of(there), [
        ["b", "other"],
        ["c", "text of c"]
      ])
      assert.deepStrictEqual(
        [...found]
          .filter(([, texts]) => texts.size > 0)
          .map(([space]) => space)
          .toSorted(),
        [here, there].toSorted()
      )
      assert.strictEqual((yield* content.getManyIn([])).size, 0)
    })
  )

  it.effect("stores texts unchanged", () =>
    Effect.gen(function* () {
      const { content, here } = yield* setup
      const texts = [
        "",
        'leaf/1\n{"b":1,"a":1,"10":1,"9":1}',
        " \t\r\n\\ ' \" \u0001 \u2028 $1 ? %s",
        "é e\u0301 ｱ 😀 \u{10ffff} \uffff",
        "0.10 1e400 -0",
        "x".repeat(1_100_000)
      ]
      yield* content.putMany(
        here,
        texts.map((text, index) => nodeOf(`h${index}`, text))
      )
      const found = yield* content.getMany(
        here,
        texts.map((_, index) => `h${index}`)
      )
      assert.deepStrictEqual(
        texts.map((_, index) => found.get(`h${index}`)),
        texts
      )
    })
  )

  it.effect("accepts existing texts again, and distinguishes hashes by letter case", () =>
    Effect.gen(function* () {
      const { content, here } = yield* setup
      yield* content.putMany(here, [nodeOf("A"), nodeOf("a")])
      yield* content.putMany(here, [nodeOf("A"), nodeOf("_")])
      yield* content.putMany(here, [])
      const found = yield* content.getMany(here, ["A", "_", "a"])
      assert.deepStrictEqual([...found.values()].toSorted(), ["text of A", "text of _", "text of a"])
    })
  )

  it.effect("puts and reads thousands at once", () =>
    Effect.gen(function* () {
      const { content, here } = yield* setup
      const hashes = Array.from({ length: 5000 }, (_, index) => `h${10_000 + index}`)
      yield* content.putMany(
        here,
        hashes.map((hash) => nodeOf(hash))
      )
      const found = yield* content.getMany(here, [...hashes.toReversed(), "absent"])
      assert.strictEqual(found.size, 5000)
      assert.strictEqual(found.get("h14999"), "text of h14999")
    })
  )
}

const testMoving = (it: It<ContentStore.ContentStore>) => {
  it.effect("copies nodes to another space, where they outlive the original", () =>
    Effect.gen(function* () {
      const { content, here, there } = yield* setup
      yield* content.putMany(
        here,
        ["a", "b", "c"].map((hash) => nodeOf(hash))
      )
      yield* content.putMany(there, [nodeOf("b"), nodeOf("z")])
      yield* content.copy(here, there, ["a", "b", "absent"])
      const found = () => content.getMany(there, ["a", "b", "c", "z", "absent"])
      assert.deepStrictEqual([...(yield* found()).keys()].toSorted(), ["a", "b", "z"])
      yield* content.copy(here, there, [])
      yield* content.removeSpace(here)
      assert.strictEqual((yield* content.getMany(here, ["a", "b", "c"])).size, 0)
      assert.deepStrictEqual([...(yield* found()).values()].toSorted(), ["text of a", "text of b", "text of z"])
      yield* content.removeSpace(fresh("absent"))
    })
  )

  it.effect("starts empty in a space that was removed", () =>
    Effect.gen(function* () {
      const { content, here } = yield* setup
      yield* content.putMany(here, [nodeOf("a"), nodeOf("b")])
      yield* content.removeSpace(here)
      yield* content.putMany(here, [nodeOf("b")])
      assert.deepStrictEqual([...(yield* content.getMany(here, ["a", "b"])).keys()], ["b"])
    })
  )
}

const testTogether = (it: It<ContentStore.ContentStore | RowStore.RowStore>) => {
  it.effect("accepts the same nodes from concurrent transactions", () =>
    Effect.gen(function* () {
      const { content, here } = yield* setup
      const { atomic } = yield* RowStore.RowStore
      const hashes = Array.from({ length: 50 }, (_, index) => `h${10 + index}`)
      const put = (own: string) => content.putMany(here, [...hashes.map((hash) => nodeOf(hash)), nodeOf(own)])
      yield* Effect.forEach(["x1", "x2", "x3", "x4"], (own) => atomic(put(own)), { concurrency: "unbounded" })
      assert.strictEqual((yield* content.getMany(here, [...hashes, "x1", "x2", "x3", "x4"])).size, 54)
    })
  )

  it.effect("discards the writes of a transaction that is rolled back", () =>
    Effect.gen(function* () {
      const { content, here } = yield* setup
      const { atomic } = yield* RowStore.RowStore
      yield* content.putMany(here, [nodeOf("kept")])
      const put = content.putMany(here, [nodeOf("kept"), nodeOf("undone")])
      yield* Effect.flip(atomic(Effect.andThen(put, Effect.fail("no"))))
      assert.deepStrictEqual([...(yield* content.getMany(here, ["kept", "undone"])).keys()], ["kept"])
    })
  )
}

/** The contract of `ContentStore`. */
export const suite = <E>(name: string, stores: Layer.Layer<ContentStore.ContentStore | RowStore.RowStore, E>): void =>
  layer(stores, live)(`${name}: ContentStore`, (it) => {
    testKeeping(it)
    testMoving(it)
    testAhead(it)
    testTogether(it)
  })
