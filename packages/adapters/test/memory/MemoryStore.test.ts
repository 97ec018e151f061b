import { assert, describe, it, layer } from "@effect/vitest"
import { Memory } from "@quire/adapters/memory"
import { Outbox, Repository, RowStore, SearchIndex } from "@quire/core"
import { SearchPages, Suite, TestCollections } from "@quire/testing"
import { Effect, Exit, Option } from "effect"

const { branches, items, roots } = TestCollections

const item = (group: string, name: string): TestCollections.Item => ({
  id: Suite.fresh("i"),
  group,
  name,
  slot: name,
  label: null,
  number: null,
  at: null,
  flag: null,
  tags: [],
  words: ""
})

/** A root, a branch of it and three items in id order. */
const world = Effect.gen(function* () {
  const store = yield* RowStore.RowStore
  const all = {
    roots: yield* Repository.make(roots),
    branches: yield* Repository.make(branches),
    items: yield* Repository.make(items)
  }
  const [root, branch, group] = [Suite.fresh("r"), Suite.fresh("b"), Suite.fresh("g")]
  yield* all.roots.insert({ id: root, organization: "o" })
  yield* all.branches.insert({ id: branch, organization: "o", root, guard: null })
  const [a, b, c] = ["a", "b", "c"].map((name) => ({ ...item(group, name), id: `${group}.${name}` }))
  assert(a !== undefined && b !== undefined && c !== undefined)
  yield* all.items.insertAll([a, b, c])
  return { ...all, store, root, branch, group, a: a.id, b: b.id, c: c.id }
})

const lockFault = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.map(Effect.exit(effect), (exit) => {
    assert.isTrue(Exit.isFailure(exit))
    assert.include(
      JSON.stringify(exit, (_, value) => (value instanceof Error ? { ...value, message: value.message } : value)),
      "violates the lock order"
    )
  })

layer(Memory.layer)("the lock order", (it) => {
  it.effect("faults a kind locked after one that comes later", () =>
    Effect.gen(function* () {
      const { a, branch, branches, items, root, roots, store } = yield* world
      yield* lockFault(store.atomic(Effect.andThen(branches.lock([branch]), roots.lock([root]))))
      yield* lockFault(store.atomic(Effect.all([roots.lock([root]), items.lock([a]), branches.lock([branch])])))
      yield* store.atomic(Effect.all([roots.lock([root]), branches.lock([branch]), items.lock([a])]))
    })
  )

  it.effect("faults an id locked after a higher one of its rank", () =>
    Effect.gen(function* () {
      const { a, b, c, items, store } = yield* world
      yield* lockFault(store.atomic(Effect.andThen(items.lock([b]), items.lock([a]))))
      yield* lockFault(store.atomic(Effect.andThen(items.lock([a, c]), items.lock([b]))))
      yield* store.atomic(Effect.all([items.lock([a]), items.lock([c, b])]))
    })
  )

  it.effect("allows repeated locks, and forgets locks with the transaction", () =>
    Effect.gen(function* () {
      const { a, b, items, root, roots, store } = yield* world
      yield* store.atomic(Effect.all([roots.lock([root]), items.lock([a, b]), roots.lock([root]), items.lock([a])]))
      yield* store.atomic(items.lock([b]))
      yield* store.atomic(items.lock([a]))
      const absent = Suite.fresh("absent")
      yield* store.atomic(Effect.all([items.lock([b, absent]), items.lock([b])]))
    })
  )
})

layer(Memory.layer)("a call that violates the declaration", (it) => {
  it.effect("dies on an undeclared index, key, counter or equality column", () =>
    Effect.gen(function* () {
      const { a, group, items, store } = yield* world
      const { shape } = items
      yield* Suite.dies(store.list(shape, "absent", { equals: { group }, limit: 1 }))
      yield* Suite.dies(store.list(shape, "labelled", { equals: { group }, limit: 1 }))
      yield* Suite.dies(store.getBy(shape, "absent", { group }))
      yield* Suite.dies(store.add(shape, a, { absent: 1 }))
    })
  )

  it.effect("dies on a column of another kind, and writes nothing", () =>
    Effect.gen(function* () {
      const { group, items, store } = yield* world
      const { id, ...columns } = item(group, "d")
      const wrong: ReadonlyArray<{ readonly [column: string]: RowStore.ColumnValue }> = [
        { number: 0.5 },
        { number: 2 ** 53 },
        { number: "1" },
        { name: 1 },
        { tags: "t" },
        { tags: null },
        { words: null },
        { flag: 1 },
        { label: ["l"] }
      ]
      for (const over of wrong) {
        const row = { id, doc: {}, docVersion: 1, columns: { ...columns, ...over }, at: 0, by: "system" }
        yield* Suite.dies(store.insert(items.shape, [row]))
      }
      assert.strictEqual(yield* items.count("inGroup", { equals: { group } }), 3)
    })
  )

  it.effect("dies on a document that JSON cannot represent", () =>
    Effect.gen(function* () {
      const { group, items, store } = yield* world
      const { id, ...columns } = item(group, "d")
      const endless: Array<unknown> = []
      endless.push(endless)
      for (const doc of [undefined, endless, 1n]) {
        yield* Suite.dies(store.insert(items.shape, [{ id, doc, docVersion: 1, columns, at: 0, by: "system" }]))
      }
    })
  )

  it.effect(
    "returns Taken for a key that another row of the same call releases, and dies on a row twice in a call",
    () =>
      Effect.gen(function* () {
        const { a, b, items } = yield* world
        const rows = yield* items.getMany([a, b])
        const [first, second] = [rows.get(a), rows.get(b)]
        assert(first !== undefined && second !== undefined)
        const handed = [
          { seen: first, next: { ...first.value, name: "free" } },
          { seen: second, next: { ...second.value, name: "a" } }
        ]
        const taken = yield* Effect.flip(items.tryUpdateAll(handed))
        assert.deepInclude(taken, { _tag: "Taken", unique: "name" })
        assert.deepStrictEqual(yield* items.getMany([a, b]), rows)
        const twice = [
          { seen: first, next: { ...first.value, number: 1 } },
          { seen: first, next: { ...first.value, number: 2 } }
        ]
        yield* Suite.dies(items.updateAll(twice))
      })
  )
})

describe("Memory.layer", () => {
  it.effect("shares one state among its ports, and has a new one each time it is built", () =>
    Effect.gen(function* () {
      const write = Effect.gen(function* () {
        const store = yield* RowStore.RowStore
        const search = yield* SearchIndex.SearchIndex
        const outbox = yield* Outbox.Outbox
        yield* store.atomic(search.update("s", { put: [SearchPages.page("p", "cat")], removed: [] }))
        const found = yield* search.search(["s"], SearchPages.query("cat"), { offset: 0, limit: 1 })
        yield* outbox.append({
          id: "e",
          type: "t",
          at: 0,
          actor: "a",
          token: null,
          organization: null,
          space: null,
          subjects: []
        })
        return [found.total, (yield* outbox.read("", 9)).length]
      })
      assert.deepStrictEqual(yield* Effect.provide(write, Memory.layer), [1, 1])
      assert.deepStrictEqual(yield* Effect.provide(write, Memory.layer), [1, 1])
    })
  )

  it.effect("keeps the transactions of two stores separate", () =>
    Effect.gen(function* () {
      const insideOther = Effect.provide(
        Effect.gen(function* () {
          const repository = yield* Repository.make(roots)
          yield* repository.insert({ id: "kept", organization: "o" })
          return yield* repository.get("kept")
        }),
        Memory.layer,
        { local: true }
      )
      const outer = Effect.gen(function* () {
        const { atomic } = yield* RowStore.RowStore
        const repository = yield* Repository.make(roots)
        const kept = yield* atomic(insideOther)
        assert.isTrue(Option.isNone(yield* repository.get("kept")))
        return kept
      })
      assert.isTrue(Option.isSome(yield* Effect.provide(outer, Memory.layer)))
    })
  )
})
