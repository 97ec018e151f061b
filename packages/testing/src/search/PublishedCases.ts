import { assert } from "@effect/vitest"
import { SearchIndex } from "@quire/core"
import { Effect } from "effect"
import { fresh, type It } from "../Suite.ts"
import { page, query } from "./Pages.ts"

const setup = Effect.gen(function* () {
  const index = yield* SearchIndex.SearchIndex
  const space = fresh("s")
  const put = (...pages: ReadonlyArray<ReturnType<typeof page>>) => index.update(space, { put: pages, removed: [] })
  const found = (text: string, passing: ReadonlyArray<SearchIndex.ConditionList> = []) =>
    Effect.map(
      index.searchPublished([{ space, passing }], query(text), { offset: 0, limit: 100 }),
      ({ hits, total }) => {
        assert.strictEqual(total, hits.length)
        return hits.map(({ page, sections }) => [page, ...sections.map(({ section }) => section)].join(" "))
      }
    )
  return { index, space, put, found }
})

const testHiding = (it: It<SearchIndex.SearchIndex>) => {
  it.effect("text under conditions is found where all of them pass (rule search-conditions)", () =>
    Effect.gen(function* () {
      const { found, index, put, space } = yield* setup
      yield* put(
        page(
          "a",
          "guide",
          { body: "cat" },
          { heading: "cat", conditions: ["x"] },
          { body: "cat", conditions: ["x", "y"] }
        )
      )
      assert.deepStrictEqual(yield* found("cat"), ["a "])
      assert.deepStrictEqual(yield* found("cat", [["x"]]), ["a s1 "])
      assert.deepStrictEqual(yield* found("cat", [["x", "y"]]), ["a  s2"])
      assert.deepStrictEqual(yield* found("cat", [["y"], ["y", "x"]]), ["a "])
      const { hits } = yield* index.search([space], query("cat"), { offset: 0, limit: 9 })
      assert.deepStrictEqual(
        hits.map(({ sections }) => sections.length),
        [3]
      )
    })
  )

  it.effect("a title does not find what is hidden below it", () =>
    Effect.gen(function* () {
      const { found, put } = yield* setup
      yield* put(page("a", "guide", {}, { heading: "guide", body: "cat", conditions: ["x"] }))
      assert.deepStrictEqual(yield* found("guide"), ["a"])
      assert.deepStrictEqual(yield* found("guide cat"), ["a"])
      assert.deepStrictEqual(yield* found("cat"), [])
      assert.deepStrictEqual(yield* found("guide ca*", [["x"]]), ["a s1"])
    })
  )

  it.effect("pages that are not listed are not found (rule search-listed)", () =>
    Effect.gen(function* () {
      const { found, index, put, space } = yield* setup
      yield* put(page("a", "cat"), { ...page("b", "cat", { conditions: ["x"] }), isListed: false })
      assert.deepStrictEqual(yield* found("cat", [["x"]]), ["a"])
      assert.deepStrictEqual(yield* index.conditions([space]), [])
      assert.strictEqual((yield* index.search([space], query("cat"), { offset: 0, limit: 9 })).total, 2)
      yield* put(page("b", "cat"))
      assert.deepStrictEqual(yield* found("cat"), ["a", "b"])
    })
  )

  it.effect("conditions are written again when nothing else of a section changes, and copied", () =>
    Effect.gen(function* () {
      const { found, index, put, space } = yield* setup
      yield* put(page("a", "x", { body: "cat" }))
      yield* put(page("a", "x", { body: "cat", conditions: ["x"] }))
      assert.deepStrictEqual(yield* found("cat"), [])
      const other = fresh("s")
      yield* index.copy(space, other)
      const copied = (passing: ReadonlyArray<SearchIndex.ConditionList>) =>
        Effect.map(
          index.searchPublished([{ space: other, passing }], query("cat"), { offset: 0, limit: 9 }),
          ({ total }) => total
        )
      assert.deepStrictEqual([yield* copied([]), yield* copied([["x"]])], [0, 1])
    })
  )

  it.effect("each space has its own conditions, however many spaces there are", () =>
    Effect.gen(function* () {
      const { index } = yield* setup
      const spaces = Array.from({ length: 70 }, () => fresh("s")).toSorted()
      for (const space of spaces) {
        yield* index.update(space, { put: [page("a", "x", { body: "cat", conditions: ["x"] })], removed: [] })
      }
      const search = (count: number) =>
        Effect.map(
          index.searchPublished(
            spaces.slice(0, count).map((space, at) => ({ space, passing: at % 2 === 0 ? [["x"]] : [] })),
            query("cat"),
            { offset: 0, limit: 100 }
          ),
          ({ hits }) => hits.map(({ space }) => space)
        )
      for (const count of [0, 1, 5, 70]) {
        assert.deepStrictEqual(
          yield* search(count),
          spaces.slice(0, count).filter((_, at) => at % 2 === 0)
        )
      }
    })
  )
}

const testListing = (it: It<SearchIndex.SearchIndex>) => {
  it.effect("says which conditions there are, of the spaces asked for", () =>
    Effect.gen(function* () {
      const { index, put, space } = yield* setup
      const other = fresh("s")
      yield* put(
        page("a", "x", { conditions: ["x"] }, { conditions: ["x", "y"] }, {}),
        page("b", "x", { conditions: ["x"] }, { conditions: ['"'] })
      )
      yield* index.update(other, { put: [page("a", "x", { conditions: ["z"] })], removed: [] })
      const list = (spaces: ReadonlyArray<string>) =>
        Effect.map(index.conditions(spaces), (found) =>
          found.map((each) => [each.space === space ? "one" : "two", ...each.conditions].join(" ")).toSorted()
        )
      assert.deepStrictEqual(yield* list([space]), ['one "', "one x", "one x y"])
      assert.deepStrictEqual(yield* list([space, other, space, fresh("s")]), ['one "', "one x", "one x y", "two z"])
      assert.deepStrictEqual(yield* list([]), [])
    })
  )

  it.effect("lists a thousand conditions, long ones too", () =>
    Effect.gen(function* () {
      const { index, put, space } = yield* setup
      const long = "z".repeat(3000)
      const many = (count: number) => Array.from({ length: count }, (_, at) => ({ conditions: [`${long}${at}`] }))
      yield* put(page("a", "x", ...many(SearchIndex.limits.conditions - 1)))
      assert.lengthOf(yield* index.conditions([space]), SearchIndex.limits.conditions - 1)
      yield* put(page("b", "x", { conditions: ["one"] }, { conditions: ["two"] }))
      assert.lengthOf(yield* index.conditions([space]), SearchIndex.limits.conditions)
    })
  )
}

export const cases = (it: It<SearchIndex.SearchIndex>): void => {
  testHiding(it)
  testListing(it)
}
