import { assert, layer } from "@effect/vitest"
import {
  ContentEdits,
  Installations,
  PublishedSites,
  type Scope,
  SiteArrangement,
  SiteSearches,
  SiteSectionGroups,
  SiteSections,
  SiteSpaces,
  Sites,
  SpaceId,
  Spaces
} from "@quire/core"
import { Effect } from "effect"
import { as, engines } from "../../support/engine.ts"
import { installed } from "../../support/integrations.ts"
import { siteOf, spacesIn, tagOf } from "../../support/sites.ts"
import { found } from "../../support/world.ts"

const page = { limit: 50 }

/** A site with a section and a group of a section, each of a space without a level for everybody, and an integration. */
const setup = Effect.fnUntraced(function* (scopes: ReadonlyArray<Scope.Scope>) {
  const world = yield* found
  const { admin, organization } = world
  const mine = as(admin)
  const spaces = yield* Spaces.Spaces
  const sections = yield* SiteSections.SiteSections
  const groups = yield* SiteSectionGroups.SiteSectionGroups
  const [one, two] = (yield* spacesIn(world, "One", "Two")).map((id) => SpaceId.make(id)) as [SpaceId, SpaceId]
  for (const space of [one, two]) yield* mine(spaces.update(space, { defaultLevel: null }))
  const { id: site } = yield* siteOf(world, [one])
  const section = yield* mine(sections.create(organization, site, { spaceId: two, title: "Second" }))
  const group = yield* mine(groups.create(organization, site, { title: "Group", sections: [section.id] }))
  const integration = yield* installed(organization, admin, scopes)
  return { ...world, ...integration, mine, one, two, site, section, group }
})

for (const [store, engine] of engines(import.meta.url)) {
  layer(engine)(`integrations that read sites on ${store}`, (it) => {
    it.effect("see the whole structure of the site with site:metadata:read (rule site-metadata-scope)", () =>
      Effect.gen(function* () {
        const { asInstalled, group, organization, section, site } = yield* setup(["site:metadata:read"])
        const seen = yield* asInstalled(
          Effect.gen(function* () {
            const [sites, published] = [yield* Sites.Sites, yield* PublishedSites.PublishedSites]
            const [sections, groups] = [yield* SiteSections.SiteSections, yield* SiteSectionGroups.SiteSectionGroups]
            const [siteSpaces, arrangement] = [yield* SiteSpaces.SiteSpaces, yield* SiteArrangement.SiteArrangement]
            const list = yield* siteSpaces.list(organization, site, page)
            return {
              count: (yield* sites.get(organization, site)).siteSpaces,
              sections: (yield* sections.list(organization, site, page)).items.map(({ title }) => title),
              section: (yield* sections.get(organization, site, section.id)).siteSpaces.length,
              groups: (yield* groups.list(organization, site, page)).items.map(({ title }) => title),
              group: (yield* groups.get(organization, site, group.id)).sections.length,
              siteSpaces: list.items.map(({ title }) => title),
              siteSpace: (yield* siteSpaces.get(organization, site, list.items[1]?.id ?? "")).title,
              structure: (yield* arrangement.get(organization, site)).structure.map(({ title }) => title),
              published: (yield* published.get(organization, site)).structure.structure.length,
              views: list.items.map(({ space }) => space.permissions.view)
            }
          })
        )
        assert.deepStrictEqual(seen, {
          count: 2,
          sections: [seen.sections[0] ?? "", "Second"],
          section: 1,
          groups: ["Group"],
          group: 1,
          siteSpaces: ["One", "Two"],
          siteSpace: "Two",
          structure: [seen.sections[0] ?? "", "Group"],
          published: 2,
          views: [false, false]
        })
      })
    )

    it.effect(
      "have the permissions there that they have on each space, and find no content (rule site-metadata-scope)",
      () =>
        Effect.gen(function* () {
          const scopes = ["site:metadata:read", "space:metadata:read"] as const
          const { admin, asInstalled, installation, mine, name, one, organization, site } = yield* setup(scopes)
          const installations = yield* Installations.Installations
          const spaces = yield* Spaces.Spaces
          const siteSpaces = yield* SiteSpaces.SiteSpaces
          const searches = yield* SiteSearches.SiteSearches
          const looked = Effect.map(siteSpaces.list(organization, site, page), ({ items }) =>
            items.map(({ space }) => space.permissions.view)
          )
          assert.deepStrictEqual(yield* asInstalled(looked), [true, true])
          yield* mine(installations.update(name, installation, { space_selection: "selected" }))
          assert.deepStrictEqual(yield* asInstalled(looked), [false, false])
          assert.strictEqual(yield* tagOf(asInstalled(spaces.get(one))), "SpaceNotFound")
          const edits = yield* ContentEdits.ContentEdits
          yield* mine(spaces.update(one, { editMode: "live" }))
          yield* mine(edits.apply({ space: one }, { changes: [{ operation: "insert_page", title: "Secret" }] }))
          const search = searches.search(organization, site, { query: "Secret", mode: "all" }, page)
          assert.lengthOf((yield* mine(search)).items, 1)
          assert.deepStrictEqual((yield* asInstalled(search)).items, [])
          assert.strictEqual((yield* as(admin)(siteSpaces.list(organization, site, page))).count, 2)
        })
    )

    it.effect("see no structure with another scope of the site (rule site-metadata-scope)", () =>
      Effect.gen(function* () {
        const { asInstalled, organization, site } = yield* setup(["site:adaptive:read"])
        const sites = yield* Sites.Sites
        const siteSpaces = yield* SiteSpaces.SiteSpaces
        const list = yield* asInstalled(siteSpaces.list(organization, site, page))
        assert.deepStrictEqual([list.items, (yield* asInstalled(sites.get(organization, site))).siteSpaces], [[], 0])
      })
    )
  })
}
