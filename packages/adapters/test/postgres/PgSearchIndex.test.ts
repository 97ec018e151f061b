import { assert, layer } from "@effect/vitest"
import { SearchIndex } from "@quire/core"
import { Rounds, SearchIndexContract, Suite } from "@quire/testing"
import { Effect, Layer } from "effect"
import * as PgSearchIndex from "../../src/postgres/PgSearchIndex.ts"
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
  const fields = { title: ["cat"], heading: [], body: [] }

  const setup = Effect.gen(function* () {
    const index = yield* SearchIndex.SearchIndex
    const space = Suite.fresh("s")
    const put = (section: Partial<SearchIndex.SectionEntry>) =>
      index.update(space, {
        put: [{ page: "p", isListed: true, sections: [{ section: "", conditions: [], ...fields, ...section }] }],
        removed: []
      })
    const scoreOf = (word: string | undefined) =>
      Effect.map(
        index.search([space], { terms: [String(word)], phrases: [] }, { offset: 0, limit: 1 }),
        ({ hits }) => hits[0]?.score
      )
    return { put, scoreOf }
  })

  it.effect("matches as many words as fit, and no other", () =>
    Effect.gen(function* () {
      const { put, scoreOf } = yield* setup
      const body = wordsOf("b", 1801)
      yield* put({ title: [], body: body.slice(0, 1800) })
      assert.deepStrictEqual([yield* scoreOf(body[0]), yield* scoreOf(body[1799])], [1, 1])
      yield* put({ title: [], body })
      assert.deepStrictEqual([yield* scoreOf(body[1799]), yield* scoreOf(body[1800])], [1, undefined])
      const heading = wordsOf("h", 901)
      yield* put({ title: [], heading, body })
      assert.deepStrictEqual([yield* scoreOf(heading[899]), yield* scoreOf(heading[900])], [2, undefined])
      assert.deepStrictEqual([yield* scoreOf(body[899]), yield* scoreOf(body[900])], [1, undefined])
    })
  )

  it.effect("accepts any length", () =>
    Effect.gen(function* () {
      const { put, scoreOf } = yield* setup
      const word = (at: number) => `本${at}`
      const long = Array.from({ length: 150_000 }, (_, at) => word(at))
      yield* put({ title: long, heading: long.toReversed(), body: [...long, "cat"] })
      assert.deepStrictEqual([yield* scoreOf(word(0)), yield* scoreOf("cat")], [5, undefined])
      yield* put({ body: [...long, ...long] })
      assert.deepStrictEqual([yield* scoreOf("cat"), yield* scoreOf(word(1))], [4, 1])
    })
  )
})
