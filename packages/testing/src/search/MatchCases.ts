import { assert } from "@effect/vitest"
import { SearchIndex } from "@quire/core"
import { Effect } from "effect"
import { fresh, type It } from "../Suite.ts"
import { page, query, tokens } from "./Pages.ts"

/** Writes a space with these pages; returns a search in it, which returns pages with scores and sections. */
const spaceOf = (...pages: ReadonlyArray<ReturnType<typeof page>>) =>
  Effect.gen(function* () {
    const index = yield* SearchIndex.SearchIndex
    const space = fresh("s")
    yield* index.update(space, { put: pages, removed: [] })
    const hits = (asked: ReturnType<typeof query>) =>
      Effect.map(index.search([space], asked, { offset: 0, limit: 100 }), (found) => {
        assert.strictEqual(found.total, found.hits.length)
        for (const hit of found.hits) assert.strictEqual(hit.space, space)
        return found.hits
      })
    const scores = (text: string) =>
      Effect.map(hits(query(text)), (found) => found.map(({ page, score }) => `${page}:${score}`).join(" "))
    const sections = (text: string) =>
      Effect.map(hits(query(text)), (found) =>
        found.map((hit) => hit.sections.map(({ section, score }) => `${section}:${score}`).join(" "))
      )
    return { index, space, hits, scores, sections }
  })

const testScoring = (it: It<SearchIndex.SearchIndex>) => {
  it.effect("scores 4 for a term in the title, 2 in the heading, 1 in the body, once each", () =>
    Effect.gen(function* () {
      const { scores } = yield* spaceOf(
        page("a", "cat cat"),
        page("b", "x", { heading: "cat" }),
        page("c", "x", { body: "cat and cat" }),
        page("d", "cat", { heading: "cat cat", body: "cat" }),
        page("e", "x", { heading: "cat", body: "the cat" }),
        page("f", "x", { body: "category concat" })
      )
      assert.strictEqual(yield* scores("cat"), "d:7 a:4 e:3 b:2 c:1")
      assert.strictEqual(yield* scores("cat cat"), "d:7 a:4 e:3 b:2 c:1")
    })
  )

  it.effect("adds the distinct terms up, those of phrases too, and takes the best section of a page", () =>
    Effect.gen(function* () {
      const { scores } = yield* spaceOf(
        page("a", "big", { body: "cat" }, { heading: "cat", body: "big cat" }),
        page("b", "x", { body: "big cat" })
      )
      assert.strictEqual(yield* scores("big cat"), "a:8 b:2")
      assert.strictEqual(yield* scores('"big cat"'), "a:8 b:2")
      assert.strictEqual(yield* scores('big "big cat" cat "cat"'), "a:8 b:2")
    })
  )

  it.effect("orders hits by score, then by page", () =>
    Effect.gen(function* () {
      const ids = ["-", "A", "_", "a", "aa", "ｱ", "😀"]
      const { scores } = yield* spaceOf(
        ...ids.toReversed().map((id) => page(id, "x", { body: "cat" })),
        page("z", "cat")
      )
      assert.strictEqual(yield* scores("cat"), ["z:4", ...ids.map((id) => `${id}:1`)].join(" "))
    })
  )
}

const testMatching = (it: It<SearchIndex.SearchIndex>) => {
  it.effect("requires every term in one section", () =>
    Effect.gen(function* () {
      const { scores } = yield* spaceOf(
        page("a", "guide", { heading: "big", body: "cat" }),
        page("b", "guide", { body: "big" }, { body: "cat" }),
        page("c", "big", { body: "dog" }, { heading: "cat" })
      )
      assert.strictEqual(yield* scores("big cat"), "c:6 a:3")
      assert.strictEqual(yield* scores("guide cat"), "a:5 b:5")
      assert.strictEqual(yield* scores("guide big cat"), "a:7")
      assert.strictEqual(yield* scores("big absent"), "")
    })
  )

  it.effect("wants a phrase in a row within one field", () =>
    Effect.gen(function* () {
      const { scores } = yield* spaceOf(
        page("a", "x", { body: "the big red cat" }),
        page("b", "x", { body: "big cat red" }),
        page("c", "big", { heading: "red", body: "cat" }),
        page("d", "x", { body: "big" }, { body: "red" }),
        page("e", "the big", { heading: "red cat" }),
        page("f", "x", { heading: "big red" }),
        page("g", "x", { body: "red big big red" })
      )
      assert.strictEqual(yield* scores('"big red"'), "f:4 a:2 g:2")
      assert.strictEqual(yield* scores('"big red cat"'), "a:3")
      assert.strictEqual(yield* scores('"red cat" big'), "e:8 a:3")
      assert.strictEqual(yield* scores('"big big"'), "g:1")
      assert.strictEqual(yield* scores('"the big" "red cat"'), "e:12 a:4")
      assert.strictEqual(yield* scores('"cat big"'), "")
    })
  )

  it.effect("finds a phrase however far down a section and however common its terms are", () =>
    Effect.gen(function* () {
      const common = Array.from({ length: 1000 }, () => "the other").join(" ")
      const long = Array.from({ length: 20_000 }, (_, index) => `w${index}`).join(" ")
      const { scores } = yield* spaceOf(
        page("a", "x", { body: `${common} the cat` }),
        page("b", "x", { body: `${long} the end` }),
        page("c", "x", { body: `the ${long} end` })
      )
      assert.strictEqual(yield* scores('"the cat"'), "a:2")
      assert.strictEqual(yield* scores('"cat the"'), "")
      assert.strictEqual(yield* scores('"the end"'), "b:2")
      assert.strictEqual(yield* scores('"w19998 w19999"'), "b:2 c:2")
      assert.strictEqual(yield* scores("the end"), "b:2 c:2")
    })
  )

  it.effect("finds nothing for a query without tokens", () =>
    Effect.gen(function* () {
      const { hits } = yield* spaceOf(page("a", "cat"))
      for (const phrases of [[], [[]]]) assert.deepStrictEqual(yield* hits({ terms: [], phrases }), [])
    })
  )

  it.effect("treats tokens literally, even with special characters of query languages", () =>
    Effect.gen(function* () {
      const odd = [
        "'",
        "''",
        "\\",
        "\\\\",
        ":",
        ":*",
        "a:*",
        "a:A",
        "&",
        "|",
        "!",
        "!a",
        "*",
        "<->",
        "<2>",
        "(",
        ")",
        "a'b",
        '"',
        "%",
        "_",
        "$1",
        "?",
        "^",
        "[a]",
        ".",
        ".*",
        "a",
        "{}",
        ",",
        "null",
        "—"
      ]
      const entry = (token: string, index: number) => ({
        page: `p${100 + index}`,
        isListed: true,
        sections: [{ section: "", conditions: [], title: [], heading: [], body: ["x", token, "y"] }]
      })
      const { hits } = yield* spaceOf(...odd.map(entry))
      for (const [index, token] of odd.entries()) {
        const found = [
          yield* hits({ terms: [token], phrases: [] }),
          yield* hits({ terms: ["x"], phrases: [["x", token, "y"]] }),
          yield* hits({ terms: [], phrases: [[token]] })
        ]
        assert.deepStrictEqual(
          found.map((each) => each.map(({ page }) => page)),
          found.map(() => [`p${100 + index}`]),
          token
        )
      }
    })
  )

  it.effect("tells tokens apart by their characters alone, of every script and length", () =>
    Effect.gen(function* () {
      const words = [
        "日本語",
        "日本",
        "本",
        "语",
        "검색",
        "é",
        "e\u0301",
        "e",
        "E",
        "running",
        "run",
        "the",
        "1",
        "01",
        "1.0",
        "-1",
        "😀",
        "a-b",
        "x@y.z",
        "/a/b",
        "é".repeat(512),
        `${"é".repeat(511)}e`
      ]
      const { scores } = yield* spaceOf(...words.map((word, index) => page(`p${100 + index}`, "title", { body: word })))
      for (const [index, word] of words.entries()) assert.strictEqual(yield* scores(word), `p${100 + index}:1`, word)
      assert.strictEqual(yield* scores('"日本"'), "p101:1")
    })
  )
}

const testShowing = (it: It<SearchIndex.SearchIndex>) => {
  it.effect("shows the sections in which a term stands in heading or body: best first, then as they appear", () =>
    Effect.gen(function* () {
      const { sections } = yield* spaceOf(
        page("a", "x", { body: "cat" }, { heading: "cat" }, { body: "dog" }, { body: "cat" }, { heading: "cat" }),
        page("b", "cat", { body: "dog" })
      )
      assert.deepStrictEqual(yield* sections("cat"), ["", "s1:2 s4:2 :1 s3:1"])
      assert.deepStrictEqual(yield* sections("cat dog"), [":5"])
      assert.deepStrictEqual(yield* sections("x"), [""])
      assert.deepStrictEqual(yield* sections("x cat"), ["s1:6 s4:6 :5 s3:5"])
    })
  )

  it.effect("returns the last stored text of a section, and nothing if there is none", () =>
    Effect.gen(function* () {
      const { hits, index, space } = yield* spaceOf(page("a", "x"))
      const section = (name: string, shown?: { readonly title: string; readonly text: string }) => ({
        section: name,
        conditions: [],
        title: ["cat"],
        heading: [],
        body: ["cat"],
        ...(shown === undefined ? {} : { shown })
      })
      const first = { title: "", text: "The Cat.\n \"' \\ 😀 é\u0301" }
      const second = { title: "Über  Katzen", text: "" }
      const put = (...sections: ReadonlyArray<ReturnType<typeof section>>) =>
        index.update(space, { put: [{ page: "a", isListed: true, sections }], removed: [] })
      const shown = Effect.map(hits(query("cat")), (found) => found[0]?.sections)
      yield* put(section("", first), section("s1", second), section("s2"))
      assert.deepStrictEqual(yield* shown, [
        { section: "", score: 5, shown: first },
        { section: "s1", score: 5, shown: second },
        { section: "s2", score: 5 }
      ])
      yield* put(section(""), section("s1", { ...second, text: "Cat" }), section("s2", first))
      assert.deepStrictEqual(yield* shown, [
        { section: "", score: 5 },
        { section: "s1", score: 5, shown: { ...second, text: "Cat" } },
        { section: "s2", score: 5, shown: first }
      ])
    })
  )

  it.effect("shows at most 5 sections", () =>
    Effect.gen(function* () {
      const bodies = Array.from({ length: 12 }, (_, index) =>
        index % 2 === 0 ? { body: "cat" } : { body: "cat", heading: "cat" }
      )
      const { hits, sections } = yield* spaceOf(page("a", "x", ...bodies))
      assert.deepStrictEqual(yield* sections("cat"), ["s1:3 s3:3 s5:3 s7:3 s9:3"])
      const [hit] = yield* hits({ terms: tokens("cat"), phrases: [] })
      assert.strictEqual(hit?.score, 3)
    })
  )
}

export const cases = (it: It<SearchIndex.SearchIndex>): void => {
  testScoring(it)
  testMatching(it)
  testShowing(it)
}
