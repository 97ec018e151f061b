import { assert, it } from "@effect/vitest"
import { SearchIndex } from "@quire/core"
import { Effect, Layer } from "effect"
import * as Migrations from "../../../src/postgres/Migrations.ts"
import { migrations } from "../../../src/postgres/migrations/index.ts"
import * as PgSearchIndex from "../../../src/postgres/PgSearchIndex.ts"
import { PgSession } from "../../../src/postgres/PgSession.ts"
import * as TestDatabase from "../support/TestDatabase.ts"

const version = "1/same"

const store = PgSearchIndex.layerOf(version).pipe(Layer.provideMerge(TestDatabase.layer()))

/** What programs before wrote in `search_spaces`, with a segmenter of the same version. */
const before = {
  update: `insert into quire.search_spaces as n (space, version) values ($1, '${version}')
    on conflict (space) do update set
      version = case when n.version = '${version}' then n.version else '' end,
      rebuilding = case when n.rebuilding = '${version}' then n.rebuilding end
    where n.version <> '${version}' or n.rebuilding <> '${version}'`,
  copy: `insert into quire.search_spaces (space, version)
    select 'copy of ' || space, version from quire.search_spaces where space = $1
    on conflict (space) do update set version = '', rebuilding = null`,
  removeSpace: "delete from quire.search_spaces where space = $1"
} as const

const entry = (text: string): SearchIndex.PageEntry => ({
  page: "p",
  isListed: true,
  sections: [{ section: "", conditions: [], title: [], heading: [], body: ["cat"], shown: { title: "", text } }]
})

const outdated = Effect.flatMap(SearchIndex.SearchIndex, (index) => index.outdated({ after: "", limit: 100 }))

const rebuild = Effect.fnUntraced(function* (space: string) {
  const index = yield* SearchIndex.SearchIndex
  yield* index.beginRebuild(space)
  yield* index.update(space, { put: [entry("again")], removed: [] })
  yield* index.endRebuild(space)
})

it.effect("rebuilds what older programs have written or copied, and omits what they removed", () =>
  Effect.gen(function* () {
    const { query } = yield* PgSession
    const index = yield* SearchIndex.SearchIndex
    const spacesWithEntries = Effect.map(
      query("select distinct space from quire.search_entries order by space"),
      (rows) => rows.map(({ space }) => space)
    )
    yield* Migrations.apply(migrations.filter(({ id }) => id < 44))
    for (const space of ["a", "b"]) yield* query(before.update, [space])
    yield* Migrations.apply(migrations)
    assert.deepStrictEqual(yield* outdated, ["a", "b"])
    for (const space of ["a", "b"]) yield* rebuild(space)
    yield* index.update("c", { put: [entry("one")], removed: [] })
    assert.deepStrictEqual(yield* outdated, [])

    yield* query(before.update, ["a"])
    assert.deepStrictEqual(yield* outdated, ["a"])
    yield* index.update("a", { put: [entry("one")], removed: [] })
    assert.deepStrictEqual(yield* outdated, ["a"])
    yield* rebuild("a")
    assert.deepStrictEqual(yield* outdated, [])

    yield* query(before.copy, ["b"])
    assert.deepStrictEqual(yield* outdated, ["copy of b"])
    yield* index.update("copy of b", { put: [entry("one")], removed: [] })
    assert.deepStrictEqual(yield* outdated, ["copy of b"])
    yield* rebuild("copy of b")
    yield* index.copy("b", "d")
    assert.deepStrictEqual(yield* outdated, [])

    assert.deepStrictEqual(yield* spacesWithEntries, ["a", "b", "c", "copy of b", "d"])
    yield* query(before.removeSpace, ["b"])
    assert.deepStrictEqual([yield* spacesWithEntries, yield* outdated], [["a", "c", "copy of b", "d"], []])
  }).pipe(Effect.provide(store))
)
