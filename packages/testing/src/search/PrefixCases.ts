import { assert } from "@effect/vitest"
import { SearchIndex } from "@quire/core"
import { Effect } from "effect"
import { fresh, type It } from "../Suite.ts"
import { page, query } from "./Pages.ts"

const spaceOf = (...pages: ReadonlyArray<ReturnType<typeof page>>) =>
  Effect.gen(function* () {
    const index = yield* SearchIndex.SearchIndex
    const space = fresh("s")
    yield* index.update(space, { put: pages, removed: [] })
    const hits = (text: string) => index.search([space], query(text), { offset: 0, limit: 100 })
    const scores = (text: string) =>
      Effect.map(hits(text), ({ hits: found }) => found.map(({ page, score }) => `${page}:${score}`).join(" "))
    return { hits, scores }
  })

/** The matches of a prefix, and their scores (rule search-prefix). */
export const cases = (it: It<SearchIndex.SearchIndex>): void => {
  it.effect("a prefix finds words that begin with it, the word itself first", () =>
    Effect.gen(function* () {
      const { scores } = yield* spaceOf(
        page("a", "x", { body: "author" }),
        page("b", "x", { heading: "authors" }),
        page("c", "authentication"),
        page("d", "x", { body: "auth" }),
        page("e", "authentication", { heading: "author", body: "auth authors" }),
        page("f", "auth"),
        page("g", "oauth", { body: "aut" })
      )
      assert.strictEqual(yield* scores("auth*"), "f:4 d:1 e:1 c:0.5 b:0.25 a:0.125")
      assert.strictEqual(yield* scores("auth"), "f:4 d:1 e:1")
      assert.strictEqual(yield* scores("auth auth*"), "f:4 d:1 e:1")
      assert.strictEqual(yield* scores("absent auth*"), "")
      assert.strictEqual(yield* scores("zzz*"), "")
    })
  )

  it.effect("a prefix in addition to words must begin a word of the same section", () =>
    Effect.gen(function* () {
      const { scores } = yield* spaceOf(
        page("a", "install", { body: "linux" }, { body: "windows" }),
        page("b", "x", { heading: "install", body: "the linux package" }),
        page("c", "x", { body: "install" }, { body: "linux" }),
        page("d", "x", { body: "install lin" }),
        page("e", "x", { body: "install now on linux" })
      )
      assert.strictEqual(yield* scores("install lin*"), "a:4.125 b:2.125 d:2 e:1.125")
      assert.strictEqual(yield* scores('"install now" li*'), "e:2.125")
    })
  )

  it.effect("a section is shown where the word stands in heading or body, also if the title has another one", () =>
    Effect.gen(function* () {
      const { hits } = yield* spaceOf(
        page("a", "authentication", { body: "x" }, { body: "authorize" }, { heading: "authentication" }, { body: "y" })
      )
      const { hits: found } = yield* hits("auth*")
      assert.deepStrictEqual(
        found.map(({ sections }) => sections.map(({ section, score }) => [section, score])),
        [
          [
            ["s1", 0.5],
            ["s2", 0.5]
          ]
        ]
      )
    })
  )

  it.effect("treats prefixes of every script literally", () =>
    Effect.gen(function* () {
      const words = ["한국어를", "東京都", "'quoted", "a\\b", "a:*b", "ab", "%x", "😀smile", "é1"]
      const { scores } = yield* spaceOf(...words.map((word, at) => page(`p${at}`, "title", { body: word })))
      const begun = ["한국*", "東京*", "'q*", "a\\*", "a:**", "ab*", "%*", "😀*", "é*"]
      const found = yield* Effect.forEach(begun, scores)
      assert.deepStrictEqual(
        found,
        words.map((word, at) => `p${at}:${word === "ab" ? 1 : 0.125}`)
      )
    })
  )

  it.effect("counts 1,000 pages, those with the word first", () =>
    Effect.gen(function* () {
      const many = Array.from({ length: 1001 }, (_, at) => page(`p${1000 + at}`, "x", { body: `cats${at}` }))
      const { hits } = yield* spaceOf(
        ...many,
        page("w", "x", { body: "cat" }),
        page("y", "cats"),
        page("z", "x", { heading: "cat" })
      )
      const { hits: found, total } = yield* hits("cat*")
      assert.strictEqual(total, 1000)
      assert.deepStrictEqual(
        found.slice(0, 4).map(({ page, score }) => `${page}:${score}`),
        ["z:2", "w:1", "y:0.5", "p1000:0.125"]
      )
    })
  )
}
