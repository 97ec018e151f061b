import { assert } from "@effect/vitest"
import { SearchIndex } from "@quire/core"
import { Effect } from "effect"
import { fresh, type It } from "../Suite.ts"
import { page, query, tokens } from "./Pages.ts"

const setup = Effect.gen(function* () {
  const index = yield* SearchIndex.SearchIndex
  const found = (spaces: ReadonlyArray<string>, text: string) =>
    Effect.map(index.search(spaces, query(text), { offset: 0, limit: 100 }), ({ hits }) =>
      hits.map(({ page, space }) => [space, page])
    )
  return { index, found, space: fresh("s"), other: fresh("s") }
})

const testUpdating = (it: It<SearchIndex.SearchIndex>) => {
  it.effect("replaces the given pages, removes the named ones and keeps the rest", () =>
    Effect.gen(function* () {
      const { found, index, space } = yield* setup
      const first = [page("a", "cat", { body: "one" }, { body: "two" }), page("b", "cat"), page("c", "cat")]
      yield* index.update(space, { put: first, removed: [] })
      yield* index.update(space, {
        put: [page("a", "dog", { body: "one" }), page("d", "cat")],
        removed: ["b", "absent"]
      })
      assert.deepStrictEqual(yield* found([space], "cat"), [
        [space, "c"],
        [space, "d"]
      ])
      assert.deepStrictEqual(yield* found([space], "dog"), [[space, "a"]])
      assert.deepStrictEqual(yield* found([space], "two"), [])
      yield* index.update(space, { put: [], removed: [] })
      assert.deepStrictEqual(yield* found([space], "one"), [[space, "a"]])
    })
  )

  it.effect("replaces many large pages, and removes others with them", () =>
    Effect.gen(function* () {
      const { found, index, space } = yield* setup
      const ids = Array.from({ length: 8 }, (_, at) => `p${at}`)
      const body = Array.from({ length: 5_000 }, (_, at) => `w${at}`).join(" ")
      const pagesOf = (word: string) => ids.map((id) => page(id, word, { body }))
      yield* index.update(space, { put: [page("old", "cat"), ...pagesOf("cat")], removed: [] })
      yield* index.update(space, { put: pagesOf("dog"), removed: ["old"] })
      assert.deepStrictEqual(yield* found([space], "cat"), [])
      for (const word of ["dog", "w4999"]) {
        assert.deepStrictEqual(
          yield* found([space], word),
          ids.map((id) => [space, id])
        )
      }
    })
  )

  it.effect("notices a word that went from one field to another", () =>
    Effect.gen(function* () {
      const { index, space } = yield* setup
      const scoreOf = (field: "title" | "heading" | "body") =>
        Effect.gen(function* () {
          const none = tokens("")
          const entry = {
            section: "one",
            conditions: [],
            title: none,
            heading: none,
            body: none,
            [field]: tokens("cat")
          }
          yield* index.update(space, {
            put: [{ page: "a", isListed: true, updatedAt: 0, sections: [entry] }],
            removed: []
          })
          const { hits } = yield* index.search([space], query("cat"), { offset: 0, limit: 1 })
          return hits[0]?.score ?? 0
        })
      const scores = yield* Effect.forEach(["title", "heading", "body", "title"] as const, scoreOf)
      const [title = 0, heading = 0, body = 0, again] = scores
      assert.isTrue(title > heading && heading > body && body > 0)
      assert.strictEqual(again, title)
    })
  )

  it.effect("does not share arrays with callers", () =>
    Effect.gen(function* () {
      const { found, index, space } = yield* setup
      const words = ["cat"]
      yield* index.update(space, {
        put: [
          {
            page: "a",
            isListed: true,
            updatedAt: 0,
            sections: [
              { section: "", conditions: [], title: tokens(""), heading: tokens(""), body: { words, forms: [] } }
            ]
          }
        ],
        removed: []
      })
      words[0] = "dog"
      assert.deepStrictEqual([yield* found([space], "cat"), yield* found([space], "dog")], [[[space, "a"]], []])
    })
  )

  it.effect("searches only the given spaces", () =>
    Effect.gen(function* () {
      const { found, index, other, space } = yield* setup
      yield* index.update(space, { put: [page("b", "cat"), page("c", "x", { body: "cat" })], removed: [] })
      yield* index.update(other, { put: [page("a", "cat"), page("d", "x", { heading: "cat" })], removed: [] })
      assert.deepStrictEqual(yield* found([other], "cat"), [
        [other, "a"],
        [other, "d"]
      ])
      const both = [
        [other, "a"],
        [space, "b"],
        [other, "d"],
        [space, "c"]
      ]
      assert.deepStrictEqual(yield* found([space, other, space, fresh("s")], "cat"), both)
      assert.deepStrictEqual(yield* found([], "cat"), [])
    })
  )

  it.effect("removes a space", () =>
    Effect.gen(function* () {
      const { found, index, other, space } = yield* setup
      for (const each of [space, other]) yield* index.update(each, { put: [page("a", "cat")], removed: [] })
      yield* index.removeSpace(space)
      yield* index.removeSpace(fresh("s"))
      assert.deepStrictEqual(yield* found([space, other], "cat"), [[other, "a"]])
    })
  )

  it.effect("copies a space to an independent one", () =>
    Effect.gen(function* () {
      const { found, index, other, space } = yield* setup
      yield* index.update(space, {
        put: [page("a", "cat", { body: "one" }, { heading: "two" }), page("b", "cat")],
        removed: []
      })
      yield* index.copy(space, other)
      const copied = yield* index.search([other], query("cat two"), { offset: 0, limit: 9 })
      assert.deepStrictEqual(
        copied.hits.map(({ page, sections, space }) => [space, page, ...sections.map(({ section }) => section)]),
        [
          [other, "a", "s1"],
          [other, "b"]
        ]
      )
      yield* index.update(other, { put: [page("a", "dog")], removed: ["b"] })
      assert.deepStrictEqual(yield* found([space], "cat"), [
        [space, "a"],
        [space, "b"]
      ])
      assert.deepStrictEqual(yield* found([other], "cat"), [])
      assert.deepStrictEqual(yield* found([other], "dog"), [[other, "a"]])
      yield* index.copy(fresh("s"), fresh("s"))
    })
  )
}

const testPaging = (it: It<SearchIndex.SearchIndex>) => {
  it.effect("pages through hits and returns their number", () =>
    Effect.gen(function* () {
      const { index, space } = yield* setup
      const pages = Array.from({ length: 7 }, (_, number) => page(`p${number}`, "x", { body: "cat" }))
      yield* index.update(space, { put: [...pages, page("q", "cat")], removed: [] })
      const read = (offset: number, limit: number) =>
        Effect.map(index.search([space], query("cat"), { offset, limit }), ({ hits, total }) => [
          hits.map((hit) => hit.page).join(" "),
          total
        ])
      assert.deepStrictEqual(yield* read(0, 3), ["q p0 p1", 8])
      assert.deepStrictEqual(yield* read(3, 3), ["p2 p3 p4", 8])
      assert.deepStrictEqual(yield* read(6, 3), ["p5 p6", 8])
      assert.deepStrictEqual(yield* read(8, 3), ["", 8])
      assert.deepStrictEqual(yield* read(0, 0), ["", 8])
    })
  )

  it.effect("returns the best 1,000 hits of more", () =>
    Effect.gen(function* () {
      const { index, space } = yield* setup
      const pages = Array.from({ length: 1001 }, (_, number) => page(`p${1000 + number}`, "x", { body: "cat" }))
      yield* index.update(space, { put: [...pages, page("z", "cat"), page("y", "dog")], removed: [] })
      const read = (offset: number) =>
        Effect.map(index.search([space], query("cat"), { offset, limit: 100 }), ({ hits, total }) => ({
          total,
          count: hits.length,
          first: hits[0]?.page,
          last: hits.at(-1)?.page
        }))
      assert.deepStrictEqual(yield* read(0), { total: 1000, count: 100, first: "z", last: "p1098" })
      assert.deepStrictEqual(yield* read(950), { total: 1000, count: 50, first: "p1949", last: "p1998" })
      assert.deepStrictEqual(yield* read(1000), { total: 1000, count: 0, first: undefined, last: undefined })
      yield* index.removeSpace(space)
    })
  )
}

export const cases = (it: It<SearchIndex.SearchIndex>): void => {
  testUpdating(it)
  testPaging(it)
}
