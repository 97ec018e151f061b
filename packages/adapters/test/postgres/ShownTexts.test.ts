import { assert, layer } from "@effect/vitest"
import { SearchIndex } from "@quire/core"
import { SearchPages, Suite } from "@quire/testing"
import { Effect } from "effect"
import { PgSession } from "../../src/postgres/PgSession.ts"
import * as ShownTexts from "../../src/postgres/ShownTexts.ts"
import * as Recorder from "./support/Recorder.ts"

const page = (id: string, ...texts: ReadonlyArray<string>): SearchIndex.PageEntry => ({
  page: id,
  isListed: true,
  updatedAt: 0,
  sections: texts.map((text, at) => ({
    section: `s${at}`,
    conditions: [],
    title: SearchPages.tokens(""),
    heading: SearchPages.tokens(""),
    body: SearchPages.tokens("cat"),
    shown: { title: "", text }
  }))
})

const query = SearchPages.query("cat")

/** The texts that a search of a space shows, and the number of statements sent for them. */
const search = Effect.fnUntraced(function* (space: string, limit = 10) {
  const index = yield* SearchIndex.SearchIndex
  let texts: ReadonlyArray<string | undefined> = []
  const sent = yield* Recorder.during(
    Effect.map(index.search([space], query, { offset: 0, limit }), ({ hits }) => {
      texts = hits.flatMap(({ sections }) => sections.map(({ shown }) => shown?.text))
    })
  )
  return { texts, sent: sent.length }
})

layer(Recorder.layer, Suite.live)("the cache of the texts of search hits", (it) => {
  it.effect("reads a text once, and again when it has changed", () =>
    Effect.gen(function* () {
      const index = yield* SearchIndex.SearchIndex
      const space = Suite.fresh("s")
      yield* index.update(space, { put: [page("a", "one", "two"), page("b", "three")], removed: [] })
      assert.deepStrictEqual(yield* search(space, 1), { texts: ["one", "two"], sent: 3 })
      assert.deepStrictEqual(yield* search(space), { texts: ["one", "two", "three"], sent: 3 })
      assert.deepStrictEqual(yield* search(space), { texts: ["one", "two", "three"], sent: 2 })
      yield* index.update(space, { put: [page("a", "one", "2")], removed: ["b"] })
      assert.deepStrictEqual(yield* search(space), { texts: ["one", "2"], sent: 3 })
      yield* index.update(space, { put: [page("a", "two", "one")], removed: [] })
      assert.deepStrictEqual(yield* search(space), { texts: ["two", "one"], sent: 2 })
      const copy = Suite.fresh("s")
      yield* index.copy(space, copy)
      assert.deepStrictEqual(yield* search(copy), { texts: ["two", "one"], sent: 3 })
    })
  )

  it.effect("returns nothing for a text that has changed since the digest was read", () =>
    Effect.gen(function* () {
      const session = yield* PgSession
      const index = yield* SearchIndex.SearchIndex
      const space = Suite.fresh("s")
      yield* index.update(space, { put: [page("a", "one")], removed: [] })
      const textsOf = ShownTexts.make(session)
      const found = Effect.map(
        session.query("select digest from quire.search_entries where space = $1", [space]),
        (rows) => ({ space, page: "a", ordinal: 0, digest: String(rows[0]?.["digest"]) })
      )
      const one = yield* found
      yield* index.update(space, { put: [page("a", "two")], removed: [] })
      assert.isUndefined((yield* textsOf([one]))(one))
      const two = yield* found
      assert.deepStrictEqual((yield* textsOf([two]))(two), { title: "", text: "two" })
      yield* index.update(space, { put: [], removed: ["a"] })
      assert.deepStrictEqual((yield* textsOf([one, two]))(two), { title: "", text: "two" })
    })
  )

  it.effect("keeps texts up to a total weight, and returns larger ones too", () =>
    Effect.gen(function* () {
      const index = yield* SearchIndex.SearchIndex
      const session = yield* PgSession
      const space = Suite.fresh("s")
      yield* index.update(space, { put: [page("a", "x".repeat(72), "x".repeat(73))], removed: [] })
      const digests = yield* session.query(
        "select ordinal, digest from quire.search_entries where space = $1 order by ordinal",
        [space]
      )
      const sections = digests.map((row, ordinal) => ({
        space,
        page: "a",
        ordinal,
        digest: String(Object.values(Object(row))[1])
      }))
      const textsOf = ShownTexts.make(session, 256 + 2 * 72)
      for (const sent of [1, 1]) {
        let lengths: ReadonlyArray<number | undefined> = []
        const queries = yield* Recorder.during(
          Effect.map(textsOf(sections), (textOf) => {
            lengths = sections.map((section) => textOf(section)?.text.length)
          })
        )
        assert.deepStrictEqual([queries.length, lengths], [sent, [72, 73]])
      }
      const [first] = sections
      const again = yield* Recorder.during(textsOf(first === undefined ? [] : [first]))
      assert.lengthOf(again, 0)
    })
  )
})
