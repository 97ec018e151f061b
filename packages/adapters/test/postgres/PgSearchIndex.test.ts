import { assert, layer } from "@effect/vitest"
import { SearchIndex } from "@quire/core"
import { Rounds, SearchIndexContract, Suite } from "@quire/testing"
import { Effect, Layer } from "effect"
import * as PgSearchIndex from "../../src/postgres/PgSearchIndex.ts"
import { PgSession } from "../../src/postgres/PgSession.ts"
import * as StoreTemplate from "./support/StoreTemplate.ts"

const indexOf = (version: string) => Effect.provide(SearchIndex.SearchIndex, PgSearchIndex.layerOf(version))

SearchIndexContract.suite("postgres", StoreTemplate.layer(), { runs: Rounds.rounds(12, 1_000, 30) })
SearchIndexContract.versions(
  "postgres",
  Layer.effect(
    SearchIndexContract.Versions,
    Effect.all({ former: indexOf("1/former"), current: indexOf("1/current") })
  ).pipe(Layer.provide(StoreTemplate.layer()))
)

layer(StoreTemplate.layer(), Suite.live)("a section that exceeds a tsvector", (it) => {
  /** Distinct words of 240 bytes, which count for 250: 900 of them fit in title and heading, 1,800 in all. */
  const wordsOf = (letter: string, count: number) =>
    Array.from({ length: count }, (_, at) => `${letter}${String(at).padStart(239, "0")}`)
  const field = (words: ReadonlyArray<string>) => ({ words, forms: [] })
  const fields = { title: field(["cat"]), heading: field([]), body: field([]) }

  const setup = Effect.gen(function* () {
    const index = yield* SearchIndex.SearchIndex
    const space = Suite.fresh("s")
    const put = (section: Partial<SearchIndex.SectionEntry>) =>
      index.update(space, {
        put: [
          {
            page: "p",
            isListed: true,
            updatedAt: 0,
            sections: [{ section: "", conditions: [], ...fields, ...section }]
          }
        ],
        removed: []
      })
    const isFound = (word = "") =>
      Effect.map(
        index.search([space], { terms: [{ word, forms: [] }], phrases: [], excluded: [] }, { offset: 0, limit: 1 }),
        ({ total }) => total === 1
      )
    return { put, isFound }
  })

  it.effect("matches as many words as fit, and no other", () =>
    Effect.gen(function* () {
      const { isFound, put } = yield* setup
      const body = wordsOf("b", 1801)
      yield* put({ title: field([]), body: field(body.slice(0, 1800)) })
      assert.deepStrictEqual([yield* isFound(body[0]), yield* isFound(body[1799])], [true, true])
      yield* put({ title: field([]), body: field(body) })
      assert.deepStrictEqual([yield* isFound(body[1799]), yield* isFound(body[1800])], [true, false])
      const heading = wordsOf("h", 901)
      yield* put({ title: field([]), heading: field(heading), body: field(body) })
      assert.deepStrictEqual([yield* isFound(heading[899]), yield* isFound(heading[900])], [true, false])
      assert.deepStrictEqual([yield* isFound(body[899]), yield* isFound(body[900])], [true, false])
    })
  )

  it.effect("accepts any length", () =>
    Effect.gen(function* () {
      const { isFound, put } = yield* setup
      const word = (at: number) => `本${at}`
      const long = Array.from({ length: 150_000 }, (_, at) => word(at))
      yield* put({ title: field(long), heading: field(long.toReversed()), body: field([...long, "cat"]) })
      assert.deepStrictEqual([yield* isFound(word(0)), yield* isFound("cat")], [true, false])
      yield* put({ body: field([...long, ...long]) })
      assert.deepStrictEqual([yield* isFound("cat"), yield* isFound(word(1))], [true, true])
    })
  )
})

layer(StoreTemplate.layer(), Suite.live)("counts of terms", (it) => {
  /** Counts of the terms of a space: those that are kept, or those of its sections. */
  const countsOf = (space: string) =>
    Effect.gen(function* () {
      const { query } = yield* PgSession
      const kept = `select t.term, sum(t.sections)::int as sections from quire.search_terms t
        join quire.search_spaces n on n.number = t.number where n.space = $1 group by t.term`
      const actual = `select t.term, count(*)::int as sections from quire.search_entries s
        cross join lateral (select distinct unnest(string_to_array(E'\\n' || s.words, E'\\n')) as term) t
        where s.space = $1 and t.term <> E'\\t' group by t.term`
      const sorted = (text: string) => query(`${text} order by t.term collate "C"`, [space])
      return { kept: yield* sorted(kept), actual: yield* sorted(actual) }
    })

  it.effect("equal those of the sections, however many pages are written at once", () =>
    Effect.gen(function* () {
      const index = yield* SearchIndex.SearchIndex
      const [space, copy] = [Suite.fresh("s"), Suite.fresh("s")]
      const body = Array.from({ length: 5_000 }, (_, at) => `w${at}`).join(" ")
      const pages = (word: string, count: number) =>
        Array.from({ length: count }, (_, at) =>
          SearchIndexContract.page(`p${at}`, word, { body: `${body} ${word}${at}` }, { conditions: ["x"], body: word })
        )
      const check = (id: string) =>
        Effect.map(countsOf(id), ({ actual, kept }) => {
          assert.isAbove(actual.length, 0)
          assert.deepStrictEqual(kept, actual)
        })
      yield* index.update(space, { put: pages("cat", 8), removed: [] })
      yield* check(space)
      yield* index.update(space, { put: pages("dog", 6), removed: ["p7", "absent"] })
      yield* check(space)
      yield* index.update(space, { put: [SearchIndexContract.page("p0", "cat")], removed: ["p1"] })
      yield* check(space)
      yield* index.copy(space, copy)
      yield* index.removeSpace(space)
      yield* check(copy)
      assert.deepStrictEqual(yield* countsOf(space), { kept: [], actual: [] })
    })
  )
})
