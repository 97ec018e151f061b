import { assert, layer } from "@effect/vitest"
import {
  type CollectionId,
  Collections,
  Duplication,
  Organizations,
  Placements,
  Purge,
  type SiteId,
  Sites,
  type SpaceId,
  Spaces
} from "@quire/core"
import { Placement, SiteStructure, SiteStructures } from "@quire/core/internal"
import { Effect, Result } from "effect"
import { TestClock } from "effect/testing"
import { as, asSystem, engines } from "../../support/engine.ts"
import { found, type World } from "../../support/world.ts"

const services = Effect.gen(function* () {
  const world = yield* found
  return {
    world,
    organization: world.organization,
    admin: as(world.admin),
    spaces: yield* Spaces.Spaces,
    collections: yield* Collections.Collections,
    sites: yield* Sites.Sites
  }
})

const spaceIn = (world: World, title: string, parent?: CollectionId) =>
  Effect.gen(function* () {
    const spaces = yield* Spaces.Spaces
    const { id } = yield* as(world.admin)(spaces.create(world.organization, { title }))
    if (parent !== undefined) yield* as(world.admin)(spaces.move(id, { parent }))
    return id
  })

const structureOf = (site: SiteId) =>
  Effect.map(
    Effect.flatMap(SiteStructures.SiteStructures, (structures) => structures.load(site)),
    ({ value }) => value
  )

/** The spaces that a site shows, the default first. */
const shownOn = (site: SiteId) =>
  Effect.map(structureOf(site), (structure) =>
    SiteStructure.listSiteSpaces(structure)
      .filter(({ siteSpace }) => !siteSpace.isHidden)
      .toSorted((left, right) => Number(right.isDefault) - Number(left.isDefault))
      .map(({ siteSpace }) => siteSpace.space)
  )

const tagOf = <A, E extends { readonly _tag: string }, R>(self: Effect.Effect<A, E, R>) =>
  Effect.map(Effect.result(self), (result) => (Result.isFailure(result) ? result.failure._tag : "Success"))

const placementOf = (id: string) =>
  Effect.flatMap(Placements.Placements, ({ placements }) =>
    Effect.map(placements.getMany([id]), (rows) => rows.get(id)?.value)
  )

for (const [name, engine] of engines(import.meta.url)) {
  layer(engine)(`spaces that are on sites, on ${name}`, (it) => {
    it.effect("hides deleted ones, which are not the default when they are restored (rule site-deleted-space)", () =>
      Effect.gen(function* () {
        const { admin, organization, sites, spaces, world } = yield* services
        const [one, two] = [yield* spaceIn(world, "One"), yield* spaceIn(world, "Two")]
        const { id } = yield* admin(sites.create(organization, { spaces: [one, two] }))
        yield* admin(spaces.remove(one))
        assert.deepStrictEqual(yield* shownOn(id), [two])
        assert.strictEqual((yield* admin(sites.get(organization, id))).siteSpaces, 1)
        yield* admin(spaces.remove(two))
        assert.strictEqual((yield* admin(sites.get(organization, id))).siteSpaces, 0)
        yield* admin(spaces.restore(two))
        yield* admin(spaces.restore(one))
        assert.deepStrictEqual(yield* shownOn(id), [two, one])
        assert.strictEqual((yield* admin(sites.get(organization, id))).siteSpaces, 2)
      })
    )

    it.effect(
      "keeps them when their collection is deleted, with access inherited from above it (rule collection-delete)",
      () =>
        Effect.gen(function* () {
          const { admin, collections, organization, sites, spaces, world } = yield* services
          const top = yield* admin(collections.create(organization, { title: "top" }))
          const shelf = yield* admin(collections.create(organization, { title: "shelf", parent: top.id }))
          const inner = yield* admin(collections.create(organization, { title: "inner", parent: shelf.id }))
          yield* admin(collections.update(shelf.id, { defaultLevel: "comment" }))
          yield* admin(collections.update(top.id, { defaultLevel: "edit" }))
          const neighbor = yield* spaceIn(world, "neighbor", top.id)
          const plain = yield* spaceIn(world, "plain", inner.id)
          const deep = yield* spaceIn(world, "deep", inner.id)
          const flat = yield* spaceIn(world, "flat", shelf.id)
          const gone = yield* spaceIn(world, "gone", shelf.id)
          const { id } = yield* admin(sites.create(organization, { spaces: [flat, deep, gone] }))
          yield* admin(spaces.remove(gone))
          yield* admin(collections.remove(shelf.id))
          const { items } = yield* admin(spaces.listIn(top.id, { limit: 9 }))
          assert.deepStrictEqual(
            items.map((each) => each.id),
            [neighbor, deep, flat]
          )
          assert.deepStrictEqual(yield* shownOn(id), [flat, deep])
          assert.strictEqual((yield* admin(spaces.list(organization, { limit: 9 }))).count, 3)
          const roles = yield* as(world.reader)(spaces.get(deep))
          assert.isTrue(roles.permissions.edit, "from the collection above")
          yield* admin(collections.restore(shelf.id))
          assert.deepInclude(yield* admin(spaces.get(deep)), { parent: top.id })
          assert.deepInclude(yield* admin(spaces.get(plain)), { parent: inner.id })
          yield* admin(spaces.restore(gone))
          assert.deepStrictEqual(yield* shownOn(id), [flat, deep, gone])
          yield* admin(collections.remove(top.id))
          assert.isUndefined((yield* admin(spaces.get(deep))).parent)
          assert.strictEqual((yield* Effect.fromNullishOr(yield* placementOf(deep))).accessDefault, "member")
        })
    )

    it.effect("deletes them when they are purged (rule site-deleted-space)", () =>
      Effect.gen(function* () {
        const { admin, organization, sites, spaces, world } = yield* services
        const purge = yield* Purge.Purge
        const [one, two] = [yield* spaceIn(world, "One"), yield* spaceIn(world, "Two")]
        const { id } = yield* admin(sites.create(organization, { spaces: [one, two] }))
        yield* admin(spaces.remove(one))
        yield* TestClock.adjust(Placement.limits.restoreMilliseconds)
        yield* asSystem(purge.expiredContent())
        const { root } = yield* structureOf(id)
        assert.deepStrictEqual(
          root.siteSpaces.map(({ space }) => space),
          [two]
        )
        assert.strictEqual((yield* admin(sites.get(organization, id))).siteSpaces, 1)
        assert.isTrue(yield* admin(sites.remove(organization, id)))
      })
    )

    it.effect("refuses to transfer them, alone or in a collection (rule space-transfer)", () =>
      Effect.gen(function* () {
        const { admin, collections, organization, sites, spaces, world } = yield* services
        const organizations = yield* Organizations.Organizations
        const { id: other } = yield* admin(organizations.create({ title: "Other" }))
        const shelf = yield* admin(collections.create(organization, { title: "shelf" }))
        const one = yield* spaceIn(world, "One", shelf.id)
        const { id } = yield* admin(sites.create(organization, { spaces: [one] }))
        const alone = yield* Effect.flip(admin(spaces.transfer(one, { organization: other })))
        assert.deepInclude(alone, { _tag: "SpacesOnSites", sites: [id] })
        assert.include(alone.message, id)
        assert.strictEqual(
          yield* tagOf(admin(collections.transfer(shelf.id, { organization: other }))),
          "SpacesOnSites"
        )
        yield* admin(spaces.remove(one))
        yield* admin(collections.transfer(shelf.id, { organization: other }))
        assert.strictEqual((yield* admin(spaces.restore(one))).organization, organization)
        yield* admin(sites.remove(organization, id))
        yield* admin(spaces.transfer(one, { organization: other }))
      })
    )

    it.effect("keeps them locked while everyone may read them (rule space-live)", () =>
      Effect.gen(function* () {
        const { admin, organization, sites, spaces, world } = yield* services
        const [one, two] = [yield* spaceIn(world, "One"), yield* spaceIn(world, "Two")]
        const live = (id: SpaceId) => admin(spaces.update(id, { editMode: "live" }))
        const { id } = yield* admin(sites.create(organization, { spaces: [one, two] }))
        yield* live(one)
        const refused = yield* Effect.flip(admin(sites.publish(organization, id)))
        assert.deepInclude(refused, { _tag: "SpacesLive", site: id, spaces: [one] })
        assert.isFalse((yield* admin(sites.get(organization, id))).published)
        yield* admin(sites.update(organization, id, { visibility: "share-link" }))
        yield* admin(sites.publish(organization, id))
        yield* live(two)
        for (const visibility of ["public", "unlisted"] as const) {
          const opened = yield* Effect.flip(admin(sites.update(organization, id, { visibility })))
          assert.deepInclude(opened, { _tag: "SpacesLive", spaces: [one, two].toSorted() })
        }
        yield* admin(spaces.update(two, { editMode: "locked" }))
        yield* admin(spaces.remove(one))
        yield* admin(sites.update(organization, id, { visibility: "unlisted" }))
        assert.strictEqual((yield* admin(spaces.restore(one))).editMode, "locked")
        assert.strictEqual(yield* tagOf(live(two)), "SpacePublished")
        assert.strictEqual((yield* admin(spaces.update(two, { title: "New" }))).title, "New")
        yield* admin(sites.unpublish(organization, id))
        assert.strictEqual((yield* live(two)).editMode, "live")
      })
    )

    it.effect("copies them without their sites (rule space-duplicate)", () =>
      Effect.gen(function* () {
        const { admin, organization, sites, world } = yield* services
        const duplication = yield* Duplication.Duplication
        const one = yield* spaceIn(world, "One")
        const { id } = yield* admin(sites.create(organization, { spaces: [one] }))
        const copy = yield* admin(duplication.duplicate(one))
        assert.deepInclude(yield* placementOf(copy.id), { sites: [] })
        assert.deepStrictEqual(yield* shownOn(id), [one])
      })
    )
  })
}
