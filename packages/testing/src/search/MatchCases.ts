import { assert } from "@effect/vitest"
import { SearchIndex } from "@quire/core"
import { Clock, Effect } from "effect"
import { fresh, type It } from "../Suite.ts"
import { page, query, tokens } from "./Pages.ts"

/** Writes a space with these pages; returns searches in it for pages, and for the sections that the hits show. */
const spaceOf = (...pages: ReadonlyArray<ReturnType<typeof page>>) =>
  Effect.gen(function* () {
    const index = yield* SearchIndex.SearchIndex
    const space = fresh("s")
    yield* index.update(space, { put: pages, removed: [] })
    const results = (asked: ReturnType<typeof query>) =>
      Effect.map(index.search([space], asked, { offset: 0, limit: 100 }), (found) => {
        assert.strictEqual(found.total, found.hits.length)
        for (const hit of found.hits) assert.strictEqual(hit.space, space)
        return found
      })
    const hits = (asked: ReturnType<typeof query>) => Effect.map(results(asked), (found) => found.hits)
    const order = (text: string) => Effect.map(hits(query(text)), (found) => found.map(({ page }) => page).join(" "))
    const sections = (text: string) =>
      Effect.map(hits(query(text)), (found) => found.map((hit) => hit.sections.map(({ section }) => section).join(" ")))
    const corrections = (text: string) => Effect.map(results(query(text)), (found) => found.corrections)
    return { index, space, hits, order, sections, corrections }
  })

const testOrder = (it: It<SearchIndex.SearchIndex>) => {
  it.effect("ranks a term in the title before the heading before the body, and in several before one", () =>
    Effect.gen(function* () {
      const { order } = yield* spaceOf(
        page("a", "cat cat"),
        page("b", "x", { heading: "cat" }),
        page("c", "x", { body: "cat and cat" }),
        page("d", "cat", { heading: "cat cat", body: "cat" }),
        page("e", "x", { heading: "cat", body: "the cat" }),
        page("f", "x", { body: "category concat" })
      )
      assert.strictEqual(yield* order("cat"), "d e a b c")
    })
  )

  it.effect("ranks sections with more of the terms first, then those with the rarer ones (rule search-order)", () =>
    Effect.gen(function* () {
      const { order } = yield* spaceOf(
        page("a", "x", { body: "big cat" }),
        page("b", "x", { body: "big" }, { body: "cat" }),
        page("c", "x", { body: "big" }),
        page("d", "x", { body: "cat" }),
        page("e", "x", { body: "big" }),
        page("f", "x", { body: "dog" })
      )
      assert.strictEqual(yield* order("big cat"), "a b d c e")
      assert.strictEqual(yield* order("big absent"), "a b c e")
      assert.strictEqual(yield* order("absent"), "")
    })
  )

  it.effect("ranks neighbouring terms in the order of the query first", () =>
    Effect.gen(function* () {
      const { order } = yield* spaceOf(
        page("a", "x", { body: "big and red" }),
        page("b", "x", { body: "red big" }),
        page("c", "x", { body: "a big red one" })
      )
      assert.strictEqual(yield* order("big red"), "c a b")
    })
  )

  it.effect("ranks words before other forms of them, and these before similar words", () =>
    Effect.gen(function* () {
      const { order } = yield* spaceOf(
        page("a", "x", { body: "installs ~instal" }),
        page("b", "x", { body: "install" }),
        page("c", "x", { body: "installer" }),
        page("d", "x", { body: "distal" })
      )
      assert.strictEqual(yield* order("install|~instal"), "b a")
      assert.strictEqual(yield* order("install|~instal*"), "b a c")
    })
  )

  it.effect("ranks synonyms as other forms, those of several words where a section has all of them", () =>
    Effect.gen(function* () {
      const { hits } = yield* spaceOf(
        page("a", "x", { body: "sign in once for all, single" }),
        page("b", "x", { body: "sso" }),
        page("c", "x", { body: "saml" }),
        page("d", "single", { body: "on signs ~sign" }),
        page("e", "x", { body: "single" })
      )
      const term = (word: string, ...forms: ReadonlyArray<string>) => ({ word, forms })
      const synonyms = [[term("single"), term("sign", "~sign"), term("on")], [term("saml")]]
      const found = yield* hits({ terms: [{ ...term("sso"), synonyms }], phrases: [], excluded: [] })
      assert.deepStrictEqual(
        found.map((hit) => hit.page),
        ["d", "b", "c"]
      )
      const shorter = [[term("single"), term("sign")], [term("absent")]]
      const prefix = { ...term("sso"), synonyms: shorter }
      const others = yield* hits({ terms: [], phrases: [], excluded: [], prefix })
      assert.deepStrictEqual(
        others.map((hit) => hit.page),
        ["b", "a"]
      )
    })
  )

  it.effect("ranks recently changed pages first, by the last change of their sections (rule search-order)", () =>
    Effect.gen(function* () {
      const { index, order, space } = yield* spaceOf()
      const now = yield* Clock.currentTimeMillis
      const put = (id: string, days: number, ...bodies: ReadonlyArray<string>) =>
        index.update(space, {
          put: [{ ...page(id, "x", ...bodies.map((body) => ({ body }))), updatedAt: now - days * 86_400_000 }],
          removed: []
        })
      yield* put("a", 400, "cat", "dog")
      yield* put("b", 60, "cat", "dog")
      yield* put("c", 2, "cat", "dog")
      assert.strictEqual(yield* order("cat"), "c b a")
      yield* put("a", 1, "cat", "mouse")
      assert.strictEqual(yield* order("cat"), "c b a")
      yield* put("a", 1, "cat and", "mouse")
      assert.strictEqual(yield* order("cat"), "a c b")
    })
  )

  it.effect("orders pages with the same score by their ids", () =>
    Effect.gen(function* () {
      const ids = ["-", "A", "_", "a", "aa", "ｱ", "😀"]
      const { order } = yield* spaceOf(
        ...ids.toReversed().map((id) => page(id, "x", { body: "cat" })),
        page("z", "cat")
      )
      assert.strictEqual(yield* order("cat"), ["z", ...ids].join(" "))
    })
  )
}

const testMatching = (it: It<SearchIndex.SearchIndex>) => {
  it.effect("requires phrases, in a row within one field", () =>
    Effect.gen(function* () {
      const { order } = yield* spaceOf(
        page("a", "x", { body: "the big red cat" }),
        page("b", "x", { body: "big cat red" }),
        page("c", "big", { heading: "red", body: "cat" }),
        page("d", "x", { body: "big" }, { body: "red" }),
        page("e", "the big", { heading: "red cat" }),
        page("f", "x", { heading: "big red" }),
        page("g", "x", { body: "red big big red" })
      )
      assert.strictEqual(yield* order('"big red"'), "f a g")
      assert.strictEqual(yield* order('"big red cat"'), "a")
      assert.strictEqual(yield* order('"big big"'), "g")
      assert.strictEqual(yield* order('"the big" "red cat"'), "e a")
      assert.strictEqual(yield* order('"cat big"'), "")
      assert.strictEqual(yield* order('"red cat" absent'), "e a")
      assert.strictEqual(yield* order('"red absent" cat'), "")
      assert.strictEqual(yield* order('"dog" cat'), "")
    })
  )

  it.effect("finds a phrase however far down a section and however common its terms are", () =>
    Effect.gen(function* () {
      const common = Array.from({ length: 1000 }, () => "the other").join(" ")
      const long = Array.from({ length: 20_000 }, (_, index) => `w${index}`).join(" ")
      const { order } = yield* spaceOf(
        page("a", "x", { body: `${common} the cat` }),
        page("b", "x", { body: `${long} the end` }),
        page("c", "x", { body: `the ${long} end` })
      )
      assert.strictEqual(yield* order('"the cat"'), "a")
      assert.strictEqual(yield* order('"cat the"'), "")
      assert.strictEqual(yield* order('"the end"'), "b")
      assert.strictEqual(yield* order('"w19998 w19999"'), "b c")
    })
  )

  it.effect("omits pages with an excluded term in any section (rule search-query)", () =>
    Effect.gen(function* () {
      const { order } = yield* spaceOf(
        page("a", "x", { body: "cat" }),
        page("b", "x", { body: "cat" }, { body: "dogs ~dog" }),
        page("c", "dog", { heading: "cat" }),
        page("d", "x", { body: "cat dogma" })
      )
      assert.strictEqual(yield* order("cat !dog|~dog"), "a d")
      assert.strictEqual(yield* order("cat !dog"), "a b d")
      assert.strictEqual(yield* order("cat !dog+cat"), "a b d")
      assert.strictEqual(yield* order("!dog"), "")
    })
  )

  it.effect(
    "finds pages with all required and no excluded labels, which do not count for their rank (rule search-kind)",
    () =>
      Effect.gen(function* () {
        const { api } = SearchIndex.labels
        const labelled = ({ sections, ...entry }: SearchIndex.PageEntry): SearchIndex.PageEntry => ({
          ...entry,
          sections: sections.map(({ title, ...rest }) => ({
            ...rest,
            title: { ...title, forms: [api, ...title.forms] }
          }))
        })
        const { hits } = yield* spaceOf(
          labelled(page("a", "x", { body: "cat" }, { body: "cats" })),
          page("b", "x", { body: "cat" }, { body: "cats" }),
          labelled(page("c", "cat", { heading: "dog" })),
          page("d", "x", { body: "cat dog" })
        )
        const found = (text: string, labels: SearchIndex.LabelFilter) =>
          Effect.map(hits({ ...query(text), labels }), (pages) => pages.map(({ page, score }) => ({ page, score })))
        const all = yield* found("cat ca*", {})
        assert.deepStrictEqual(
          all.map(({ page }) => page),
          ["c", "a", "b", "d"]
        )
        assert.strictEqual(all[1]?.score, all[2]?.score)
        for (const text of ["cat ca*", "cat", '"cat"', "cat !dog", "absent cat"]) {
          const every = yield* found(text, {})
          const isApi = (at: { readonly page: string }) => at.page === "a" || at.page === "c"
          assert.deepStrictEqual(yield* found(text, { required: [api] }), every.filter(isApi), text)
          assert.deepStrictEqual(
            yield* found(text, { excluded: [api] }),
            every.filter((at) => !isApi(at)),
            text
          )
          assert.deepStrictEqual(yield* found(text, { required: [api], excluded: [api] }), [])
        }
      })
  )

  it.effect("finds nothing for a query without tokens", () =>
    Effect.gen(function* () {
      const { hits } = yield* spaceOf(page("a", "cat"))
      for (const phrases of [[], [[]]]) assert.deepStrictEqual(yield* hits({ terms: [], phrases, excluded: [] }), [])
    })
  )

  it.effect("finds sections by misspelled words, after those with the word itself, and corrects the words", () =>
    Effect.gen(function* () {
      const { corrections, order } = yield* spaceOf(
        page("a", "x", { body: "configuration" }),
        page("b", "x", { body: "configuration" }),
        page("c", "x", { body: "configuratoin" }),
        page("d", "x", { body: "confguration" }),
        page("e", "x", { body: "house" }),
        page("f", "x", { body: "horse" }),
        page("g", "x", { body: "cat" })
      )
      assert.strictEqual(yield* order("configuratoin"), "c a b")
      assert.deepStrictEqual(yield* corrections("configuratoin"), [])
      assert.strictEqual(yield* order("cinfiguration"), "a b c d")
      assert.deepStrictEqual(yield* corrections("cinfiguration"), [
        { word: "cinfiguration", correction: "configuration" }
      ])
      assert.strictEqual(yield* order("houze"), "e")
      assert.strictEqual(yield* order("houzes"), "")
      assert.strictEqual(yield* order("car"), "")
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
      const none = tokens("")
      const entry = (token: string, index: number) => ({
        page: `p${100 + index}`,
        isListed: true,
        updatedAt: 0,
        sections: [
          { section: "", conditions: [], title: none, heading: none, body: { words: ["x", token, "y"], forms: [] } }
        ]
      })
      const { hits } = yield* spaceOf(...odd.map(entry))
      for (const [index, token] of odd.entries()) {
        const found = [
          yield* hits({ terms: [{ word: token, forms: [] }], phrases: [], excluded: [] }),
          yield* hits({ terms: [{ word: "x", forms: [] }], phrases: [["x", token, "y"]], excluded: [] }),
          yield* hits({ terms: [], phrases: [[token]], excluded: [] })
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
      const { hits, order } = yield* spaceOf(
        ...words.map((word, index) => page(`p${100 + index}`, "title", { body: word }))
      )
      for (const [index, word] of words.entries()) {
        const [first] = yield* hits(query(word))
        assert.strictEqual(first?.page, `p${100 + index}`, word)
      }
      assert.strictEqual(yield* order('"日本"'), "p101")
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
      assert.deepStrictEqual(yield* sections("cat"), ["", "s1 s4  s3"])
      assert.deepStrictEqual(yield* sections("x"), [""])
    })
  )

  it.effect("returns the last stored text of a section, and nothing if there is none", () =>
    Effect.gen(function* () {
      const { hits, index, space } = yield* spaceOf(page("a", "x"))
      const section = (name: string, shown?: { readonly title: string; readonly text: string }) => ({
        section: name,
        conditions: [],
        title: tokens("cat"),
        heading: tokens(""),
        body: tokens("cat"),
        ...(shown === undefined ? {} : { shown })
      })
      const first = { title: "", text: "The Cat.\n \"' \\ 😀 é\u0301" }
      const second = { title: "Über  Katzen", text: "" }
      const put = (...sections: ReadonlyArray<ReturnType<typeof section>>) =>
        index.update(space, { put: [{ page: "a", isListed: true, updatedAt: 0, sections }], removed: [] })
      const shown = Effect.map(hits(query("cat")), (found) =>
        found[0]?.sections.map(({ section, shown }) => (shown === undefined ? { section } : { section, shown }))
      )
      yield* put(section("", first), section("s1", second), section("s2"))
      assert.deepStrictEqual(yield* shown, [
        { section: "", shown: first },
        { section: "s1", shown: second },
        { section: "s2" }
      ])
      yield* put(section(""), section("s1", { ...second, text: "Cat" }), section("s2", first))
      assert.deepStrictEqual(yield* shown, [
        { section: "" },
        { section: "s1", shown: { ...second, text: "Cat" } },
        { section: "s2", shown: first }
      ])
    })
  )

  it.effect("shows at most 5 sections", () =>
    Effect.gen(function* () {
      const bodies = Array.from({ length: 12 }, (_, index) =>
        index % 2 === 0 ? { body: "cat" } : { body: "cat", heading: "cat" }
      )
      const { sections } = yield* spaceOf(page("a", "x", ...bodies))
      assert.deepStrictEqual(yield* sections("cat"), ["s1 s3 s5 s7 s9"])
    })
  )
}

export const cases = (it: It<SearchIndex.SearchIndex>): void => {
  testOrder(it)
  testMatching(it)
  testShowing(it)
}
