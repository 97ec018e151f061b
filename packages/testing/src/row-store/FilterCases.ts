import { assert } from "@effect/vitest"
import { Repository, type RowStore } from "@quire/core"
import { Effect } from "effect"
import { fresh, type It } from "../Suite.ts"
import { type Item, items } from "../TestCollections.ts"
import { type Items, item } from "./Rows.ts"

type Filter = Omit<Parameters<Items["list"]>[1], "equals" | "limit">

/** Inserts a group of items named a, b, c, ..., each with the given fields. */
const groupOf = (...overs: ReadonlyArray<Partial<Item>>) =>
  Effect.gen(function* () {
    const repository: Items = yield* Repository.make(items)
    const group = fresh("g")
    yield* repository.insertAll(
      overs.map((over, index) => item(group, { name: "abcdefghijkl".charAt(index), ...over }))
    )
    const named = (rows: Effect.Success<ReturnType<Items["list"]>>) => rows.map(({ value }) => value.name).join("")
    return {
      repository,
      group,
      /** The names that a filter selects; a count with the same filter must agree. */
      names: (filter: Filter) =>
        Effect.gen(function* () {
          const rows = yield* repository.list("byName", { equals: { group }, ...filter, limit: 100 })
          assert.strictEqual(yield* repository.count("byName", { equals: { group }, ...filter }), rows.length)
          return named(rows)
        }),
      labelled: (label: Repository.Filter<typeof items.columns, typeof items.indexes.labelled>["equals"]["label"]) =>
        Effect.map(repository.list("labelled", { equals: { group, label }, limit: 100 }), named)
    }
  })

const testEquality = (it: It<RowStore.RowStore>) => {
  it.effect("treats null like any other value", () =>
    Effect.gen(function* () {
      const { labelled } = yield* groupOf(
        { number: 1 },
        { label: "", number: 2 },
        { label: "x", number: 3 },
        { number: 4 }
      )
      assert.deepStrictEqual(yield* Effect.forEach([null, "", "x", "y"], labelled), ["ad", "b", "c", ""])
    })
  )

  it.effect("selects rows with any of several values, each once and in the order of the list", () =>
    Effect.gen(function* () {
      const { labelled } = yield* groupOf(
        { label: "x", number: 3 },
        { label: "y", number: 2 },
        { label: "z", number: 1 },
        { label: null, number: 0 },
        { label: "x", number: 1 }
      )
      assert.strictEqual(yield* labelled({ in: ["x", "y"] }), "eba")
      assert.strictEqual(yield* labelled({ in: ["y", "y", "absent"] }), "b")
      assert.strictEqual(yield* labelled({ in: [null, "z"] }), "dc")
      assert.strictEqual(yield* labelled({ in: [] }), "")
    })
  )

  it.effect("combines the values of several columns", () =>
    Effect.gen(function* () {
      const first = yield* groupOf({ label: "x", number: 1 }, { label: "y", number: 4 })
      const second = yield* groupOf({ label: "x", number: 2 }, { label: "z", number: 3 })
      const equals = { group: { in: [first.group, second.group] }, label: { in: ["x", "z"] } }
      const rows = yield* first.repository.list("labelled", { equals, direction: "desc", limit: 9 })
      assert.deepStrictEqual(
        rows.map(({ value }) => value.number),
        [3, 2, 1]
      )
      assert.strictEqual(yield* first.repository.count("labelled", { equals }), 3)
    })
  )
}

const testResidual = (it: It<RowStore.RowStore>) => {
  it.effect("selects by members of a set", () =>
    Effect.gen(function* () {
      const { names } = yield* groupOf(
        { tags: ["x"] },
        { tags: ["x", "y"] },
        { tags: [] },
        { tags: ["X", "xy", "", "{x}", "a,b", "'"] }
      )
      assert.strictEqual(yield* names({ has: { tags: "x" } }), "ab")
      assert.strictEqual(yield* names({ has: { tags: { any: ["y", "X"] } } }), "bd")
      assert.strictEqual(yield* names({ has: { tags: { any: ["x", "y", "x"] } } }), "ab")
      assert.strictEqual(yield* names({ has: { tags: { any: [] } } }), "")
      assert.strictEqual(yield* names({ has: { tags: "a" } }), "")
      assert.deepStrictEqual(yield* Effect.forEach(["", "{x}", "a,b", "'"], (tag) => names({ has: { tags: tag } })), [
        "d",
        "d",
        "d",
        "d"
      ])
    })
  )

  it.effect("selects by literal substrings", () =>
    Effect.gen(function* () {
      const { names } = yield* groupOf(
        { words: "100% of it" },
        { words: "100 of it" },
        { words: "snake_case" },
        { words: "snakexcase" },
        { words: "back\\slash" },
        { words: "i̇stanbul 😀 日本語" },
        { words: "" }
      )
      const expected: ReadonlyArray<readonly [string, string]> = [
        ["%", "a"],
        ["0% o", "a"],
        ["_", "c"],
        ["e_c", "c"],
        ["\\", "e"],
        ["k\\s", "e"],
        ["%of", ""],
        ["OF", ""],
        ["istanbul", ""],
        ["i̇stan", "f"],
        ["😀", "f"],
        ["本", "f"],
        ["of it", "ab"],
        ["", "abcdefg"],
        [" ", "abf"],
        [".", ""]
      ]
      for (const [text, found] of expected) assert.strictEqual(yield* names({ contains: { words: text } }), found, text)
    })
  )

  it.effect("selects by a range of the first order column: from inclusive, to exclusive, never null", () =>
    Effect.gen(function* () {
      const { names, repository, group } = yield* groupOf({ at: 1 }, { at: 2 }, { at: 3 }, { at: null })
      const range = (given: { readonly from?: number; readonly to?: number }) =>
        Effect.gen(function* () {
          const query = { equals: { group }, range: given }
          const rows = yield* repository.list("byAt", { ...query, limit: 9 })
          assert.strictEqual(yield* repository.count("byAt", query), rows.length)
          const reversed = yield* repository.list("byAt", { ...query, direction: "desc", limit: 9 })
          assert.deepStrictEqual(
            reversed.filter(({ value }) => value.at !== null),
            rows.toReversed().filter(({ value }) => value.at !== null)
          )
          return rows.map(({ value }) => value.name).join("")
        })
      const ranges = [{ from: 2 }, { to: 2 }, { from: 1, to: 3 }, { from: 3, to: 3 }, { from: 9 }, { to: 9 }, {}]
      assert.deepStrictEqual(yield* Effect.forEach(ranges, range), ["bc", "a", "ab", "", "", "abc", "abcd"])
      assert.strictEqual(yield* names({ range: { from: "b", to: "d" } }), "bc")
      assert.strictEqual(yield* names({ range: { from: "B", to: "a\u0000".replace("\u0000", " ") } }), "a")
    })
  )

  it.effect("selects by a range of ids where the list has no other order", () =>
    Effect.gen(function* () {
      const { repository, group } = yield* groupOf({}, {}, {})
      const rows = yield* repository.list("inGroup", { equals: { group }, limit: 9 })
      const [first, second] = rows.map(({ value }) => value.id)
      const range = { from: String(first), to: String(second) }
      assert.strictEqual(yield* repository.count("inGroup", { equals: { group }, range }), 1)
      const below = yield* repository.list("inGroup", { equals: { group }, range: { to: String(second) }, limit: 9 })
      assert.deepStrictEqual(below, rows.slice(0, 1))
    })
  )

  it.effect("selects by everything together", () =>
    Effect.gen(function* () {
      const row = { at: 5, tags: ["t"], words: "one two" }
      const { repository, group } = yield* groupOf(
        row,
        { ...row, at: 9 },
        { ...row, tags: [] },
        { ...row, words: "one" },
        row
      )
      const filter = { equals: { group }, has: { tags: "t" }, contains: { words: "two" }, range: { from: 5, to: 6 } }
      const rows = yield* repository.list("byAt", { ...filter, limit: 9 })
      assert.deepStrictEqual(rows.map(({ value }) => value.name).toSorted(), ["a", "e"])
      const [first] = rows
      assert.isDefined(first)
      const after = { order: [5], id: String(first?.value.id) }
      assert.deepStrictEqual(yield* repository.list("byAt", { ...filter, after, limit: 9 }), rows.slice(1))
    })
  )
}

const testCounting = (it: It<RowStore.RowStore>) => {
  it.effect("counts up to a cap", () =>
    Effect.gen(function* () {
      const { repository, group } = yield* groupOf({}, {}, {})
      const counts = Effect.forEach([0, 2, 3, 4, undefined], (cap) =>
        repository.count("inGroup", { equals: { group } }, cap)
      )
      assert.deepStrictEqual(yield* counts, [0, 2, 3, 3, 3])
    })
  )

  it.effect("counts per value of one column", () =>
    Effect.gen(function* () {
      const { repository, group } = yield* groupOf({ label: "x" }, { label: "y" }, { label: "x" }, {}, { label: "z" })
      const counts = yield* repository.countEach("labelled", "label", ["x", "y", "absent", "x"], { group })
      assert.deepStrictEqual([...counts].toSorted(), [
        ["x", 2],
        ["y", 1]
      ])
      const other = yield* groupOf({ label: "x" })
      const groups = [group, other.group, fresh("g")]
      const perGroup = yield* repository.countEach("labelled", "group", groups, { label: { in: ["x", "z"] } })
      assert.deepStrictEqual(
        new Map(perGroup),
        new Map([
          [group, 3],
          [other.group, 1]
        ])
      )
      assert.strictEqual((yield* repository.countEach("inGroup", "group", [], {})).size, 0)
    })
  )

  it.effect("removes what a filter selects, and says how many", () =>
    Effect.gen(function* () {
      const { repository, group, names } = yield* groupOf({ tags: ["t"], at: 1 }, { tags: ["t"], at: 2 }, { at: 1 })
      const equals = { group }
      assert.strictEqual(yield* repository.removeWhere("byAt", { equals, has: { tags: "t" }, range: { to: 2 } }), 1)
      assert.strictEqual(yield* names({}), "bc")
      assert.strictEqual(yield* repository.removeWhere("inGroup", { equals }), 2)
      assert.strictEqual(yield* repository.removeWhere("inGroup", { equals }), 0)
    })
  )
}

export const cases = (it: It<RowStore.RowStore>): void => {
  testEquality(it)
  testResidual(it)
  testCounting(it)
}
