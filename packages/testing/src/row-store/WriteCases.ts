import { assert } from "@effect/vitest"
import { Repository, RowStore } from "@quire/core"
import { Effect, Option } from "effect"
import { fresh, type It } from "../Suite.ts"
import { items } from "../TestCollections.ts"
import { answer, item, itemShape, namesIn, rowOf } from "./Rows.ts"

const testInserting = (it: It<RowStore.RowStore>) => {
  it.effect("inserts at version 1 with every counter at 0", () =>
    Effect.gen(function* () {
      const repository = yield* Repository.make(items)
      const value = item(fresh("g"), { label: "l", number: -3, at: 1_700_000_000_000, flag: false, tags: ["b", "a"] })
      const inserted = yield* repository.insert(value)
      const read = Option.getOrThrow(yield* repository.get(value.id))
      assert.deepStrictEqual(read, { value, version: 1, counters: { hits: 0, misses: 0 } })
      assert.deepStrictEqual(inserted, read)
    })
  )

  it.effect("reads the rows that exist, and only those", () =>
    Effect.gen(function* () {
      const repository = yield* Repository.make(items)
      const group = fresh("g")
      const values = Array.from({ length: 300 }, () => item(group))
      yield* repository.insertAll(values)
      const read = yield* repository.getMany(["absent", ...values.map(({ id }) => id), "", "i", "%"])
      assert.deepStrictEqual([...read.keys()].sort(), values.map(({ id }) => id).sort())
      assert.isTrue(Option.isNone(yield* repository.get("absent")))
      assert.strictEqual((yield* repository.getMany([])).size, 0)
    })
  )

  it.effect("returns Taken for an id in use and leaves its row unchanged", () =>
    Effect.gen(function* () {
      const repository = yield* Repository.make(items)
      const value = item(fresh("g"))
      yield* repository.insert(value)
      assert.strictEqual(yield* answer(repository.tryInsert({ ...value, name: "other" })), "taken id")
      assert.strictEqual(Option.getOrThrow(yield* repository.get(value.id)).value.name, value.name)
    })
  )

  it.effect("inserts all or none", () =>
    Effect.gen(function* () {
      const repository = yield* Repository.make(items)
      const group = fresh("g")
      yield* repository.insert(item(group, { name: "b" }))
      const more = ["a", "b", "c"].map((name) => item(group, { name }))
      assert.strictEqual(yield* answer(repository.tryInsertAll(more)), "taken name")
      assert.deepStrictEqual(yield* namesIn(repository, group), ["b"])
      const twice = [item(group, { name: "d" }), item(group, { name: "d" })]
      assert.strictEqual(yield* answer(repository.tryInsertAll(twice)), "taken name")
      const [first, second] = [item(group, { name: "e" }), item(group, { name: "f" })]
      assert.strictEqual(yield* answer(repository.tryInsertAll([first, { ...second, id: first.id }])), "taken id")
      assert.deepStrictEqual(yield* namesIn(repository, group), ["b"])
    })
  )
}

const testUpdating = (it: It<RowStore.RowStore>) => {
  it.effect("updates the expected version and increments it", () =>
    Effect.gen(function* () {
      const repository = yield* Repository.make(items)
      const value = item(fresh("g"))
      const inserted = yield* repository.insert(value)
      const updated = yield* repository.update(inserted, { ...value, number: 7, tags: ["x"] })
      const read = Option.getOrThrow(yield* repository.get(value.id))
      assert.deepStrictEqual(read, { ...inserted, value: { ...value, number: 7, tags: ["x"] }, version: 2 })
      assert.deepStrictEqual(updated, read)
    })
  )

  it.effect("does not increase the version of an unchanged document", () =>
    Effect.gen(function* () {
      const repository = yield* Repository.make(items)
      const value = item(fresh("g"))
      const inserted = yield* repository.insert(value)
      assert.strictEqual((yield* repository.update(inserted, { ...value })).version, 1)
      assert.strictEqual(Option.getOrThrow(yield* repository.get(value.id)).version, 1)
    })
  )

  it.effect("returns Stale for an unexpected version, and for a deleted row", () =>
    Effect.gen(function* () {
      const repository = yield* Repository.make(items)
      const value = item(fresh("g"))
      const inserted = yield* repository.insert(value)
      yield* repository.update(inserted, { ...value, number: 1 })
      assert.strictEqual(yield* answer(repository.tryUpdate(inserted, { ...value, number: 2 })), "stale")
      const ahead = { ...inserted, version: 3 }
      assert.strictEqual(yield* answer(repository.tryUpdate(ahead, { ...value, number: 3 })), "stale")
      assert.strictEqual(Option.getOrThrow(yield* repository.get(value.id)).value.number, 1)
      yield* repository.remove([value.id])
      assert.strictEqual(
        yield* answer(repository.tryUpdate({ ...inserted, version: 2 }, { ...value, number: 4 })),
        "stale"
      )
      assert.isTrue(Option.isNone(yield* repository.get(value.id)))
    })
  )

  it.effect("updates all rows of a call or none", () =>
    Effect.gen(function* () {
      const repository = yield* Repository.make(items)
      const group = fresh("g")
      const [a, b] = [yield* repository.insert(item(group)), yield* repository.insert(item(group, { name: "held" }))]
      const changes = (version: number, name: string) => [
        { seen: a, next: { ...a.value, number: 1, name } },
        { seen: { ...b, version }, next: { ...b.value, number: 1 } }
      ]
      assert.strictEqual(yield* answer(repository.tryUpdateAll(changes(9, a.value.name))), "stale")
      assert.strictEqual(yield* answer(repository.tryUpdateAll(changes(9, "held"))), "stale")
      assert.strictEqual(yield* answer(repository.tryUpdateAll(changes(1, "held"))), "taken name")
      assert.strictEqual(yield* answer(repository.tryUpdateAll(changes(1, "held").toReversed())), "taken name")
      const untouched = yield* repository.getMany([a.value.id, b.value.id])
      assert.deepStrictEqual([untouched.get(a.value.id), untouched.get(b.value.id)], [a, b])
      yield* repository.updateAll(changes(1, "free"))
      const read = yield* repository.getMany([a.value.id, b.value.id])
      assert.deepStrictEqual(
        [...read.values()].map(({ value, version }) => [value.number, version]),
        [
          [1, 2],
          [1, 2]
        ]
      )
      assert.deepStrictEqual(yield* namesIn(repository, group), ["free", "held"])
    })
  )
}

const testRemoving = (it: It<RowStore.RowStore>) => {
  it.effect("removes rows and says how many of the ids existed", () =>
    Effect.gen(function* () {
      const repository = yield* Repository.make(items)
      const group = fresh("g")
      const values = ["a", "b", "c"].map((name) => item(group, { name }))
      yield* repository.insertAll(values)
      const [a, , c] = values.map(({ id }) => id)
      assert.strictEqual(yield* repository.remove([String(a), "absent", String(c), String(a)]), 2)
      assert.deepStrictEqual(yield* namesIn(repository, group), ["b"])
      assert.strictEqual(yield* repository.remove([String(a)]), 0)
      assert.strictEqual(yield* repository.remove([]), 0)
    })
  )

  it.effect("inserts a removed id again with version 1 and counters at 0", () =>
    Effect.gen(function* () {
      const repository = yield* Repository.make(items)
      const value = item(fresh("g"))
      yield* repository.update(yield* repository.insert(value), { ...value, number: 1 })
      yield* repository.add(value.id, { hits: 5 })
      yield* repository.remove([value.id])
      yield* repository.insert(value)
      const { version, counters } = Option.getOrThrow(yield* repository.get(value.id))
      assert.deepStrictEqual([version, counters], [1, { hits: 0, misses: 0 }])
    })
  )

  it.effect("has no effect for empty input", () =>
    Effect.gen(function* () {
      const store = yield* RowStore.RowStore
      const group = fresh("g")
      yield* store.insert(itemShape, [rowOf(group)])
      yield* store.insert(itemShape, [])
      yield* store.update(itemShape, [])
      assert.strictEqual(yield* store.remove(itemShape, []), 0)
      assert.deepStrictEqual(yield* store.getMany(itemShape, []), [])
      assert.deepStrictEqual(yield* store.atomic(store.lock(itemShape, [])), [])
      assert.strictEqual(yield* store.count(itemShape, "inGroup", { equals: { group } }), 1)
    })
  )
}

export const cases = (it: It<RowStore.RowStore>): void => {
  testInserting(it)
  testUpdating(it)
  testRemoving(it)
}
