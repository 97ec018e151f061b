import { assert, layer } from "@effect/vitest"
import {
  Imports,
  Repository,
  SiteSearches,
  SiteSectionId,
  SiteSections,
  SiteSpaces,
  Sites,
  Space,
  Spaces
} from "@quire/core"
import { Effect } from "effect"
import { zip, zipped } from "../../support/docs.ts"
import { as, engines } from "../../support/engine.ts"
import { found } from "../../support/world.ts"

const absent = SiteSectionId.make("absent")

/** A site with two sections, of which the first has two site-spaces; each space has a page about okapis. */
const arranged = Effect.gen(function* () {
  const world = yield* found
  const { admin, organization } = world
  const mine = as(admin)
  const spaces = yield* Spaces.Spaces
  const imports = yield* Imports.Imports
  const sites = yield* Sites.Sites
  const sections = yield* SiteSections.SiteSections
  const siteSpaces = yield* SiteSpaces.SiteSpaces
  const make = Effect.fnUntraced(function* (title: string) {
    const { id } = yield* mine(spaces.create(organization, { title, editMode: "live" }))
    const text = `# Okapi\n\nAbout ${title}.\n\n{% if visitor.claims.isBeta %}\n\nA zebra.\n\n{% endif %}\n`
    yield* mine(imports.bytesIntoSpace(id, { ...zip, bytes: zipped({ "a.md": text }) }))
    yield* mine(spaces.update(id, { editMode: "locked" }))
    return id
  })
  const [one, two, three] = [yield* make("One"), yield* make("Two"), yield* make("Three")]
  const { id } = yield* mine(sites.create(organization, { title: "Docs", spaces: [one, two] }))
  yield* mine(sections.create(organization, id, { spaceId: three }))
  const { items } = yield* mine(siteSpaces.list(organization, id, { limit: 10 }))
  const { search } = yield* SiteSearches.SiteSearches
  const titles = (input: Parameters<typeof search>[2], who = world.reader) =>
    Effect.map(as(who)(search(organization, id, input, { limit: 10 })), ({ count, items }) => {
      assert.strictEqual(count, items.length)
      return items.map(({ title }) => title).toSorted()
    })
  const rows = yield* Repository.make(Space.collection)
  const sectionIds = (yield* mine(sections.list(organization, id, { limit: 10 }))).items.map((each) => each.id)
  const ids = items.map((each) => each.id)
  return { ...world, mine, spaces, ids, sectionIds, rows, site: id, one, two, search, titles }
})

for (const [name, engine] of engines(import.meta.url)) {
  layer(engine)(`searches of sites on ${name}`, (it) => {
    it.effect("covers the default site-spaces, the named ones, or all (rule site-search-scope)", () =>
      Effect.gen(function* () {
        const { ids, titles } = yield* arranged
        const [, two, three] = ids
        const query = "oka"
        assert.deepStrictEqual(yield* titles({ query, scope: { mode: "all" } }), ["One", "Three", "Two"])
        assert.deepStrictEqual(yield* titles({ query, scope: { mode: "default" } }), ["One", "Three"])
        assert.isDefined(two)
        assert.isDefined(three)
        const more = { mode: "default", includedSiteSpaces: [two] } as const
        assert.deepStrictEqual(yield* titles({ query, scope: more }), ["One", "Three", "Two"])
        const chosen = { mode: "specific", siteSpaceIds: [three, two] } as const
        assert.deepStrictEqual(yield* titles({ query, scope: chosen }), ["Three", "Two"])
        assert.deepStrictEqual(yield* titles({ query, mode: "all" }), ["One", "Three", "Two"])
        assert.deepStrictEqual(yield* titles({ query, mode: "current", siteSpaceId: two }), ["One", "Three", "Two"])
        assert.deepStrictEqual(yield* titles({ query, siteSpaceIds: [two] }), ["Two"])
        assert.deepStrictEqual(yield* titles({ query, mode: "specific", siteSpaceIds: [two] }), ["Two"])
      })
    )

    it.effect("covers chosen sections, languages and kinds within its scope (rule site-search-filter)", () =>
      Effect.gen(function* () {
        const { rows, sectionIds, titles, one, two } = yield* arranged
        const query = "okapi"
        const scope = { mode: "all" } as const
        const [first = absent, second = absent] = sectionIds
        assert.deepStrictEqual(yield* titles({ query, scope, sections: [first] }), ["One", "Two"])
        assert.deepStrictEqual(yield* titles({ query, scope, sections: [second, absent] }), ["Three"])
        assert.deepStrictEqual(yield* titles({ query, scope: { mode: "default" }, sections: [first] }), ["One"])
        assert.deepStrictEqual(yield* titles({ query, scope, languages: ["en"] }), [])
        for (const [space, language] of [
          [one, "en"],
          [two, "fr"]
        ] as const) {
          const seen = yield* Effect.orDie(rows.require(space))
          yield* Effect.orDie(rows.update(seen, { ...seen.value, translation: { language, from: null, into: 1 } }))
        }
        assert.deepStrictEqual(yield* titles({ query, scope, languages: ["fr"] }), ["Two"])
        assert.deepStrictEqual(yield* titles({ query, scope, languages: ["fr", "en"], sections: [first] }), [
          "One",
          "Two"
        ])
        assert.deepStrictEqual(yield* titles({ query, scope: { mode: "default" }, languages: ["fr"] }), [])
        assert.deepStrictEqual(yield* titles({ query, scope, kind: "api" }), [])
        assert.deepStrictEqual(yield* titles({ query, scope, kind: "page" }), ["One", "Three", "Two"])
      })
    )

    it.effect("finds what the member may read, whatever its conditions (rule site-search-who)", () =>
      Effect.gen(function* () {
        const { guest, mine, one, organization, reader, search, site, spaces, titles } = yield* arranged
        const scope = { mode: "all" } as const
        assert.deepStrictEqual(yield* titles({ query: "zebra", scope }), ["One", "Three", "Two"])
        yield* mine(spaces.update(one, { defaultLevel: null }))
        assert.deepStrictEqual(yield* titles({ query: "zebra", scope }, reader), ["Three", "Two"])
        const refused = yield* Effect.flip(
          as(guest)(search(organization, site, { query: "zebra", scope }, { limit: 1 }))
        )
        assert.strictEqual(refused._tag, "SiteNotFound")
        const empty = yield* Effect.flip(mine(search(organization, site, { query: " ", scope }, { limit: 1 })))
        assert.strictEqual(empty._tag, "QueryInvalid")
      })
    )
  })
}
