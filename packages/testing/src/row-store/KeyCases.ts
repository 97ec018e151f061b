import { assert } from "@effect/vitest"
import { Repository, RowStore } from "@quire/core"
import { Effect, Option } from "effect"
import { dies, fresh, type It } from "../Suite.ts"
import { items } from "../TestCollections.ts"
import { answer, item, itemShape, namesIn, rowOf } from "./Rows.ts"

const testWhole = (it: It<RowStore.RowStore>) => {
  it.effect("returns Taken with the name of the key, on insert and on update", () =>
    Effect.gen(function* () {
      const repository = yield* Repository.make(items)
      const group = fresh("g")
      yield* repository.insert(item(group, { name: "a" }))
      const b = yield* repository.insert(item(group, { name: "b" }))
      assert.strictEqual(yield* answer(repository.tryInsert(item(group, { name: "a" }))), "taken name")
      assert.strictEqual(yield* answer(repository.tryUpdate(b, { ...b.value, name: "a", number: 1 })), "taken name")
      assert.deepStrictEqual(Option.getOrThrow(yield* repository.get(b.value.id)), b)
      assert.strictEqual(yield* answer(repository.tryInsert(item(fresh("g"), { name: "a" }))), "done")
    })
  )

  it.effect("lets a row keep its own key, and others take one that was given up", () =>
    Effect.gen(function* () {
      const repository = yield* Repository.make(items)
      const group = fresh("g")
      const a = yield* repository.insert(item(group, { name: "a" }))
      const kept = yield* repository.update(a, { ...a.value, number: 1 })
      yield* repository.update(kept, { ...kept.value, name: "b" })
      assert.strictEqual(yield* answer(repository.tryInsert(item(group, { name: "a" }))), "done")
      yield* repository.remove([a.value.id])
      assert.strictEqual(yield* answer(repository.tryInsert(item(group, { name: "b" }))), "done")
      assert.deepStrictEqual(yield* namesIn(repository, group), ["a", "b"])
    })
  )

  it.effect("compares keys by code points only", () =>
    Effect.gen(function* () {
      const repository = yield* Repository.make(items)
      const group = fresh("g")
      const names = [
        "",
        " ",
        "a",
        "A",
        "a ",
        " a",
        "é",
        "e\u0301",
        "ß",
        "ss",
        "ı",
        "i",
        "İ",
        "😀",
        "％",
        "%",
        "_",
        "\\"
      ]
      yield* repository.insertAll(names.map((name) => item(group, { name })))
      for (const name of names) {
        const found = yield* repository.getBy("name", { group, name })
        assert.deepStrictEqual(
          Option.map(found, ({ value }) => value.name),
          Option.some(name)
        )
      }
      assert.isTrue(Option.isNone(yield* repository.getBy("name", { group, name: "S" })))
      assert.isTrue(Option.isNone(yield* repository.getBy("name", { group: fresh("g"), name: "a" })))
    })
  )

  it.effect("refuses null in a key", () =>
    Effect.gen(function* () {
      const store = yield* RowStore.RowStore
      const group = fresh("g")
      yield* dies(store.insert(itemShape, [rowOf(group, {}, { name: null })]))
      assert.strictEqual(yield* store.count(itemShape, "inGroup", { equals: { group } }), 0)
    })
  )

  it.effect("continues the transaction after Taken and after Stale", () =>
    Effect.gen(function* () {
      const store = yield* RowStore.RowStore
      const repository = yield* Repository.make(items)
      const group = fresh("g")
      const a = yield* repository.insert(item(group, { name: "a" }))
      const b = yield* repository.insert(item(group, { name: "b" }))
      const both = (version: number, name: string) =>
        repository.tryUpdateAll([
          { seen: a, next: { ...a.value, number: 9 } },
          { seen: { ...b, version }, next: { ...b.value, name } }
        ])
      const answers = yield* store.atomic(
        Effect.all([
          answer(repository.tryInsert(item(group, { name: "c" }))),
          answer(repository.tryInsertAll([item(group, { name: "x" }), item(group, { name: "a" })])),
          answer(both(9, "y")),
          answer(both(1, "c")),
          answer(repository.tryUpdate(b, { ...b.value, name: "a" })),
          answer(repository.tryUpdate(a, { ...a.value, number: 1 })),
          answer(repository.tryInsert(item(group, { name: "d" })))
        ])
      )
      assert.deepStrictEqual(answers, ["done", "taken name", "stale", "taken name", "taken name", "done", "done"])
      assert.deepStrictEqual(yield* namesIn(repository, group), ["a", "b", "c", "d"])
    })
  )
}

const testPartial = (it: It<RowStore.RowStore>) => {
  it.effect("keeps a partial key among the rows that its condition selects", () =>
    Effect.gen(function* () {
      const repository = yield* Repository.make(items)
      const group = fresh("g")
      const slot = "s"
      const outside = yield* repository.insert(item(group, { slot, flag: false }))
      yield* repository.insert(item(group, { slot, flag: null }))
      const inside = yield* repository.insert(item(group, { slot, flag: true }))
      assert.strictEqual(yield* answer(repository.tryInsert(item(group, { slot, flag: true }))), "taken slot")
      assert.strictEqual(yield* answer(repository.tryUpdate(outside, { ...outside.value, flag: true })), "taken slot")
      yield* repository.update(inside, { ...inside.value, flag: false })
      assert.strictEqual(yield* answer(repository.tryUpdate(outside, { ...outside.value, flag: true })), "done")
      assert.strictEqual(yield* answer(repository.tryInsert(item(group, { slot: "t", flag: true }))), "done")
    })
  )

  it.effect("finds by a partial key the row inside its condition alone", () =>
    Effect.gen(function* () {
      const repository = yield* Repository.make(items)
      const group = fresh("g")
      yield* repository.insertAll([item(group, { slot: "s", flag: false }), item(group, { slot: "s", flag: null })])
      assert.isTrue(Option.isNone(yield* repository.getBy("slot", { group, slot: "s" })))
      const inside = yield* repository.insert(item(group, { slot: "s", flag: true }))
      assert.deepStrictEqual(yield* repository.getBy("slot", { group, slot: "s" }), Option.some(inside))
      yield* repository.update(inside, { ...inside.value, flag: null })
      assert.isTrue(Option.isNone(yield* repository.getBy("slot", { group, slot: "s" })))
    })
  )
}

export const cases = (it: It<RowStore.RowStore>): void => {
  testWhole(it)
  testPartial(it)
}
