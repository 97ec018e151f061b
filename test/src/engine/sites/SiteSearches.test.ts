import { assert, layer } from "@effect/vitest"
import { Imports, SiteSearches, SiteSections, SiteSpaces, Sites, Spaces } from "@quire/core"
import { Effect } from "effect"
import { zip, zipped } from "../../support/docs.ts"
import { as, engines } from "../../support/engine.ts"
import { found } from "../../support/world.ts"

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
  return { ...world, mine, spaces, ids: items.map((each) => each.id), site: id, one, search, titles }
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
