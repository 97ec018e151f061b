import { assert, layer } from "@effect/vitest"
import {
  ContentEdits,
  Contents,
  Duplication,
  OpenApiSpecs,
  Organizations,
  Purge,
  Repository,
  Searches,
  type SearchFilter,
  SearchIndex,
  Spaces
} from "@quire/core"
import { ComputedSpace, OpenApiSpec, Placement } from "@quire/core/internal"
import { SearchPages } from "@quire/testing"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { described, document, outlineOf, placeholder, shop } from "../../support/computed.ts"
import { asSystem, engines } from "../../support/engine.ts"

const setup = Effect.gen(function* () {
  const world = yield* shop
  const searches = yield* Searches.Searches
  const contents = yield* Contents.Contents
  yield* world.describe(described({ Pets: ["pets", "cats"], Stores: ["stores"] }))
  const docs = yield* world.space()
  yield* world.insert({ space: docs }, [document("a", "Guide"), placeholder("c")])
  const find = (query: string, space = docs) =>
    Effect.map(world.by(searches.inSpace(space, query, { limit: 10 })), ({ items }) => items.map(({ path }) => path))
  const read = (space = docs) => Effect.map(world.by(contents.pages({ space })), ({ pages }) => outlineOf(pages))
  const edits = yield* ContentEdits.ContentEdits
  return { ...world, docs, edits, find, read, searches }
})

for (const [name, engine] of engines(import.meta.url)) {
  layer(engine)(`indexes of computed pages on ${name}`, (it) => {
    it.effect("drops the pages of a deleted spec (rule computed-indexes)", () =>
      Effect.gen(function* () {
        const { by, describe, docs, find, insert, organization, read, run } = yield* setup
        const specs = yield* OpenApiSpecs.OpenApiSpecs
        assert.deepStrictEqual(yield* find("cats"), ["pets"])
        yield* by(specs.remove(organization, "shop", { force: true }))
        yield* run
        assert.deepStrictEqual([yield* find("cats"), yield* read()], [[], ["Guide at guide"]])
        yield* insert({ space: docs }, [document("b", "Later")])
        yield* describe(described({ Pets: ["dogs"] }))
        assert.deepStrictEqual([yield* find("dogs"), yield* find("cats")], [["pets"], []])
      })
    )

    it.effect("finds pages about an API, or all others, by their kind (rule search-kind)", () =>
      Effect.gen(function* () {
        const { by, docs, edits, organization, searches, space } = yield* setup
        const other = yield* space()
        const block = '{% openapi-operation spec="shop" path="/pets" method="get" %}\n{% endopenapi-operation %}'
        const beta = `{% if visitor.claims.isBeta %}\n\n${block}\n\n{% endif %}`
        const page = (title: string, more: string) =>
          ({ operation: "insert_page", title, document: { markdown: `Text on pets.\n\n${more}\n` } }) as const
        const changes = [page("Shown", block), page("Hidden", beta), page("None", "")]
        yield* by(edits.apply({ space: other }, { changes }))
        const found = (id: string, filter: SearchFilter.SpaceSearchFilter) =>
          Effect.map(by(searches.inSpace(id, "pets", { limit: 10 }, filter)), ({ count, items }) => {
            assert.strictEqual(count, items.length)
            return items.map(({ title }) => title).toSorted()
          })
        assert.deepStrictEqual(yield* found(docs, {}), ["Pets"])
        assert.deepStrictEqual(yield* found(docs, { kind: "api" }), ["Pets"])
        assert.deepStrictEqual(yield* found(docs, { kind: "page" }), [])
        assert.deepStrictEqual(yield* found(other, { kind: "api" }), ["Shown"])
        assert.deepStrictEqual(yield* found(other, { kind: "page" }), ["Hidden", "None"])
        const inAll = (filter: SearchFilter.OrganizationSearchFilter) =>
          Effect.map(by(searches.inOrganization(organization, "pets", { limit: 10 }, filter)), ({ count, items }) => {
            assert.strictEqual(count, items.length)
            return items.flatMap(({ pages }) => pages.map(({ title }) => title)).toSorted()
          })
        assert.deepStrictEqual(yield* inAll({ kind: "api" }), ["Pets", "Shown"])
        assert.deepStrictEqual(yield* inAll({ kind: "api", spaces: [docs] }), ["Pets"])
        for (const query of ["=api", "api", "=ap"]) {
          assert.deepStrictEqual((yield* by(searches.inSpace(docs, query, { limit: 10 }))).items, [], query)
        }
      })
    )

    it.effect("drops the pages of a version that is no longer in use", () =>
      Effect.gen(function* () {
        const { by, describe, docs, find } = yield* setup
        const rows = yield* Repository.make(ComputedSpace.collection)
        const seen = yield* Effect.flatMap(rows.get(docs), Effect.fromOption)
        const version = OpenApiSpec.OpenApiVersionId.make("gone")
        yield* by(rows.update(seen, { ...seen.value, versions: [{ spec: "shop", version }] }))
        yield* describe(described({ Pets: ["pets"], Users: ["users"] }))
        assert.deepStrictEqual(
          [yield* find("cats"), yield* find("stores"), yield* find("pets"), yield* find("users")],
          [[], [], ["pets"], ["users"]]
        )
        const index = yield* SearchIndex.SearchIndex
        const left = yield* index.search([docs], SearchPages.query("stores"), { offset: 0, limit: 10 })
        assert.strictEqual(left.total, 0)
      })
    )

    it.effect("copies entries with a space, and deletes them with it", () =>
      Effect.gen(function* () {
        const { by, describe, docs, find, read } = yield* setup
        const duplication = yield* Duplication.Duplication
        const spaces = yield* Spaces.Spaces
        const purge = yield* Purge.Purge
        const copy = (yield* by(duplication.duplicate(docs))).id
        assert.deepStrictEqual([yield* read(copy), yield* find("cats", copy)], [yield* read(), ["pets"]])
        yield* describe(described({ Pets: ["dogs"] }))
        assert.deepStrictEqual([yield* find("dogs", copy), yield* find("cats", copy)], [["pets"], []])
        yield* by(spaces.remove(docs))
        yield* TestClock.adjust(Placement.limits.restoreMilliseconds + 1)
        yield* asSystem(purge.expiredContent())
        yield* describe(described({ Pets: ["birds"] }))
        assert.deepStrictEqual(yield* find("birds", copy), ["pets"])
      })
    )

    it.effect("follows a space to the specs of another organization", () =>
      Effect.gen(function* () {
        const { by, docs, find, read, run } = yield* setup
        const organizations = yield* Organizations.Organizations
        const specs = yield* OpenApiSpecs.OpenApiSpecs
        const spaces = yield* Spaces.Spaces
        const other = (yield* by(organizations.create({ title: "Other" }))).id
        yield* by(specs.put(other, "shop", { source: { text: described({ Cars: ["cars"] }) } }))
        yield* run
        yield* by(spaces.transfer(docs, { organization: other }))
        assert.deepStrictEqual(yield* read(), ["Guide at guide", "Cars at cars"])
        yield* run
        assert.deepStrictEqual([yield* find("cats"), yield* find("cars")], [[], ["cars"]])
        yield* by(specs.put(other, "shop", { source: { text: described({ Bikes: ["bikes"] }) } }))
        yield* run
        assert.deepStrictEqual([yield* find("cars"), yield* find("bikes")], [[], ["bikes"]])
      })
    )
  })
}
