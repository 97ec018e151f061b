import { assert } from "@effect/vitest"
import { Repository, type RowStore } from "@quire/core"
import { Effect } from "effect"
import * as FastCheck from "fast-check"
import * as Property from "../Property.ts"
import { fresh, type It, type Options, tries } from "../Suite.ts"
import { type Item, items } from "../TestCollections.ts"
import { type Items, item } from "./Rows.ts"

const indexes = ["inGroup", "byName", "byLabel", "byNumber", "byAt", "byFlag"] as const
type IndexName = (typeof indexes)[number]

interface Listing {
  readonly index: IndexName
  readonly group: string
  readonly direction: "asc" | "desc"
  readonly size: number
}

/** Reads a list page by page, and runs an effect between the pages. */
const pages = (
  repository: Items,
  listing: Listing,
  between: (page: number) => Effect.Effect<unknown> = () => Effect.void
) =>
  Effect.gen(function* () {
    const { index, group, direction, size: limit } = listing
    const read: Array<Item> = []
    for (let page = 0; page < 100; page++) {
      const last = read.at(-1)
      const after = last === undefined ? {} : { after: repository.keyset(index, last) }
      const rows = yield* repository.list(index, { equals: { group }, direction, ...after, limit })
      if (rows.length === 0) return read
      read.push(...rows.map(({ value }) => value))
      yield* between(page)
    }
    return yield* Effect.die(new Error("the list does not end"))
  })

const sparse = (group: string) => {
  const labels = [null, "", "a", "😀", "ｱ"]
  const numbers = [null, -1, 0]
  return labels.flatMap((label, index) =>
    numbers.map((number) =>
      item(group, { label, number, at: index === 0 ? null : index, flag: [null, true, false][index % 3] ?? null })
    )
  )
}

const testKeysets = (it: It<RowStore.RowStore>) => {
  it.effect("continues after any row of any list, in both directions", () =>
    Effect.gen(function* () {
      const repository: Items = yield* Repository.make(items)
      const group = fresh("g")
      yield* repository.insertAll(sparse(group))
      for (const index of indexes) {
        for (const direction of ["asc", "desc"] as const) {
          const whole = yield* repository.list(index, { equals: { group }, direction, limit: 100 })
          for (const size of [1, 4, 15]) {
            const read = yield* pages(repository, { index, group, direction, size })
            assert.deepStrictEqual(
              read,
              whole.map(({ value }) => value),
              `${index} ${direction} by ${size}`
            )
          }
        }
      }
    })
  )

  it.effect("continues from the position of a deleted row", () =>
    Effect.gen(function* () {
      const repository = yield* Repository.make(items)
      const group = fresh("g")
      const values = [1, 2, 3].map((number) => item(group, { number }))
      yield* repository.insertAll(values)
      const [, middle] = values
      const after = repository.keyset("byNumber", middle ?? item(group))
      yield* repository.removeWhere("byNumber", { equals: { group }, range: { from: 2, to: 3 } })
      const rest = yield* repository.list("byNumber", { equals: { group }, after, limit: 9 })
      const back = yield* repository.list("byNumber", { equals: { group }, after, direction: "desc", limit: 9 })
      assert.deepStrictEqual(
        [...rest, ...back].map(({ value }) => value.number),
        [3, 1]
      )
    })
  )
}

const text = FastCheck.constantFrom("", "a", "B", "b", "ab", "é", "ｱ", "😀", "😀a")
const column = <A>(value: FastCheck.Arbitrary<A>) => FastCheck.option(value, { freq: 4 })
const columns = FastCheck.record({
  label: column(text),
  number: column(FastCheck.integer({ min: -2, max: 2 })),
  at: column(FastCheck.nat({ max: 3 })),
  flag: column(FastCheck.boolean())
})

const scenario = FastCheck.record({
  kept: FastCheck.array(columns, { maxLength: 12 }),
  passing: FastCheck.array(columns, { maxLength: 6 }),
  coming: FastCheck.array(FastCheck.array(columns, { maxLength: 3 }), { maxLength: 6 }),
  index: FastCheck.constantFrom(...indexes),
  direction: FastCheck.constantFrom("asc" as const, "desc" as const),
  size: FastCheck.integer({ min: 1, max: 5 })
})

/** Keys do not change while a list is read, so a row that exists throughout is read once. */
const testStability = (it: It<RowStore.RowStore>, { runs = 50 }: Options) =>
  it.effect(
    "lists every row that exists throughout exactly once, despite changes between the pages",
    () =>
      Property.effect(
        [scenario],
        ([{ kept, passing, coming, index, direction, size }]) =>
          Effect.gen(function* () {
            const repository: Items = yield* Repository.make(items)
            const group = fresh("g")
            const staying = kept.map((over) => item(group, over))
            const leaving = passing.map((over) => item(group, { ...over, id: fresh("😀") }))
            yield* repository.insertAll([...leaving, ...staying])
            const between = (page: number) =>
              Effect.gen(function* () {
                yield* repository.remove(leaving.slice(page, page + 1).map(({ id }) => id))
                yield* repository
                  .insertAll((coming[page] ?? []).map((over) => item(group, { ...over, id: fresh("A") })))
                  .pipe(Effect.orDie)
              })
            const read = (yield* pages(repository, { index, group, direction, size }, between)).map(({ id }) => id)
            assert.deepStrictEqual(read, [...new Set(read)])
            const ids = staying.map(({ id }) => id)
            assert.deepStrictEqual(read.filter((id) => ids.includes(id)).toSorted(), ids.toSorted())
          }),
        tries(runs)
      ),
    Property.timeout(tries(runs))
  )

export const cases = (it: It<RowStore.RowStore>, options: Options): void => {
  testKeysets(it)
  testStability(it, options)
}
