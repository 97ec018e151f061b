import { assert, layer } from "@effect/vitest"
import { Effect, type Layer } from "effect"
import * as ContentNode from "../content/tree/ContentNode.ts"
import { ContentStore, type StoredNode } from "../content/tree/ContentStore.ts"
import { RowStore } from "../foundation/store/RowStore.ts"
import { fresh, type It, live } from "./Suite.ts"

const nodeOf = (hash: string, text = `text of ${hash}`) => ({ hash, text })

const setup = Effect.gen(function* () {
  const content = yield* ContentStore
  return { content, here: fresh("s"), there: fresh("s") }
})

const testKeeping = (it: It<ContentStore>) => {
  it.effect("reads the texts of the hashes that a space holds", () =>
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

  it.effect("keeps all of many large texts, whether it holds some of them already or not", () =>
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

  it.effect("reads of several spaces what each holds", () =>
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

  it.effect("keeps texts exactly", () =>
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

  it.effect("puts what is there already, and tells hashes apart by case", () =>
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

const testMoving = (it: It<ContentStore>) => {
  it.effect("copies nodes from one space to another, which they outlive", () =>
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

  it.effect("starts anew in a space that was removed", () =>
    Effect.gen(function* () {
      const { content, here } = yield* setup
      yield* content.putMany(here, [nodeOf("a"), nodeOf("b")])
      yield* content.removeSpace(here)
      yield* content.putMany(here, [nodeOf("b")])
      assert.deepStrictEqual([...(yield* content.getMany(here, ["a", "b"])).keys()], ["b"])
    })
  )
}

const storedOf = (node: ContentNode.ContentNode) => {
  const text = ContentNode.textOf(node)
  return { hash: ContentNode.hashOf(text), text }
}

/** A root of a group `guide` with a page `install`, and of a page `other`; and a map of files that is said to be large. */
const makeTree = () => {
  const documentOf = (title: string) => storedOf({ kind: "document/1", data: { title }, nodes: [] })
  const leaf = (entries: ContentNode.Leaf["entries"]) => storedOf({ kind: "leaf/1", entries })
  const [install, other] = [documentOf("install"), documentOf("other")]
  const [top, below] = [storedOf({ kind: "ids/1", ids: ["p1", "p3"] }), storedOf({ kind: "ids/1", ids: ["p2"] })]
  const file = leaf([["f1", { name: "file", blob: install.hash.toLowerCase() }]])
  const files = storedOf({ kind: "branch/1", skip: "", size: 1_000, kids: [["f", file.hash, 1_000]] })
  const pages = leaf([
    ["p1", { type: "group", slug: "guide" }],
    ["p2", { type: "document", slug: "Install", document: install.hash }],
    ["p3", { type: "document", slug: "other", document: other.hash }]
  ])
  const slugs = leaf([
    ["/guide", "p1"],
    ["/other", "p3"],
    ["p1/install", "p2"]
  ])
  const order = leaf([
    ["", top.hash],
    ["p1", below.hash]
  ])
  const maps = { pages: pages.hash, slugs: slugs.hash, order: order.hash, files: files.hash }
  const root = storedOf({ kind: "root/1", moved: null, reusable: null, values: null, ...maps })
  return { root, install, other, file, always: [root, files, pages, slugs, order, top, below] }
}

const testAhead = (it: It<ContentStore>) => {
  it.effect("reads ahead what a page is likely to be printed from", () =>
    Effect.gen(function* () {
      const { content, here, there } = yield* setup
      const { always, file, install, other, root } = makeTree()
      yield* content.putMany(here, [...always, file, install, other])
      yield* content.putMany(there, [file])
      const read = (document: string | undefined, entries: number, space = here) =>
        Effect.map(content.getAhead([{ space, root: root.hash, document, entries }]), (found) =>
          [...(found.get(space) ?? [])].toSorted()
        )
      const textsOf = (nodes: ReadonlyArray<StoredNode>) =>
        nodes.map(({ hash, text }) => [hash, text] as const).toSorted()
      assert.deepStrictEqual(yield* read(undefined, 100), textsOf(always))
      assert.deepStrictEqual(yield* read("nothing", 100), textsOf(always))
      assert.deepStrictEqual(yield* read(undefined, 1_000), textsOf([...always, file]))
      assert.deepStrictEqual(yield* read("INSTALL", 100), textsOf([...always, install]))
      assert.deepStrictEqual(yield* read("other", 100), textsOf([...always, other]))
      assert.deepStrictEqual(yield* read("", 100), textsOf([...always, install]))
      assert.deepStrictEqual(yield* read("", 100, there), [])
    })
  )

  it.effect("reads ahead in several spaces at once, in each what it holds", () =>
    Effect.gen(function* () {
      const { content, here, there } = yield* setup
      const { always, install, other, root } = makeTree()
      yield* content.putMany(here, [...always, install])
      yield* content.putMany(there, [root, install, other])
      const found = yield* content.getAhead([
        { space: here, root: root.hash, document: "install", entries: 10 },
        { space: there, root: root.hash, document: "other", entries: 10 }
      ])
      assert.strictEqual(found.get(here)?.size, always.length + 1)
      assert.deepStrictEqual([...(found.get(there) ?? [])], [[root.hash, root.text]])
      assert.strictEqual((yield* content.getAhead([])).size, 0)
    })
  )
}

const testTogether = (it: It<ContentStore | RowStore>) => {
  it.effect("takes the same nodes from several transactions at once", () =>
    Effect.gen(function* () {
      const { content, here } = yield* setup
      const { atomic } = yield* RowStore
      const hashes = Array.from({ length: 50 }, (_, index) => `h${10 + index}`)
      const put = (own: string) => content.putMany(here, [...hashes.map((hash) => nodeOf(hash)), nodeOf(own)])
      yield* Effect.forEach(["x1", "x2", "x3", "x4"], (own) => atomic(put(own)), { concurrency: "unbounded" })
      assert.strictEqual((yield* content.getMany(here, [...hashes, "x1", "x2", "x3", "x4"])).size, 54)
    })
  )

  it.effect("forgets what a transaction that is undone has put", () =>
    Effect.gen(function* () {
      const { content, here } = yield* setup
      const { atomic } = yield* RowStore
      yield* content.putMany(here, [nodeOf("kept")])
      const put = content.putMany(here, [nodeOf("kept"), nodeOf("undone")])
      yield* Effect.flip(atomic(Effect.andThen(put, Effect.fail("no"))))
      assert.deepStrictEqual([...(yield* content.getMany(here, ["kept", "undone"])).keys()], ["kept"])
    })
  )
}

/** The contract of `ContentStore`. */
export const suite = <E>(name: string, stores: Layer.Layer<ContentStore | RowStore, E>): void =>
  layer(stores, live)(`${name}: ContentStore`, (it) => {
    testKeeping(it)
    testMoving(it)
    testAhead(it)
    testTogether(it)
  })
