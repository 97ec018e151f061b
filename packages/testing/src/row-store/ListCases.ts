import { assert } from "@effect/vitest"
import { Repository, type RowStore } from "@quire/core"
import { Effect } from "effect"
import { fresh, type It } from "../Suite.ts"
import { type Item, items } from "../TestCollections.ts"
import { type Items, item } from "./Rows.ts"

type OrderedIndex = "inGroup" | "byName" | "byLabel" | "byNumber" | "byAt" | "byFlag"

/** Inserts one item per value, in a different order than given, and returns the listed values. */
const listed = <A>(
  values: ReadonlyArray<A>,
  over: (value: A) => Partial<Item>,
  index: OrderedIndex,
  of: (item: Item) => A
) =>
  Effect.gen(function* () {
    const repository: Items = yield* Repository.make(items)
    const group = fresh("g")
    const all = values.map((value) => item(group, over(value)))
    const shuffled = [
      ...all.filter((_, index) => index % 2 === 1).reverse(),
      ...all.filter((_, index) => index % 2 === 0)
    ]
    yield* repository.insertAll(shuffled)
    const list = (direction: "asc" | "desc") =>
      Effect.map(repository.list(index, { equals: { group }, direction, limit: 100 }), (rows) =>
        rows.map(({ value }) => of(value))
      )
    return { asc: yield* list("asc"), desc: yield* list("desc") }
  })

const testOrdering = (it: It<RowStore.RowStore>) => {
  it.effect("orders text by code point", () =>
    Effect.gen(function* () {
      const texts = [
        "",
        " ",
        "A",
        "Z",
        "a",
        "a b",
        "a-b",
        "a_b",
        "aa",
        "ab",
        "b",
        "e\u0301",
        "é",
        "ɐ",
        "\ud7ff",
        "\ue000",
        "ｱ",
        "\uffff",
        "𐀀",
        "😀",
        "😀a",
        "\u{10ffff}"
      ]
      const names = yield* listed(
        texts,
        (name) => ({ name }),
        "byName",
        ({ name }) => name
      )
      assert.deepStrictEqual(names, { asc: texts, desc: texts.toReversed() })
      const labels = yield* listed(
        texts,
        (label) => ({ label }),
        "byLabel",
        ({ label }) => String(label)
      )
      assert.deepStrictEqual(labels, { asc: texts, desc: texts.toReversed() })
    })
  )

  it.effect("orders ids by code point where there is no other order", () =>
    Effect.gen(function* () {
      const prefix = fresh("id")
      const ids = ["-", "A", "_", "a", "a-", "aa", "é", "ｱ", "😀"].map((text) => prefix + text)
      const read = yield* listed(
        ids,
        (id) => ({ id }),
        "inGroup",
        ({ id }) => id
      )
      assert.deepStrictEqual(read, { asc: ids, desc: ids.toReversed() })
    })
  )

  it.effect("puts null last, ascending and descending", () =>
    Effect.gen(function* () {
      const labels = yield* listed(
        ["", "a", null],
        (label) => ({ label }),
        "byLabel",
        ({ label }) => label
      )
      assert.deepStrictEqual(labels, { asc: ["", "a", null], desc: ["a", "", null] })
      const ats = yield* listed(
        [0, 5, null],
        (at) => ({ at }),
        "byAt",
        ({ at }) => at
      )
      assert.deepStrictEqual(ats, { asc: [0, 5, null], desc: [5, 0, null] })
      const flags = yield* listed(
        [false, true, null],
        (flag) => ({ flag }),
        "byFlag",
        ({ flag }) => flag
      )
      assert.deepStrictEqual(flags, { asc: [false, true, null], desc: [true, false, null] })
    })
  )

  it.effect("orders integers by value", () =>
    Effect.gen(function* () {
      const numbers = [-100, -9, 0, 9, 10, 11, 100]
      const read = yield* listed(
        numbers,
        (number) => ({ number }),
        "byNumber",
        ({ number }) => Number(number)
      )
      assert.deepStrictEqual(read, { asc: numbers, desc: numbers.toReversed() })
    })
  )

  it.effect("orders by each column in order, then by id, all in one direction", () =>
    Effect.gen(function* () {
      const rows: ReadonlyArray<readonly [number | null, string | null]> = [
        [1, "a"],
        [1, "b"],
        [1, null],
        [2, "a"],
        [2, null],
        [null, "a"],
        [null, null]
      ]
      const over = ([number, label]: (typeof rows)[number]) => ({ number, label })
      const read = yield* listed(rows, over, "byNumber", ({ number, label }) => [number, label] as const)
      const desc = [3, 4, 1, 0, 2, 5, 6].map((index) => rows[index])
      assert.deepStrictEqual(read, { asc: [...rows], desc })
      const ids = Array.from({ length: 5 }, () => fresh("id"))
      const sameLabel = yield* listed(
        ids.sort(),
        (id) => ({ id, label: "x" }),
        "byLabel",
        ({ id }) => id
      )
      assert.deepStrictEqual(sameLabel, { asc: ids, desc: ids.toReversed() })
      const noLabel = yield* listed(
        ids.map((id) => `n${id}`),
        (id) => ({ id }),
        "byLabel",
        ({ id }) => id
      )
      assert.deepStrictEqual(noLabel.desc, noLabel.asc.toReversed())
    })
  )
}

const testLimiting = (it: It<RowStore.RowStore>) => {
  it.effect("lists no more than the limit, from the beginning of the order", () =>
    Effect.gen(function* () {
      const repository = yield* Repository.make(items)
      const group = fresh("g")
      yield* repository.insertAll([3, 1, 2].map((number) => item(group, { number })))
      const numbers = (limit: number) =>
        Effect.map(repository.list("byNumber", { equals: { group }, limit }), (rows) =>
          rows.map(({ value }) => value.number)
        )
      assert.deepStrictEqual(yield* Effect.forEach([0, 1, 3, 4], numbers), [[], [1], [1, 2, 3], [1, 2, 3]])
    })
  )

  it.effect("lists the same beginning for every limit", () =>
    Effect.gen(function* () {
      const repository = yield* Repository.make(items)
      const group = fresh("g")
      yield* repository.insertAll(
        Array.from({ length: 300 }, (_, index) => item(group, { number: (index * 173) % 100 }))
      )
      for (const direction of ["asc", "desc"] as const) {
        const whole = yield* repository.list("byNumber", { equals: { group }, direction, limit: 1000 })
        assert.lengthOf(whole, 300)
        for (let limit = 1; limit <= 40; limit++) {
          const rows = yield* repository.list("byNumber", { equals: { group }, direction, limit })
          assert.deepStrictEqual(rows, whole.slice(0, limit))
        }
      }
    })
  )

  it.effect("lists by a partial index the rows of its condition, as they come and go", () =>
    Effect.gen(function* () {
      const repository = yield* Repository.make(items)
      const group = fresh("g")
      yield* repository.insertAll([item(group, { flag: false }), item(group, { flag: null, label: "l" })])
      const row = yield* repository.insert(item(group, { flag: true, label: "l" }))
      const listedIds = Effect.all([
        repository.list("flagged", { equals: { group }, limit: 9 }),
        repository.list("unlabelled", { equals: { group }, limit: 9 })
      ]).pipe(Effect.map((lists) => lists.map((rows) => rows.map(({ value }) => value.id === row.value.id))))
      assert.deepStrictEqual(yield* listedIds, [[true], [false]])
      const changed = yield* repository.update(row, { ...row.value, flag: false, label: null, at: 0 })
      assert.deepStrictEqual(yield* listedIds, [[], [true, false]])
      yield* repository.update(changed, { ...changed.value, flag: true })
      assert.deepStrictEqual(yield* listedIds, [[true], [true, false]])
      yield* repository.remove([row.value.id])
      assert.deepStrictEqual(yield* listedIds, [[], [false]])
    })
  )

  it.effect("lists a page of 10,000 rows", () =>
    Effect.gen(function* () {
      const repository = yield* Repository.make(items)
      const group = fresh("g")
      const value = (index: number) => item(group, { number: (index * 7919) % 10_000, tags: [`t${index % 3}`] })
      yield* repository.insertAll(Array.from({ length: 10_000 }, (_, index) => value(index)))
      const page = yield* repository.list("byNumber", { equals: { group }, limit: 50 })
      assert.deepStrictEqual(
        page.map(({ value }) => value.number),
        Array.from({ length: 50 }, (_, index) => index)
      )
      const last = page[49]?.value
      assert.isDefined(last)
      const after = repository.keyset("byNumber", last ?? value(0))
      const next = yield* repository.list("byNumber", { equals: { group }, has: { tags: "t0" }, after, limit: 1 })
      assert.deepStrictEqual(
        next.map(({ value }) => [Number(value.number) > 49, value.tags]),
        [[true, ["t0"]]]
      )
      assert.strictEqual(yield* repository.count("inGroup", { equals: { group } }), 10_000)
      assert.strictEqual(yield* repository.removeWhere("inGroup", { equals: { group } }), 10_000)
    })
  )
}

export const cases = (it: It<RowStore.RowStore>): void => {
  testOrdering(it)
  testLimiting(it)
}
