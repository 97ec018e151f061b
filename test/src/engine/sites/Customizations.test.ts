import { assert, layer } from "@effect/vitest"
import { Purge, SiteSections, SiteSpaces, Sites, Spaces } from "@quire/core"
import { Customization, Customizations } from "@quire/core/internal"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { as, asSystem, engines } from "../../support/engine.ts"
import { outcome, sited } from "../../support/sited.ts"

const nothing = "a99999999999999999999999999"

for (const [name, engine] of engines(import.meta.url)) {
  layer(engine)(`settings of sites, on ${name}`, (it) => {
    it.effect(
      "starts with the defaults, and replaces settings as a whole (rules customization-defaults and customization-layers)",
      () =>
        Effect.gen(function* () {
          const settings = yield* Customizations.Customizations
          const { admin, news, organization, reader, site } = yield* sited
          assert.deepStrictEqual(yield* as(reader)(settings.get(organization, site)), Customization.defaults)
          const theme = "bold" as const
          const put = { title: "Handbook", styling: { theme }, pdf: { enabled: false } }
          const expected = {
            ...Customization.defaults,
            title: "Handbook",
            styling: { ...Customization.defaults.styling, theme },
            pdf: { enabled: false }
          }
          assert.deepStrictEqual(yield* as(admin)(settings.put(organization, site, put)), expected)
          assert.deepStrictEqual(yield* as(reader)(settings.get(organization, site)), expected)
          assert.deepStrictEqual(yield* as(admin)(settings.put(organization, site, put)), expected)
          yield* as(admin)(settings.put(organization, site, { styling: {} }))
          assert.deepStrictEqual(yield* as(reader)(settings.get(organization, site)), Customization.defaults)
          assert.deepStrictEqual(
            (yield* news).map(({ after, before, subjects, type }) => ({ type, subjects, before, after })),
            [
              { type: "siteCustomizations.update", subjects: [site], before: {}, after: put },
              { type: "siteCustomizations.update", subjects: [site], before: put, after: {} }
            ]
          )
        })
    )

    it.effect("gives settings of a site-space precedence over those of the site until they are reset", () =>
      Effect.gen(function* () {
        const settings = yield* Customizations.Customizations
        const { admin, first, news, organization, reader, second, site } = yield* sited
        const mine = as(admin)
        const shown = (id: string) => as(reader)(settings.getOfSiteSpace(organization, site, id))
        const patched = (changes: Parameters<typeof settings.patchOfSiteSpace>[3]) =>
          mine(settings.patchOfSiteSpace(organization, site, first, changes))
        yield* mine(settings.put(organization, site, { title: "Site", feedback: { enabled: true } }))
        assert.deepStrictEqual(yield* shown(first), {
          ...(yield* mine(settings.get(organization, site))),
          hasOverrides: false
        })
        const own = yield* patched({ title: "Space", styling: { sidebar: { list: "pill" } } })
        assert.deepInclude(own, { title: "Space", feedback: { enabled: true }, hasOverrides: true })
        assert.deepStrictEqual(own.styling.sidebar, { background: "default", list: "pill" })
        assert.deepStrictEqual(yield* shown(first), own)
        assert.deepInclude(yield* shown(second), { title: "Site", hasOverrides: false })
        yield* mine(settings.put(organization, site, { title: "Renamed", pagination: { enabled: false } }))
        assert.deepInclude(yield* shown(first), { title: "Space", pagination: { enabled: false } })
        assert.deepInclude(yield* patched({ title: null }), { title: "Renamed", hasOverrides: true })
        const whole = yield* (yield* Effect.provide(
          Customizations.CustomizationReader,
          Customizations.CustomizationReader.layer
        )).readCustomizations(organization, site)
        assert.deepStrictEqual([...whole.siteSpaces.keys()], [first])
        assert.strictEqual(whole.siteSpaces.get(first)?.styling.sidebar.list, "pill")
        assert.strictEqual(whole.site.title, "Renamed")
        assert.deepInclude(yield* patched({ styling: { sidebar: { list: null } } }), { hasOverrides: false })
        yield* news
        yield* patched({})
        yield* patched({ title: null, header: {} })
        assert.deepStrictEqual(yield* news, [])
      })
    )

    it.effect("removes all settings of a site-space together, once", () =>
      Effect.gen(function* () {
        const settings = yield* Customizations.Customizations
        const { admin, elsewhere, first, news, organization, site } = yield* sited
        const mine = as(admin)
        yield* mine(settings.patchOfSiteSpace(organization, site, first, { title: "Space", pdf: { enabled: false } }))
        yield* news
        const removed = yield* Effect.forEach([first, first, elsewhere, nothing], (id) =>
          mine(settings.removeOfSiteSpace(organization, site, id))
        )
        assert.deepStrictEqual(removed, [true, false, false, false])
        assert.deepStrictEqual(
          (yield* news).map(({ subjects, type }) => [type, subjects]),
          [["siteCustomizations.update", [site, first]]]
        )
      })
    )

    it.effect("lets viewers of the site read them and administrators change them", () =>
      Effect.gen(function* () {
        const settings = yield* Customizations.Customizations
        const world = yield* sited
        const { admin, creator, elsewhere, first, organization, site, stranger } = world
        const each = (id: string) => [
          outcome(settings.put(organization, id, {})),
          outcome(settings.patchOfSiteSpace(organization, id, first, {})),
          outcome(settings.removeOfSiteSpace(organization, id, first))
        ]
        const reads = (id: string) => [
          outcome(settings.get(organization, id)),
          outcome(settings.getOfSiteSpace(organization, id, first))
        ]
        assert.deepStrictEqual(yield* as(creator)(Effect.all(each(site))), ["Forbidden", "Forbidden", "Forbidden"])
        assert.deepStrictEqual(yield* as(creator)(Effect.all(reads(site))), ["done", "done"])
        for (const [who, id] of [
          [stranger, site],
          [admin, nothing]
        ] as const) {
          assert.deepStrictEqual(yield* as(who)(Effect.all([...each(id), ...reads(id)])), Array(5).fill("SiteNotFound"))
        }
        for (const id of [elsewhere, nothing]) {
          const refused = yield* as(admin)(
            Effect.all([
              outcome(settings.getOfSiteSpace(organization, site, id)),
              outcome(settings.patchOfSiteSpace(organization, site, id, { title: "Ab" }))
            ])
          )
          assert.deepStrictEqual(refused, ["SiteSpaceNotFound", "SiteSpaceNotFound"])
        }
        assert.strictEqual(yield* as(admin)(outcome(settings.put(organization, site, { title: "x" }))), "InputInvalid")
      })
    )

    it.effect(
      "deletes those of a site-space with it, with its section and with its space (rule customization-layers)",
      () =>
        Effect.gen(function* () {
          const settings = yield* Customizations.Customizations
          const sections = yield* SiteSections.SiteSections
          const siteSpaces = yield* SiteSpaces.SiteSpaces
          const spaces = yield* Spaces.Spaces
          const { admin, first, id, organization, second, site } = yield* sited
          const mine = as(admin)
          const kept = Effect.gen(function* () {
            const { siteSpaces: each } = yield* (yield* Effect.provide(
              Customizations.CustomizationReader,
              Customizations.CustomizationReader.layer
            )).readCustomizations(organization, site)
            return [...each.keys()]
          })
          const choose = (siteSpace: string) =>
            mine(settings.patchOfSiteSpace(organization, site, siteSpace, { title: "Own" }))
          yield* mine(settings.put(organization, site, { title: "Site" }))
          yield* Effect.forEach([first, second], choose)
          yield* mine(siteSpaces.remove(organization, site, first))
          assert.deepStrictEqual(yield* kept, [second])
          const again = yield* mine(siteSpaces.create(organization, site, { spaceId: id }))
          assert.deepInclude(yield* mine(settings.getOfSiteSpace(organization, site, again.id)), {
            title: "Site",
            hasOverrides: false
          })
          const section = yield* mine(sections.create(organization, site, { spaceId: id }))
          const [inside = ""] = section.siteSpaces.map((each) => each.id)
          yield* Effect.forEach([inside, again.id], choose)
          assert.sameMembers(yield* kept, [second, inside, again.id])
          yield* mine(sections.remove(organization, site, section.id))
          assert.sameMembers(yield* kept, [second, again.id])
          yield* mine(spaces.remove(id))
          assert.sameMembers(yield* kept, [second, again.id])
          yield* TestClock.adjust("8 days")
          yield* asSystem(Effect.flatMap(Purge.Purge, (purge) => purge.expiredContent()))
          assert.deepStrictEqual(yield* kept, [second])
        })
    )

    it.effect("deletes them with the site", () =>
      Effect.gen(function* () {
        const settings = yield* Customizations.Customizations
        const sites = yield* Sites.Sites
        const { admin, first, organization, site } = yield* sited
        yield* as(admin)(settings.put(organization, site, { title: "Site" }))
        yield* as(admin)(settings.patchOfSiteSpace(organization, site, first, { title: "Space" }))
        yield* as(admin)(sites.remove(organization, site))
        const left = yield* (yield* Effect.provide(
          Customizations.CustomizationReader,
          Customizations.CustomizationReader.layer
        )).readCustomizations(organization, site)
        assert.deepStrictEqual(left, { site: Customization.defaults, siteSpaces: new Map() })
      })
    )
  })
}
