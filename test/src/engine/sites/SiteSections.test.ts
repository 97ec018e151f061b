import { assert, layer } from "@effect/vitest"
import { SiteArrangement, SiteSectionGroups, SiteSections, SiteSpaces, Sites, Spaces } from "@quire/core"
import { Effect } from "effect"
import { as, engines } from "../../support/engine.ts"
import { siteOf, spacesIn, structureOf, tagOf } from "../../support/sites.ts"
import { found } from "../../support/world.ts"

const page = { limit: 50 }

/** A site of one space with the additional sections `API` and `Blog`. */
const sectioned = Effect.gen(function* () {
  const sections = yield* SiteSections.SiteSections
  const world = yield* found
  const [guide = "", ...others] = yield* spacesIn(world, "Guide", "API", "Blog")
  const { id } = yield* siteOf(world, [guide as never])
  const mine = as(world.admin)
  const made = yield* Effect.forEach(others, (spaceId) => mine(sections.create(world.organization, id, { spaceId })))
  return { world, organization: world.organization, id, mine, guide, sections, api: made[0]!, blog: made[1]! }
})

for (const [name, engine] of engines(import.meta.url)) {
  layer(engine)(`sections of sites on ${name}`, (it) => {
    it.effect("converts a flat site, which is flat again when the last one is removed (rule site-flat)", () =>
      Effect.gen(function* () {
        const { api, blog, id, mine, organization, sections } = yield* sectioned
        const { count, items } = yield* mine(sections.list(organization, id, page))
        assert.deepStrictEqual(
          [count, items.map((each) => [each.title, each.default, each.siteSpaces.map(({ title }) => title)])],
          [
            3,
            [
              ["Docs", true, ["Guide"]],
              ["API", false, ["API"]],
              ["Blog", false, ["Blog"]]
            ]
          ]
        )
        const [docs] = items
        assert.isTrue(yield* mine(sections.remove(organization, id, docs!.id)))
        assert.isFalse(yield* mine(sections.remove(organization, id, docs!.id)))
        const next = yield* mine(sections.list(organization, id, page))
        assert.deepStrictEqual(
          next.items.map((each) => [each.id, each.default]),
          [
            [api.id, true],
            [blog.id, false]
          ]
        )
        assert.isTrue(yield* mine(sections.remove(organization, id, blog.id)))
        assert.isTrue(yield* mine(sections.remove(organization, id, api.id)))
        const arrangement = yield* SiteArrangement.SiteArrangement
        const flat = yield* mine(arrangement.get(organization, id))
        assert.strictEqual(flat.type, "siteSpaces")
        assert.deepStrictEqual(
          flat.structure.map((each) => [each.object, each.title]),
          [["site-space", "API"]]
        )
        const sites = yield* Sites.Sites
        assert.strictEqual((yield* mine(sites.get(organization, id))).siteSpaces, 1)
      })
    )

    it.effect("uses the title of the space unless a title is set (rule site-section-title)", () =>
      Effect.gen(function* () {
        const sections = yield* SiteSections.SiteSections
        const world = yield* found
        const { organization } = world
        const mine = as(world.admin)
        const [short = "", long = ""] = yield* spacesIn(world, "x", "Guide")
        const { id } = yield* siteOf(world, [])
        const named = (spaceId: string, title?: string | null) =>
          Effect.map(
            mine(
              sections.create(organization, id, {
                spaceId: spaceId as never,
                ...(title === undefined ? {} : { title })
              })
            ),
            ({ path, title }) => [title, path]
          )
        assert.deepStrictEqual(yield* named(short), ["Untitled", "untitled"])
        assert.deepStrictEqual(yield* named(long), ["Guide", "guide"])
        assert.deepStrictEqual(yield* named(long, null), ["Guide", "guide-2"])
        assert.deepStrictEqual(yield* named(long, "API"), ["API", "api"])
      })
    )

    it.effect("changes them and keeps their paths unique (rules site-path and site-condition)", () =>
      Effect.gen(function* () {
        const { api, id, mine, organization, sections } = yield* sectioned
        const change = (given: Parameters<typeof sections.update>[3]) =>
          mine(sections.update(organization, id, api.id, given))
        const changed = yield* change({
          title: "Reference",
          path: "ref",
          condition: "visitor.claims.isCustomer",
          icon: "book",
          description: "All of it"
        })
        assert.deepInclude(changed, {
          title: "Reference",
          path: "ref",
          condition: "visitor.claims.isCustomer",
          icon: "book",
          description: "All of it"
        })
        const bare = yield* change({ condition: null, icon: null, description: "" })
        assert.deepStrictEqual([bare.condition, bare.icon, bare.description], [undefined, undefined, undefined])
        assert.strictEqual(yield* tagOf(change({ path: "blog" })), "SitePathTaken")
        assert.strictEqual(yield* tagOf(change({ condition: "while (true) {}" })), "InputInvalid")
        assert.strictEqual(yield* tagOf(change({ defaultSiteSpace: "nosuch" as never })), "ReferenceNotFound")
        const structure = yield* structureOf(id)
        assert.deepInclude(structure.items[1], { formerPaths: ["api"] })
      })
    )

    it.effect("has one default, and addresses while the site is published (rule site-defaults)", () =>
      Effect.gen(function* () {
        const { api, id, mine, organization, sections, world } = yield* sectioned
        const siteSpaces = yield* SiteSpaces.SiteSpaces
        const sites = yield* Sites.Sites
        const [more = ""] = yield* spacesIn(world, "Old API")
        const old = yield* mine(siteSpaces.create(organization, id, { spaceId: more as never, sectionId: api.id }))
        assert.deepStrictEqual([old.section, old.default, old.urls.published], [api.id, false, undefined])
        yield* mine(sections.update(organization, id, api.id, { defaultSiteSpace: old.id }))
        const url = (yield* mine(sites.publish(organization, id))).urls.published ?? ""
        const { items } = yield* mine(sections.list(organization, id, page))
        assert.deepStrictEqual(
          items.map(({ siteSpaces: own, urls }) => [urls.published, ...own.map((each) => each.urls.published)]),
          [
            [url, url],
            [`${url}api/`, `${url}api/api/`, `${url}api/`],
            [`${url}blog/`, `${url}blog/`]
          ]
        )
      })
    )

    it.effect("moves them next to each other, into groups and out of them (rule site-order)", () =>
      Effect.gen(function* () {
        const { api, blog, id, mine, organization, sections } = yield* sectioned
        const groups = yield* SiteSectionGroups.SiteSectionGroups
        const group = yield* mine(groups.create(organization, id, { title: "More", sections: [api.id] }))
        const into = yield* mine(
          sections.move(organization, id, blog.id, {
            position: { before: { type: "site-section", siteSection: api.id } }
          })
        )
        assert.strictEqual(into.sectionGroup, group.id)
        const arrangement = yield* SiteArrangement.SiteArrangement
        const out = yield* mine(
          arrangement.sort(organization, id, {
            item: { type: "site-section", id: api.id },
            position: { before: { type: "site-section-group", id: group.id } }
          })
        )
        assert.isUndefined(out.object === "site-section" ? out.sectionGroup : "")
        const { structure } = yield* mine(arrangement.get(organization, id))
        assert.deepStrictEqual(
          structure.map((each) => [
            each.title,
            ...(each.object === "site-section-group" ? each.sections : []).map(({ title }) => title)
          ]),
          [["Docs"], ["API"], ["More", "Blog"]]
        )
        const again = sections.move(organization, id, blog.id, {})
        assert.isUndefined((yield* mine(again)).sectionGroup)
        assert.strictEqual(yield* tagOf(mine(again)), "NothingChanged")
        const two = { type: "site-section", siteSection: api.id } as const
        const both = sections.move(organization, id, blog.id, { position: { before: two, after: two } })
        assert.strictEqual(yield* tagOf(mine(both)), "MoveInvalid")
        const strange = sections.move(organization, "nosuch", blog.id, {})
        assert.strictEqual(yield* tagOf(mine(strange)), "SiteNotFound")
      })
    )

    it.effect("lets administrators change them, and everyone with a role see them (rule site-who)", () =>
      Effect.gen(function* () {
        const { api, id, organization, sections, world } = yield* sectioned
        const update = sections.update(organization, id, api.id, { title: "Mine" })
        assert.strictEqual(yield* tagOf(as(world.creator)(update)), "Forbidden")
        assert.strictEqual(yield* tagOf(as(world.guest)(update)), "SiteNotFound")
        assert.strictEqual((yield* as(world.reader)(sections.list(organization, id, page))).count, 3)
        assert.strictEqual(yield* tagOf(as(world.guest)(sections.list(organization, id, page))), "SiteNotFound")
      })
    )

    it.effect("lists them in pages that concurrent changes do not disturb (rule list-cursor)", () =>
      Effect.gen(function* () {
        const sections = yield* SiteSections.SiteSections
        const world = yield* found
        const { organization } = world
        const mine = as(world.admin)
        const [spaceId = ""] = yield* spacesIn(world, "Guide")
        const { id } = yield* siteOf(world, [])
        const titles = Array.from({ length: 8 }, (_, at) => `Section ${at}`)
        const made = yield* Effect.forEach(titles, (title) =>
          mine(sections.create(organization, id, { spaceId: spaceId as never, title }))
        )
        const first = yield* mine(sections.list(organization, id, { limit: 4 }))
        for (const at of [0, 3, 5]) yield* mine(sections.remove(organization, id, made[at]!.id))
        yield* mine(
          sections.move(organization, id, made[7]!.id, {
            position: { before: { type: "site-section", siteSection: made[6]!.id } }
          })
        )
        const rest = yield* mine(sections.list(organization, id, { limit: 4, page: first.next?.page ?? "" }))
        assert.deepStrictEqual(
          [rest.count, rest.items.map(({ title }) => title), rest.next],
          [8, ["Section 4", "Section 7", "Section 6"], undefined]
        )
        const spaces = yield* Spaces.Spaces
        assert.strictEqual((yield* mine(spaces.get(spaceId))).title, "Guide")
      })
    )
  })
}
