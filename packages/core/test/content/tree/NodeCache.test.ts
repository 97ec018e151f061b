import { assert, describe, it } from "@effect/vitest"
import { ContentReader, Markdown, NodeCache, PageLocation, type PageView } from "@quire/core"
import { ContentNode } from "@quire/core/internal"
import { Property } from "@quire/testing"
import { Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import * as FastCheck from "fast-check"
import { makeMemoryStore, propertyOptions, space } from "./support.ts"

const leaf = (key: string): ContentNode.ContentNode => ({ kind: "leaf/1", entries: [[key, 1]] })

const cacheOf = (bytes: number) => Effect.provide(NodeCache.NodeCache, NodeCache.NodeCache.layerOf(bytes))

/** A stand-in for printed Markdown: a different text for each node, of any length. */
const fakeMarkdown = (hash: string, length: number) => hash.repeat(length)

const options = propertyOptions(200, 5_000)

const pageOf = (id: string): PageView.PageView => ({
  id,
  title: "Title",
  createdAt: "",
  updatedAt: "",
  type: "computed",
  computed: null
})

const placeOf = (id: string, title: string) => PageLocation.make({ id, title, path: "a", app: "b" })

/** A step on one of a few nodes, some of them larger than a small cache. */
const step = FastCheck.record({
  does: FastCheck.constantFrom("get", "put", "written", "print", "page", "place"),
  hash: FastCheck.constantFrom("a", "b", "c", "d", "e"),
  length: FastCheck.nat(300)
})

describe("the node cache", () => {
  it.effect("evicts entries that were not used since the previous cleanup", () =>
    Effect.gen(function* () {
      const cache = yield* cacheOf(10_000)
      for (const hash of ["a", "b"]) cache.put(space, hash, leaf(hash), 50)
      cache.forgetUnused()
      assert.strictEqual(cache.size(), 2 * 456)
      cache.get(space, "a")
      cache.put(space, "c", leaf("c"), 50)
      cache.forgetUnused()
      assert.deepStrictEqual(
        ["a", "b", "c"].map((hash) => cache.get(space, hash) !== undefined),
        [true, false, true]
      )
      assert.strictEqual(cache.size(), 2 * 456)
      cache.forgetUnused()
      cache.forgetUnused()
      assert.strictEqual(cache.size(), 0)
    })
  )

  it.effect("evicts the least recently used entries and stays within its byte limit", () =>
    Effect.gen(function* () {
      const cache = yield* cacheOf(3 * 456)
      for (const hash of ["a", "b", "c"]) cache.put(space, hash, leaf(hash), 50)
      assert.strictEqual(cache.size(), 3 * 456)
      cache.get(space, "a")
      cache.put(space, "d", leaf("d"), 50)
      assert.deepStrictEqual(
        ["a", "b", "c", "d"].map((hash) => cache.get(space, hash) !== undefined),
        [true, false, true, true]
      )
      cache.put(space, "e", leaf("e"), 200)
      assert.deepStrictEqual(
        ["a", "c", "d", "e"].map((hash) => cache.get(space, hash) !== undefined),
        [false, false, false, true]
      )
      assert.strictEqual(cache.size(), 1056)
      cache.put(space, "e", leaf("e"), 200)
      assert.isDefined(cache.get(space, "e"))
      cache.put(space, "f", leaf("f"), 500)
      assert.strictEqual(cache.size(), 1056)
    })
  )

  it.effect("renders a document once while it is cached, and again after eviction", () =>
    Effect.gen(function* () {
      const cache = yield* cacheOf(1_000)
      let prints = 0
      const print = Effect.sync(() => {
        prints++
        return "text"
      })
      assert.strictEqual(yield* cache.markdown(space, "a", print), "text")
      assert.deepStrictEqual([prints, cache.size()], [1, 0])
      cache.put(space, "a", { kind: "document/1", data: {}, nodes: [] }, 50)
      for (let at = 0; at < 3; at++) assert.strictEqual(yield* cache.markdown(space, "a", print), "text")
      assert.deepStrictEqual([prints, cache.size()], [2, 256 + 2 * 50 + 2 * 4])
      cache.put(space, "a", { kind: "document/1", data: {}, nodes: [] }, 50)
      yield* cache.markdown(space, "a", print)
      assert.strictEqual(prints, 2)
      assert.strictEqual(yield* cache.markdown("other", "a", Effect.succeed("other")), "other")
      cache.put(space, "b", leaf("b"), 186)
      assert.strictEqual(cache.size(), 1_000)
      yield* cache.markdown(space, "a", print)
      assert.strictEqual(prints, 3)
    })
  )

  it.effect("does not retry a failed rendering for a while", () =>
    Effect.gen(function* () {
      const cache = yield* cacheOf(1_000)
      let prints = 0
      const print = Effect.suspend(() => {
        prints++
        return Effect.fail(new Markdown.TextTooSlow())
      })
      const tries = Effect.forEach([1, 2, 3], () => Effect.flip(cache.markdown(space, "a", print)))
      yield* tries
      assert.strictEqual(prints, 3)
      cache.put(space, "a", { kind: "document/1", data: {}, nodes: [] }, 50)
      yield* tries
      assert.deepStrictEqual([prints, cache.size()], [4, 256 + 2 * 50])
      yield* TestClock.adjust(NodeCache.limits.unprintable - 1)
      yield* tries
      assert.strictEqual(prints, 4)
      yield* TestClock.adjust(1)
      yield* tries
      assert.strictEqual(prints, 5)
      yield* TestClock.adjust(NodeCache.limits.unprintable)
      assert.strictEqual(yield* cache.markdown(space, "a", Effect.succeed("text")), "text")
      assert.strictEqual(yield* cache.markdown(space, "a", print), "text")
      assert.strictEqual(prints, 5)
    })
  )

  it.effect("keeps a rendering only if the cache can hold it, and otherwise keeps just the node", () =>
    Effect.gen(function* () {
      const cache = yield* cacheOf(500)
      cache.put(space, "a", { kind: "document/1", data: {}, nodes: [] }, 50)
      yield* cache.markdown(space, "a", Effect.succeed("x".repeat(73)))
      assert.deepStrictEqual([cache.size(), cache.get(space, "a") !== undefined], [356, true])
      yield* cache.markdown(space, "a", Effect.succeed("x".repeat(72)))
      assert.strictEqual(cache.size(), 500)
    })
  )

  it(
    "returns the same results as no cache, and never exceeds its weight",
    () =>
      Property.sync(
        [FastCheck.array(step, { maxLength: 60 }), FastCheck.integer({ min: 200, max: 2_500 })],
        ([steps, limit]) => {
          const cache = Effect.runSync(cacheOf(limit))
          for (const { does, hash, length } of steps) {
            if (does === "put") cache.put(space, hash, leaf(hash), length)
            else if (does === "written") cache.putWritten(space, [{ hash, text: ContentNode.textOf(leaf(hash)) }])
            else if (does === "print") {
              const text = fakeMarkdown(hash, 40)
              assert.strictEqual(Effect.runSync(cache.markdown(space, hash, Effect.succeed(text))), text)
            } else if (does === "page") {
              const kept = cache.page(space, hash, "name")
              if (kept !== undefined) assert.deepStrictEqual(kept, pageOf(hash))
              cache.putPage(space, hash, "name", pageOf(hash))
            } else if (does === "place") {
              const kept = cache.place(space, hash, "id")
              if (kept !== undefined) assert.deepStrictEqual(kept, placeOf("id", hash))
              cache.putPlace(space, hash, placeOf("id", hash))
            } else {
              const found = cache.get(space, hash)
              if (typeof found === "string") assert.strictEqual(found, ContentNode.textOf(leaf(hash)))
              else if (found !== undefined) assert.deepStrictEqual(found, leaf(hash))
            }
            assert.isAtMost(cache.size(), limit)
          }
        },
        options
      ),
    Property.timeout(options)
  )

  it.effect("stores a page under each of its names if it is within the size limit of a page", () =>
    Effect.gen(function* () {
      const cache = yield* cacheOf(10 * NodeCache.limits.page)
      const units = (NodeCache.limits.page - 256) / 4 - JSON.stringify(pageOf("")).length
      for (const [more, isKept] of [
        [0, true],
        [1, false]
      ] as const) {
        const page = pageOf("x".repeat(units + more))
        cache.putPage(space, "root", `name ${more}`, page)
        assert.strictEqual(cache.page(space, "root", `name ${more}`) === page, isKept)
      }
      assert.strictEqual(cache.size(), NodeCache.limits.page)
      assert.isUndefined(cache.page(space, "other", "name 0"))
      assert.isUndefined(cache.page("other", "root", "name 0"))
    })
  )

  it.effect("stores page positions by space, root and id, counting two bytes per UTF-16 unit", () =>
    Effect.gen(function* () {
      const cache = yield* cacheOf(10_000)
      const place = placeOf("id", "Title")
      cache.putPlace(space, "root", place)
      assert.strictEqual(cache.place(space, "root", "id"), place)
      for (const [at, root, id] of [
        ["other", "root", "id"],
        [space, "other", "id"],
        [space, "root", "other"]
      ] as const) {
        assert.isUndefined(cache.place(at, root, id))
      }
      const texts = ["id", "Title", "a", "b", '"id"', '"Title"', '"a', '"b']
      assert.strictEqual(cache.size(), 256 + 2 * texts.join("").length)
    })
  )

  it.effect("returns recently written nodes without a query, up to a number of nodes", () =>
    Effect.gen(function* () {
      const { calls, layer } = makeMemoryStore()
      const readOf = (count: number) =>
        Effect.gen(function* () {
          const cache = yield* NodeCache.NodeCache
          const texts = Array.from({ length: count }, (_, at) => ContentNode.textOf(leaf(`k${at}`)))
          const nodes = texts.map((text) => ({ hash: ContentNode.hashOf(text), text }))
          cache.putWritten(space, nodes)
          const reader = yield* ContentReader.make(space)
          const first = yield* reader.many(nodes.map(({ hash }) => hash))
          yield* reader.many(nodes.map(({ hash }) => hash))
          return [...first.values()]
        }).pipe(Effect.provide(Layer.merge(layer, NodeCache.NodeCache.layer)))
      const { written } = NodeCache.limits
      const found = yield* readOf(written)
      assert.deepStrictEqual(
        found,
        Array.from({ length: written }, (_, at) => leaf(`k${at}`))
      )
      assert.isTrue(found.every((node) => Object.isFrozen(node)))
      assert.deepStrictEqual(calls.reads, [])
      assert.deepStrictEqual(yield* readOf(written + 1), [])
      assert.strictEqual(calls.reads[0]?.length, written + 1)
    })
  )

  it("stores no nodes of a large write", () => {
    const { writtenLength } = NodeCache.limits
    const sizeAfter = (length: number) => {
      const cache = Effect.runSync(Effect.provide(NodeCache.NodeCache, NodeCache.NodeCache.layer))
      cache.putWritten(space, [
        { hash: "a", text: "x".repeat(length - 1) },
        { hash: "b", text: "x" }
      ])
      return cache.size()
    }
    assert.isAbove(sizeAfter(writtenLength), 0)
    assert.strictEqual(sizeAfter(writtenLength + 1), 0)
  })
})
