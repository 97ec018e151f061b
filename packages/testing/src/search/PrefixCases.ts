import { assert } from "@effect/vitest"
import { SearchIndex, SearchPlan } from "@quire/core"
import { Effect } from "effect"
import { fresh, type It } from "../Suite.ts"
import { page, query } from "./Pages.ts"

const spaceOf = (...pages: ReadonlyArray<ReturnType<typeof page>>) =>
  Effect.gen(function* () {
    const index = yield* SearchIndex.SearchIndex
    const space = fresh("s")
    yield* index.update(space, { put: pages, removed: [] })
    const hits = (text: string) => index.search([space], query(text), { offset: 0, limit: 100 })
    const order = (text: string) => Effect.map(hits(text), ({ hits: found }) => found.map(({ page }) => page).join(" "))
    return { hits, order }
  })

/** The matches of a prefix, and their scores (rule search-prefix). */
export const cases = (it: It<SearchIndex.SearchIndex>): void => {
  it.effect("a prefix finds words that begin with it, the word itself first", () =>
    Effect.gen(function* () {
      const { order } = yield* spaceOf(
        page("a", "x", { body: "author" }),
        page("b", "x", { heading: "authors" }),
        page("c", "authentication"),
        page("d", "x", { body: "auth" }),
        page("e", "authentication", { heading: "author", body: "auth authors" }),
        page("f", "auth"),
        page("g", "oauth", { body: "aut" })
      )
      assert.strictEqual(yield* order("auth*"), "e f d c b a")
      assert.strictEqual(yield* order("auth"), "f d e")
      assert.strictEqual(yield* order("zzz*"), "")
    })
  )

  it.effect("a prefix in addition to words comes first where a word of the same section begins with it", () =>
    Effect.gen(function* () {
      const { order } = yield* spaceOf(
        page("a", "install", { body: "linux" }, { body: "windows" }),
        page("b", "x", { heading: "install", body: "the linux package" }),
        page("c", "x", { body: "install" }, { body: "dog" }),
        page("d", "x", { body: "install lin" })
      )
      assert.strictEqual(yield* order("install lin*"), "d a b c")
      assert.strictEqual(yield* order('"install lin" li*'), "d")
    })
  )

  it.effect("a section is shown where the word stands in heading or body, also if the title has another one", () =>
    Effect.gen(function* () {
      const { hits } = yield* spaceOf(
        page("a", "authentication", { body: "x" }, { body: "authorize" }, { heading: "authentication" }, { body: "y" })
      )
      const { hits: found } = yield* hits("auth*")
      assert.deepStrictEqual(
        found.map(({ sections }) => sections.map(({ section }) => section)),
        [["s2", "s1"]]
      )
    })
  )

  it.effect("treats prefixes of every script literally", () =>
    Effect.gen(function* () {
      const words = ["한국어를", "東京都", "'quoted", "a\\b", "a:*b", "ab", "%x", "😀smile", "é1"]
      const { order } = yield* spaceOf(...words.map((word, at) => page(`p${at}`, "title", { body: word })))
      const begun = ["한국*", "東京*", "'q*", "a\\*", "a:**", "ab*", "%*", "😀*", "é*"]
      const found = yield* Effect.forEach(begun, order)
      assert.deepStrictEqual(
        found,
        words.map((_, at) => `p${at}`)
      )
    })
  )

  it.effect("stands for the most frequent words that begin with it, then for the first ones", () =>
    Effect.gen(function* () {
      const count = SearchPlan.limits.beginning
      const many = Array.from({ length: count + 1 }, (_, at) => page(`p${100 + at}`, "x", { body: `cats${100 + at}` }))
      const { order } = yield* spaceOf(...many, page("q", "x", { body: "cats150" }))
      const found = (yield* order("cat*")).split(" ")
      assert.lengthOf(found, count + 1)
      assert.includeMembers(found, ["p100", "p150", "q"])
      assert.notInclude(found, "p149")
    })
  )
}
