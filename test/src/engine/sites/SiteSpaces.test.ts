import { assert, layer } from "@effect/vitest"
import {
  PublishedSites,
  SiteArrangement,
  SiteSectionGroups,
  SiteSections,
  SiteSpaces,
  Sites,
  type SpaceId,
  Spaces
} from "@quire/core"
import { SiteAccess, SiteStructureEdits, SiteStructures } from "@quire/core/internal"
import { Effect, Result } from "effect"
import { as, engines } from "../../support/engine.ts"
import { siteOf, spacesIn, structureOf, tagOf } from "../../support/sites.ts"
import { found } from "../../support/world.ts"

const page = { limit: 50 }

/** A flat site of `One` and `Two`, and a space `Three` that is on none. */
const flat = Effect.gen(function* () {
  const siteSpaces = yield* SiteSpaces.SiteSpaces
  const world = yield* found
  const { organization } = world
  const mine = as(world.admin)
  const [one = "", two = "", three = ""] = yield* spacesIn(world, "One", "Two", "Three")
  const { id } = yield* siteOf(world, [one as SpaceId, two as SpaceId])
  const { items } = yield* mine(siteSpaces.list(organization, id, page))
  const titles = Effect.map(mine(siteSpaces.list(organization, id, page)), (list) =>
    list.items.map(({ title }) => title)
  )
  return {
    id,
    mine,
    first: items[0]!.id,
    second: items[1]!.id,
    one: one as SpaceId,
    two: two as SpaceId,
    three: three as SpaceId,
    organization,
    siteSpaces,
    titles,
    world
  }
})

for (const [name, engine] of engines(import.meta.url)) {
  layer(engine)(`site-spaces on ${name}`, (it) => {
    it.effect("adds a space once to each section, and removes it (rules site-space-once and site-last-space)", () =>
      Effect.gen(function* () {
        const { first, id, mine, one, organization, second, siteSpaces, three, titles, two } = yield* flat
        const sections = yield* SiteSections.SiteSections
        const sites = yield* Sites.Sites
        const made = yield* mine(siteSpaces.create(organization, id, { spaceId: three }))
        assert.deepStrictEqual([made.section, made.default, made.path], [undefined, false, "three"])
        assert.strictEqual(
          yield* tagOf(mine(siteSpaces.create(organization, id, { spaceId: three }))),
          "SpaceAlreadyThere"
        )
        assert.deepStrictEqual(yield* titles, ["One", "Two", "Three"])
        const section = yield* mine(sections.create(organization, id, { spaceId: one, title: "Again" }))
        assert.strictEqual((yield* mine(sites.get(organization, id))).siteSpaces, 4)
        assert.isTrue(yield* mine(siteSpaces.remove(organization, id, first)))
        assert.isFalse(yield* mine(siteSpaces.remove(organization, id, first)))
        const spaces = yield* Spaces.Spaces
        assert.strictEqual((yield* mine(spaces.get(one))).title, "One")
        assert.isTrue(yield* mine(siteSpaces.remove(organization, id, section.siteSpaces[0]!.id)))
        const { items } = yield* mine(sections.list(organization, id, page))
        assert.deepStrictEqual(
          items.map((each) => [each.default, each.siteSpaces.map(({ id: own }) => own)]),
          [[true, [second, made.id]]]
        )
        assert.strictEqual(
          yield* tagOf(mine(siteSpaces.create(organization, id, { spaceId: two }))),
          "SpaceAlreadyThere"
        )
      })
    )

    it.effect("replaces a space without changing its position (rule site-space-swap)", () =>
      Effect.gen(function* () {
        const { first, id, mine, one, organization, siteSpaces, three, two } = yield* flat
        const sites = yield* Sites.Sites
        yield* mine(siteSpaces.update(organization, id, first, { condition: "true", path: "begin" }))
        const swapped = yield* mine(siteSpaces.update(organization, id, first, { spaceId: three }))
        assert.deepInclude(swapped, { id: first, path: "begin", condition: "true", title: "Three", default: true })
        const withSpace = (space: string) =>
          Effect.map(mine(sites.list(organization, { ...page, space })), ({ count }) => count)
        assert.deepStrictEqual([yield* withSpace(one), yield* withSpace(three)], [0, 1])
        const taken = siteSpaces.update(organization, id, first, { spaceId: two })
        assert.strictEqual(yield* tagOf(mine(taken)), "SpaceAlreadyThere")
        const absent = siteSpaces.update(organization, id, first, { spaceId: "nosuch" as SpaceId })
        assert.strictEqual(yield* tagOf(mine(absent)), "ReferenceNotFound")
      })
    )

    it.effect("shows only spaces that the caller may view, with an exact count (rule site-space-hidden)", () =>
      Effect.gen(function* () {
        const { first, id, mine, one, organization, siteSpaces, world } = yield* flat
        const arrangement = yield* SiteArrangement.SiteArrangement
        const sections = yield* SiteSections.SiteSections
        const spaces = yield* Spaces.Spaces
        yield* mine(spaces.update(one, { defaultLevel: null }))
        const listed = (who: typeof world.admin, filter: object = {}) =>
          Effect.map(as(who)(siteSpaces.list(organization, id, { ...page, ...filter })), ({ count, items }) => [
            count,
            ...items.map(({ space, title }) => [title, space.permissions.admin])
          ])
        assert.deepStrictEqual(yield* listed(world.admin), [2, ["One", true], ["Two", true]])
        assert.deepStrictEqual(yield* listed(world.reader), [1, ["Two", false]])
        assert.deepStrictEqual(yield* listed(world.reader, { default: true }), [0])
        assert.deepStrictEqual(yield* listed(world.admin, { default: true }), [1, ["One", true]])
        assert.deepStrictEqual(yield* listed(world.admin, { default: false }), [1, ["Two", true]])
        const { structure } = yield* as(world.reader)(arrangement.get(organization, id))
        assert.deepStrictEqual(
          structure.map(({ title }) => title),
          ["Two"]
        )
        const closed = yield* mine(sections.create(organization, id, { spaceId: one, title: "Closed" }))
        const groups = yield* SiteSectionGroups.SiteSectionGroups
        const group = yield* mine(groups.create(organization, id, { title: "Group", sections: [closed.id] }))
        const told = <A extends { readonly id: string }, E extends { readonly _tag: string }, R>(
          self: Effect.Effect<A, E, R>
        ) => Effect.match(self, { onFailure: ({ _tag }): string => _tag, onSuccess: ({ id }): string => id })
        const got = (who: typeof world.admin) =>
          Effect.all([
            told(siteSpaces.get(organization, id, first)),
            told(sections.get(organization, id, closed.id)),
            told(groups.get(organization, id, group.id))
          ]).pipe(as(who))
        assert.deepStrictEqual(yield* got(world.admin), [first, closed.id, group.id])
        const absent = ["SiteSpaceNotFound", "SiteSectionNotFound", "SiteSectionGroupNotFound"]
        assert.deepStrictEqual(yield* got(world.reader), absent)
        const seenBy = (who: typeof world.admin) =>
          Effect.gen(function* () {
            const sites = yield* Sites.Sites
            const published = yield* PublishedSites.PublishedSites
            const { count, items } = yield* sections.list(organization, id, page)
            const { structure } = yield* arrangement.get(organization, id)
            const [listed] = (yield* sites.list(organization, page)).items
            const profile = yield* published.get(organization, id)
            return {
              sections: [count, ...items.map(({ siteSpaces, title }) => [title, siteSpaces.length])],
              structure: [structure, profile.structure.structure].map((each) => each.map(({ title }) => title)),
              siteSpaces: [(yield* sites.get(organization, id)).siteSpaces, listed?.siteSpaces, profile.site.siteSpaces]
            }
          }).pipe(as(who))
        assert.deepStrictEqual(yield* seenBy(world.reader), {
          sections: [1, ["Docs", 1]],
          structure: [["Docs"], ["Docs"]],
          siteSpaces: [1, 1, 1]
        })
        assert.deepStrictEqual(yield* seenBy(world.admin), {
          sections: [2, ["Docs", 2], ["Closed", 1]],
          structure: [
            ["Docs", "Group"],
            ["Docs", "Group"]
          ],
          siteSpaces: [3, 3, 3]
        })
        assert.isTrue(yield* mine(siteSpaces.remove(organization, id, first)))
      })
    )

    it.effect("hides them while their space is deleted (rule site-deleted-space)", () =>
      Effect.gen(function* () {
        const { first, id, mine, one, organization, second, siteSpaces, titles } = yield* flat
        const access = yield* SiteAccess.SiteAccess
        const structures = yield* SiteStructures.SiteStructures
        const hide = (isHidden: boolean) =>
          mine(
            access.withSite(organization, id, ({ row }) =>
              structures.edit(row, (self) =>
                Result.succeed(SiteStructureEdits.setHidden(self, new Set([one]), isHidden))
              )
            )
          )
        yield* hide(true)
        assert.deepStrictEqual(yield* titles, ["Two"])
        const update = siteSpaces.update(organization, id, first, { path: "begin" })
        assert.strictEqual(yield* tagOf(mine(update)), "SiteSpaceNotFound")
        assert.isFalse(yield* mine(siteSpaces.remove(organization, id, first)))
        yield* hide(false)
        assert.deepStrictEqual(yield* titles, ["One", "Two"])
        assert.strictEqual((yield* structureOf(id)).root.defaultSiteSpace, second)
      })
    )

    it.effect("has unique paths, and moves among siblings (rules site-path and site-order)", () =>
      Effect.gen(function* () {
        const { first, id, mine, organization, second, siteSpaces, titles, world } = yield* flat
        const taken = siteSpaces.update(organization, id, first, { path: "TWO" })
        assert.strictEqual(yield* tagOf(mine(taken)), "SitePathTaken")
        const wrong = siteSpaces.update(organization, id, first, { condition: "1 +" })
        assert.strictEqual(yield* tagOf(mine(wrong)), "InputInvalid")
        const swap = { position: { after: { type: "site-space", siteSpace: second } } } as const
        const moved = yield* mine(siteSpaces.move(organization, id, first, swap))
        assert.deepStrictEqual([moved.default, yield* titles], [true, ["Two", "One"]])
        assert.strictEqual(yield* tagOf(mine(siteSpaces.move(organization, id, first, {}))), "NothingChanged")
        const none = siteSpaces.move(organization, id, first, { position: {} })
        assert.strictEqual(yield* tagOf(mine(none)), "MoveInvalid")
        assert.strictEqual(yield* tagOf(as(world.creator)(siteSpaces.move(organization, id, second, {}))), "Forbidden")
      })
    )
  })
}
