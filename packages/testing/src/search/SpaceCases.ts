import { assert } from "@effect/vitest"
import { type AccessFacts, type RowStore, SearchIndex } from "@quire/core"
import { Effect } from "effect"
import * as FastCheck from "fast-check"
import { rows } from "../access/Rows.ts"
import * as Property from "../Property.ts"
import { type It, type Options, tries } from "../Suite.ts"
import * as AgreementCases from "./AgreementCases.ts"
import * as Model from "./Model.ts"
import { page, query } from "./Pages.ts"

type Search = It<SearchIndex.SearchIndex | AccessFacts.AccessFacts | RowStore.RowStore>

/** An organization with spaces in id order, each readable by the key `k`. */
const world = (count: number) =>
  Effect.gen(function* () {
    const made = yield* rows
    const index = yield* SearchIndex.SearchIndex
    const organization = yield* made.addOrganization
    const place = Effect.gen(function* () {
      const placement = yield* made.addPlacement(organization, "space")
      yield* made.facts.setReaders([{ organization, kind: "space", placement, keys: ["k"] }])
      return placement
    })
    const ids = (yield* Effect.forEach(Array.from({ length: count }), () => place)).toSorted()
    const put = (space: string | undefined, ...pages: ReadonlyArray<ReturnType<typeof page>>) =>
      index.update(String(space), { put: pages, removed: [] })
    const search = (
      keys: ReadonlyArray<string> | "all",
      text = "cat",
      cut = { offset: 0, limit: 100, pagesPerSpace: 10 }
    ) =>
      Effect.map(index.searchSpaces({ organization, keys }, query(text), cut), ({ spaces, total }) => ({
        total,
        spaces: spaces.map(({ space, pages }) => [space, pages.map((hit) => hit.page).join(" ")])
      }))
    return { ...made, index, organization, ids, put, search }
  })

const testOrdering = (it: Search) => {
  it.effect("orders spaces by their best page, then by id, each with its best pages", () =>
    Effect.gen(function* () {
      const { ids, put, search } = yield* world(4)
      const [a, b, c, d] = ids
      yield* put(a, page("p", "x", { body: "cat" }), page("q", "x", { heading: "cat" }))
      yield* put(
        b,
        page("p", "cat"),
        page("o", "x", { body: "cat" }),
        page("n", "x", { body: "cat" }),
        page("m", "dog")
      )
      yield* put(c, page("p", "x", { heading: "cat" }))
      yield* put(d, page("p", "dog"))
      const found = [
        [b, "p n o"],
        [a, "q p"],
        [c, "p"]
      ]
      assert.deepStrictEqual(yield* search(["k"]), { total: 3, spaces: found })
      assert.deepStrictEqual(yield* search("all"), { total: 3, spaces: found })
      assert.deepStrictEqual(yield* search(["k"], "absent"), { total: 0, spaces: [] })
      assert.deepStrictEqual(yield* search("all", ""), { total: 0, spaces: [] })
    })
  )

  it.effect("pages over spaces and cuts the pages of each", () =>
    Effect.gen(function* () {
      const { ids, put, search } = yield* world(5)
      for (const id of ids) yield* put(id, page("p", "cat"), page("q", "x", { body: "cat" }), page("r", "cat"))
      const read = (offset: number, limit: number, pagesPerSpace: number) =>
        search(["k"], "cat", { offset, limit, pagesPerSpace })
      const with_ = (text: string, ...some: ReadonlyArray<string>) => ({
        total: 5,
        spaces: some.map((id) => [id, text])
      })
      assert.deepStrictEqual(yield* read(0, 2, 2), with_("p r", ...ids.slice(0, 2)))
      assert.deepStrictEqual(yield* read(2, 2, 1), with_("p", ...ids.slice(2, 4)))
      assert.deepStrictEqual(yield* read(4, 2, 10), with_("p r q", ...ids.slice(4)))
      assert.deepStrictEqual(yield* read(5, 2, 10), with_(""))
    })
  )
}

const testTrimming = (it: Search) => {
  it.effect("finds the spaces that one of the keys may read, each once, and for administrators all", () =>
    Effect.gen(function* () {
      const { facts, ids, organization, put, search } = yield* world(3)
      const [a, b, c] = ids.map(String)
      const entry = (placement: string, keys: ReadonlyArray<string>) => ({
        organization,
        kind: "space" as const,
        placement,
        keys
      })
      yield* facts.setReaders([
        entry(String(a), ["user:u", "team:t"]),
        entry(String(b), ["team:s"]),
        entry(String(c), [])
      ])
      for (const id of ids) yield* put(id, page("p", "cat"))
      const spaces = (keys: ReadonlyArray<string> | "all") =>
        Effect.map(search(keys), (found) => found.spaces.map(([id]) => id))
      assert.deepStrictEqual(yield* spaces(["user:u", "team:t", "absent"]), [a])
      assert.deepStrictEqual(yield* spaces(["team:t", "team:s"]), [a, b])
      assert.deepStrictEqual(yield* spaces([]), [])
      assert.deepStrictEqual(yield* spaces("all"), ids)
    })
  )

  it.effect("finds nothing in deleted spaces, in collections or in other organizations", () =>
    Effect.gen(function* () {
      const { facts, ids, organization, addPlacement, placements, put, search } = yield* world(2)
      const other = yield* world(1)
      const [a, b] = ids.map(String)
      const collection = yield* addPlacement(organization, "collection")
      yield* facts.setReaders([{ organization, kind: "collection", placement: collection, keys: ["k"] }])
      for (const id of [...ids, ...other.ids, collection]) yield* put(id, page("p", "cat"))
      const seen = yield* placements.getMany([String(b)])
      for (const row of seen.values()) yield* placements.update(row, { ...row.value, deletedAt: 5, deletion: "d" })
      yield* facts.setReaders([{ organization, kind: "space", placement: String(b), keys: [] }])
      for (const keys of [["k"], "all"] as const) {
        assert.deepStrictEqual((yield* search(keys)).spaces, [[a, "p"]])
        assert.deepStrictEqual((yield* other.search(keys)).spaces, [[other.ids[0], "p"]])
      }
    })
  )

  it.effect("sees what the transaction that runs has written", () =>
    Effect.gen(function* () {
      const { ids, index, put, search, store } = yield* world(1)
      const inside = yield* Effect.flip(
        store.atomic(Effect.andThen(put(ids[0], page("p", "cat")), Effect.flatMap(search(["k"]), Effect.fail)))
      )
      assert.deepStrictEqual(inside, { total: 1, spaces: [[ids[0], "p"]] })
      assert.deepStrictEqual(yield* search(["k"]), { total: 0, spaces: [] })
      const found = yield* index.search(ids, query("cat"), { offset: 0, limit: 9 })
      assert.deepStrictEqual(found, { hits: [], total: 0, corrections: [] })
    })
  )
}

const testAgreement = (it: Search, { runs = 50 }: Options) =>
  it.effect(
    "finds in each space what a search of that space finds",
    () =>
      Property.effect(
        [
          FastCheck.array(AgreementCases.pages, { minLength: 3, maxLength: 3 }),
          FastCheck.array(AgreementCases.queries)
        ],
        ([given, asked]) =>
          Effect.gen(function* () {
            const contents = yield* Effect.forEach(given, AgreementCases.fromNow)
            const { ids, index, organization, put } = yield* world(3)
            for (const [at, pages] of contents.entries()) yield* put(ids[at], ...pages)
            const spaces = new Map(ids.map((id, at) => [id, contents[at] ?? []]))
            for (const query of asked) {
              const cut = { offset: 0, limit: 10, pagesPerSpace: 2 }
              const found = yield* index.searchSpaces({ organization, keys: ["k"] }, query, cut)
              assert.deepStrictEqual(found, Model.searchedSpaces(spaces, query, 2))
              const [one = "", , two = ""] = ids
              const named = new Map([...spaces].filter(([space]) => space === one || space === two))
              const chosen = yield* index.searchSpaces({ spaces: [two, one, two] }, query, cut)
              assert.deepStrictEqual(chosen, Model.searchedSpaces(named, query, 2))
            }
          }),
        tries(runs)
      ),
    Property.timeout(tries(runs))
  )

export const cases = (it: Search, options: Options): void => {
  testOrdering(it)
  testTrimming(it)
  testAgreement(it, options)
}
