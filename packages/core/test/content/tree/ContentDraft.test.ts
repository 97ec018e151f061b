import { assert, describe, it } from "@effect/vitest"
import type { CanonicalJson } from "@quire/core"
import { ContentDraft, ContentReader, NodeCache, Root } from "@quire/core"
import { ContentNode, RadixMap, TreeEdit } from "@quire/core/internal"
import { Cause, Effect, Exit, Layer, Option, Result } from "effect"
import { fixture, makeMemoryStore, space } from "./support.ts"

const leaf = (key: string): ContentNode.ContentNode => ({ kind: "leaf/1", entries: [[key, 1]] })

const defectOf = <A, E>(exit: Exit.Exit<A, E>) =>
  Exit.isFailure(exit) ? Option.getOrUndefined(Result.getSuccess(Cause.findDefect(exit.cause))) : undefined

describe("reader", () => {
  const readerOf = (cacheBytes: number) => {
    const { layer, nodesOf, calls } = makeMemoryStore()
    const layers = Layer.merge(layer, NodeCache.NodeCache.layerOf(cacheBytes))
    const put = (of: string, text: string) => {
      const hash = ContentNode.hashOf(text)
      nodesOf(of).set(hash, text)
      return hash
    }
    return { make: (of: string) => ContentReader.make(of).pipe(Effect.provide(layers)), put, calls }
  }

  it.effect("queries the store once for uncached nodes, and never for an empty list", () =>
    Effect.gen(function* () {
      const { make, put, calls } = readerOf(1_000_000)
      const reader = yield* make(space)
      const [a, b, missing] = [
        put(space, ContentNode.textOf(leaf("a"))),
        put(space, ContentNode.textOf(leaf("b"))),
        "x".repeat(43)
      ]
      const first = yield* reader.many([a, missing])
      assert.deepStrictEqual([...first], [[a, leaf("a")]])
      const second = yield* reader.many([a, b, b])
      assert.deepStrictEqual(
        [...second].toSorted(),
        [
          [a, leaf("a")],
          [b, leaf("b")]
        ].toSorted()
      )
      yield* reader.many([a, b])
      yield* reader.many([])
      assert.deepStrictEqual(calls.reads, [[a, missing], [b]])
    })
  )

  it.effect("separates spaces, cached or not", () =>
    Effect.gen(function* () {
      const { make, put } = readerOf(1_000_000)
      const hash = put("one", ContentNode.textOf(leaf("a")))
      assert.isTrue(Option.isSome(yield* ContentReader.find(yield* make("one"), hash)))
      assert.isTrue(Option.isNone(yield* ContentReader.find(yield* make("two"), hash)))
    })
  )

  it.effect("returns immutable nodes", () =>
    Effect.gen(function* () {
      const { make, put } = readerOf(0)
      const hash = put(space, 'document/1\n{"data":{"a":[{}]},"nodes":[]}')
      const node = Option.getOrThrow(yield* Root.document(yield* make(space), hash))
      const data = node.data as { readonly a: ReadonlyArray<object> }
      assert.isTrue(
        Object.isFrozen(node) && Object.isFrozen(data) && Object.isFrozen(data.a) && Object.isFrozen(data.a[0])
      )
    })
  )

  it.effect("dies on unknown, unreadable, missing or misplaced nodes", () =>
    Effect.gen(function* () {
      const { make, put } = readerOf(0)
      const reader = yield* make(space)
      const misplaced = put(space, ContentNode.textOf(leaf("a")))
      const hashes = ["leaf/9\n{}", "leaf/1\n{", 'leaf/1\n{"entries":7}', "nothing"].map((text) => put(space, text))
      for (const hash of hashes) {
        assert.instanceOf(defectOf(yield* Effect.exit(reader.many([hash]))), ContentReader.CorruptContent)
      }
      for (const hash of [misplaced, "x".repeat(43)]) {
        assert.instanceOf(defectOf(yield* Effect.exit(Root.open(reader, hash))), ContentReader.CorruptContent)
      }
    })
  )
})

describe("draft", () => {
  it.effect("reads its own nodes first, then the reader's, each once", () =>
    Effect.gen(function* () {
      const { reader, draft, store, calls } = fixture()
      const first = draft()
      const stored = first.put(leaf("stored"))
      store(first, stored)
      const work = ContentDraft.make(reader)
      const own = work.put(leaf("own"))
      assert.deepStrictEqual([...(yield* work.many([own, stored])).keys()].toSorted(), [own, stored].toSorted())
      yield* work.many([stored])
      assert.deepStrictEqual(calls.reads, [[stored]])
    })
  )

  it.effect("stores exactly the new nodes reachable from the root, sorted by hash", () =>
    Effect.gen(function* () {
      const { draft, store, reader } = fixture()
      const work = draft()
      const page = (id: string, document: string) => ({ id, type: "document" as const, title: id, document })
      const documentOf = (text: string) => Root.putDocument(work, { data: {}, nodes: [text] })
      const insert = (root: string, id: string) =>
        TreeEdit.insert(work, root, { parent: null, pages: [page(id, documentOf(id))], now: 1 })
      documentOf("unused")
      const before = yield* insert(yield* insert(Root.empty, "a"), "b")
      const nodes = work.nodes(before)
      const hashes = nodes.map(({ hash }) => hash)
      assert.deepStrictEqual(hashes, hashes.toSorted())
      assert.deepStrictEqual(hashes, yield* ContentDraft.all(work, before))
      assert.deepStrictEqual(nodes.map(({ text }) => text.split("\n")[0]).toSorted(), [
        "document/1",
        "document/1",
        "ids/1",
        "leaf/1",
        "leaf/1",
        "leaf/1",
        "root/1"
      ])
      for (const { hash, text } of nodes) assert.strictEqual(hash, ContentNode.hashOf(text))
      store(work, before)
      assert.deepStrictEqual(yield* ContentDraft.all(reader, before), hashes)

      const next = draft()
      const undone = yield* TreeEdit.remove(
        next,
        yield* TreeEdit.insert(next, before, { parent: null, pages: [page("c", hashes[0] ?? "")], now: 1 }),
        ["c"]
      )
      assert.strictEqual(undone, before)
      assert.deepStrictEqual(next.nodes(undone), [])
      assert.deepStrictEqual(next.nodes(Root.empty), [])
    })
  )

  it.effect("stores the documents of reusable contents", () =>
    Effect.gen(function* () {
      const { draft, store } = fixture()
      const work = draft()
      const document = Root.putDocument(work, { data: {}, nodes: ["shared"] })
      const root = yield* Root.putReusable(work, Root.empty, [{ id: "r", title: "R", document }])
      assert.include(
        store(work, root).map(({ hash }) => hash),
        document
      )
    })
  )

  it.effect("stores the nodes that a node in two places refers to in only one of them", () =>
    Effect.gen(function* () {
      const { draft, store, reader } = fixture()
      const work = draft()
      const list = work.put({ kind: "ids/1", ids: ["p"] })
      const twin = new Map<string, CanonicalJson.Json>([["name", list]])
      const root = yield* Root.apply(work, Root.empty, { values: twin, order: twin, moved: twin })
      assert.include(
        store(work, root).map(({ hash }) => hash),
        list
      )
      assert.include(yield* ContentDraft.all(reader, root), list)
    })
  )

  it.effect("copies the reachable nodes without reading documents", () =>
    Effect.gen(function* () {
      const { layer, nodesOf, calls } = makeMemoryStore()
      const layers = Layer.merge(layer, NodeCache.NodeCache.layerOf(0))
      const reader = yield* ContentReader.make("one").pipe(Effect.provide(layers))
      const work = ContentDraft.make(reader)
      const pages = Array.from({ length: 200 }, (_, index) => ({
        id: `p${index}`,
        type: "document" as const,
        title: `Page ${index}`,
        document: Root.putDocument(work, { data: {}, nodes: [index] })
      }))
      const root = yield* TreeEdit.insert(work, Root.empty, { parent: null, pages, now: 1 })
      for (const { hash, text } of work.nodes(root)) nodesOf("one").set(hash, text)
      for (const { document } of pages) assert.isTrue(nodesOf("one").has(document))
      calls.reads.length = 0
      const hashes = yield* ContentDraft.all(reader, root)
      assert.strictEqual(hashes.length, nodesOf("one").size)
      assert.isAtMost(calls.reads.flat().length, hashes.length - pages.length)
      for (const hash of hashes) nodesOf("two").set(hash, nodesOf("one").get(hash) ?? "")
      const copy = yield* Root.open(yield* ContentReader.make("two").pipe(Effect.provide(layers)), root)
      assert.strictEqual((yield* Root.children(copy, null)).length, 200)
    })
  )

  it.effect("skips an unchanged map", () =>
    Effect.gen(function* () {
      const work = fixture().draft()
      const ref = yield* RadixMap.update(work, null, new Map([["a", 1]]))
      assert.strictEqual(yield* RadixMap.update(work, ref, new Map()), ref)
      assert.strictEqual(yield* RadixMap.update(work, ref, new Map([["a", 1]])), ref)
      assert.strictEqual(yield* RadixMap.update(work, null, new Map([["a", undefined]])), null)
    })
  )
})
