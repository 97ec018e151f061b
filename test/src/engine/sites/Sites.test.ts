import { assert, layer } from "@effect/vitest"
import { Grants, Organizations, Sites, type SpaceId, Spaces } from "@quire/core"
import { SiteStructure } from "@quire/core/internal"
import { Effect } from "effect"
import { as, engines } from "../../support/engine.ts"
import { siteOf, spacesIn, structureOf, tagOf } from "../../support/sites.ts"
import { found, type World } from "../../support/world.ts"

for (const [name, engine] of engines(import.meta.url)) {
  layer(engine)(`sites on ${name}`, (it) => {
    it.effect("creates one from spaces in order, unpublished (rules site-create and site-basename)", () =>
      Effect.gen(function* () {
        const sites = yield* Sites.Sites
        const world = yield* found
        const spaces = yield* spacesIn(world, "Guide", "Guide", "API")
        const made = yield* siteOf(world, spaces)
        assert.deepInclude(made, {
          type: "basic",
          title: "Docs",
          basename: "docs",
          visibility: "public",
          published: false,
          siteSpaces: 3
        })
        assert.isUndefined(made.urls.published)
        const { root } = yield* structureOf(made.id)
        assert.deepStrictEqual(
          root.siteSpaces.map(({ path, space }) => [space, path]),
          [
            [spaces[0], "guide"],
            [spaces[1], "guide-2"],
            [spaces[2], "api"]
          ]
        )
        assert.strictEqual(root.defaultSiteSpace, root.siteSpaces[0]?.id)
        assert.strictEqual((yield* siteOf(world, [])).basename, "docs-2")
        const untitled = yield* as(world.creator)(sites.create(world.organization, { spaces: "sample" }))
        assert.deepInclude(untitled, { title: "Untitled site", basename: "untitled-site", siteSpaces: 1 })
      })
    )

    it.effect(
      "lets administrators change them, and creators create and delete them (rules site-who and site-space-who)",
      () =>
        Effect.gen(function* () {
          const sites = yield* Sites.Sites
          const world = yield* found
          const [space = ""] = yield* spacesIn(world, "Guide")
          const { id } = yield* siteOf(world, [])
          const { organization } = world
          assert.strictEqual(yield* tagOf(as(world.editor)(sites.create(organization, {}))), "Forbidden")
          assert.strictEqual(
            yield* tagOf(as(world.creator)(sites.update(organization, id, { title: "New" }))),
            "Forbidden"
          )
          assert.strictEqual(yield* tagOf(as(world.creator)(sites.publish(organization, id))), "Forbidden")
          assert.strictEqual((yield* as(world.reader)(sites.get(organization, id))).title, "Docs")
          assert.strictEqual(yield* tagOf(as(world.guest)(sites.get(organization, id))), "SiteNotFound")
          assert.strictEqual(yield* tagOf(as(world.stranger)(sites.get(organization, id))), "SiteNotFound")
          const other = (yield* as(world.admin)(
            Effect.flatMap(Organizations.Organizations, (organizations) => organizations.create({ title: "Other" }))
          )).id
          assert.strictEqual(yield* tagOf(as(world.admin)(sites.get(other, id))), "SiteNotFound")
          const reading = yield* Grants.Grants
          yield* as(world.admin)(reading.invite({ kind: "space", id: space }, { users: [world.creator], role: "read" }))
          const given = { spaces: [space as SpaceId] }
          assert.strictEqual(yield* tagOf(as(world.creator)(sites.create(organization, given))), "Forbidden")
          assert.isTrue(yield* as(world.creator)(sites.remove(organization, id)))
          assert.isFalse(yield* as(world.creator)(sites.remove(organization, id)))
        })
    )

    it.effect(
      "gives their spaces a visibility and an address while published (rules site-publish, site-address and space-visibility)",
      () =>
        Effect.gen(function* () {
          const sites = yield* Sites.Sites
          const spaces = yield* Spaces.Spaces
          const world = yield* found
          const { organization } = world
          const mine = as(world.admin)
          const [one = "", two = ""] = yield* spacesIn(world, "One", "Two")
          const { id } = yield* siteOf(world, [one as SpaceId, two as SpaceId])
          const second = yield* siteOf(world, [two as SpaceId], "Second")
          assert.strictEqual((yield* mine(spaces.get(one))).visibility, "private")
          const published = yield* mine(sites.publish(organization, id))
          const url = published.urls.published ?? ""
          assert.match(url, new RegExp(`/sites/${organization}/docs/$`))
          assert.deepInclude((yield* mine(spaces.get(one))).urls, { published: url, public: url })
          assert.strictEqual((yield* mine(spaces.get(two))).urls.published, `${url}two/`)
          yield* mine(sites.update(organization, id, { visibility: "unlisted" }))
          assert.strictEqual((yield* mine(spaces.get(two))).visibility, "unlisted")
          assert.isUndefined((yield* mine(spaces.get(two))).urls.public)
          yield* mine(sites.publish(organization, second.id))
          const both = yield* mine(spaces.get(two))
          assert.strictEqual(both.visibility, "public")
          assert.strictEqual(both.urls.published, `${url}two/`)
          const proxied = yield* mine(sites.update(organization, id, { proxy: "example.com/help" }))
          assert.deepStrictEqual(proxied.proxy, { origin: "example.com/help", target: url })
          assert.strictEqual(proxied.urls.published, "https://example.com/help/")
          yield* mine(sites.update(organization, second.id, { visibility: "visitor-auth" }))
          assert.deepInclude(yield* mine(spaces.get(two)), {
            visibility: "unlisted",
            visitorAuth: { backend: "custom" }
          })
          assert.isUndefined((yield* mine(spaces.get(one))).visitorAuth)
          yield* mine(sites.unpublish(organization, id))
          assert.strictEqual((yield* mine(spaces.get(two))).visibility, "visitor-auth")
          yield* mine(sites.unpublish(organization, second.id))
          const { visibility, visitorAuth } = yield* mine(spaces.get(two))
          assert.deepStrictEqual([visibility, visitorAuth], ["private", undefined])
        })
    )

    it.effect("deletes grants with the site and keeps its spaces (rule site-who)", () =>
      Effect.gen(function* () {
        const sites = yield* Sites.Sites
        const spaces = yield* Spaces.Spaces
        const world = yield* found
        const mine = as(world.admin)
        const [one = ""] = yield* spacesIn(world, "One")
        const { id } = yield* siteOf(world, [one as SpaceId])
        assert.isTrue(yield* mine(sites.remove(world.organization, id)))
        assert.strictEqual((yield* mine(spaces.get(one))).title, "One")
        assert.deepStrictEqual((yield* mine(sites.list(world.organization, { limit: 10 }))).items, [])
        yield* mine(spaces.remove(one))
        yield* mine(spaces.restore(one))
      })
    )

    it.effect("lists them by title, type, space and published state (rule site-list)", () =>
      Effect.gen(function* () {
        const sites = yield* Sites.Sites
        const world = yield* found
        const { organization } = world
        const mine = as(world.admin)
        const [one = ""] = yield* spacesIn(world, "One")
        const a = yield* siteOf(world, [one as SpaceId], "Alpha")
        const b = yield* mine(sites.create(organization, { title: "Beta", type: "premium" }))
        yield* mine(sites.publish(organization, b.id))
        const titles = (who: World["admin"], filter: Parameters<typeof sites.list>[1]) =>
          Effect.map(as(who)(sites.list(organization, filter)), ({ count, items }) => [
            count,
            ...items.map(({ title }) => title)
          ])
        const page = { limit: 10 }
        assert.deepStrictEqual(yield* titles(world.reader, page), [2, "Alpha", "Beta"])
        assert.deepStrictEqual(yield* titles(world.reader, { ...page, title: "ALP" }), [1, "Alpha"])
        assert.deepStrictEqual(yield* titles(world.reader, { ...page, published: true }), [1, "Beta"])
        assert.deepStrictEqual(yield* titles(world.reader, { ...page, type: ["basic"] }), [1, "Alpha"])
        assert.deepStrictEqual(yield* titles(world.reader, { ...page, space: one }), [1, "Alpha"])
        assert.deepStrictEqual(yield* titles(world.guest, page), [0])
        assert.deepStrictEqual(yield* titles(world.guest, { ...page, space: one }), [0])
        yield* mine(Effect.flatMap(Spaces.Spaces, (spaces) => spaces.update(one, { defaultLevel: null })))
        assert.deepStrictEqual(yield* titles(world.reader, { ...page, space: one }), [0])
        const first = yield* as(world.reader)(sites.list(organization, { limit: 1 }))
        const rest = yield* as(world.reader)(sites.list(organization, { limit: 1, page: first.next?.page ?? "" }))
        assert.deepStrictEqual(
          [...first.items, ...rest.items].map(({ id }) => id),
          [a.id, b.id]
        )
      })
    )

    it.effect("sets the defaults and rejects what is not on the site (rule site-defaults)", () =>
      Effect.gen(function* () {
        const sites = yield* Sites.Sites
        const world = yield* found
        const { organization } = world
        const mine = as(world.admin)
        const spaces = yield* spacesIn(world, "One", "Two")
        const { id } = yield* siteOf(world, spaces)
        const [, at] = SiteStructure.listSiteSpaces(yield* structureOf(id))
        const second = (yield* Effect.fromNullishOr(at)).siteSpace.id
        yield* mine(sites.update(organization, id, { defaultSiteSpace: second }))
        assert.strictEqual((yield* structureOf(id)).root.defaultSiteSpace, second)
        const other = yield* siteOf(world, [], "Other")
        const strange = sites.update(organization, other.id, { defaultSiteSpace: second })
        assert.strictEqual(yield* tagOf(mine(strange)), "ReferenceNotFound")
        const taken = sites.update(organization, other.id, { basename: "DOCS" })
        assert.strictEqual(yield* tagOf(mine(taken)), "BasenameTaken")
        assert.isNull((yield* structureOf(id)).defaultSection)
        const off = yield* mine(sites.get(organization, id))
        assert.isUndefined(off.adaptiveContent, "conditions see no claims then (rule site-adaptive)")
      })
    )
  })
}
