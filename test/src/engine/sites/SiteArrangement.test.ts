import { assert, layer } from "@effect/vitest"
import {
  Members,
  SiteArrangement,
  SiteSectionGroups,
  SiteSections,
  SiteSpaces,
  Sites,
  type SpaceId,
  Users
} from "@quire/core"
import { Placements, SiteStructure } from "@quire/core/internal"
import { Rounds, SiteStructureFaults } from "@quire/testing"
import { Effect } from "effect"
import * as fc from "fast-check"
import { as, asSystem, engines } from "../../support/engine.ts"
import { siteOf, spacesIn, structureOf, tagOf } from "../../support/sites.ts"
import { found } from "../../support/world.ts"

const kinds = [
  "addSpace",
  "addSection",
  "addGroup",
  "removeSpace",
  "removeSection",
  "removeGroup",
  "group",
  "ungroup",
  "swap",
  "rename",
  "renameSection",
  "moveSpace",
  "moveSection",
  "moveGroup",
  "defaults"
] as const

const command = fc.record({
  kind: fc.constantFrom(...kinds),
  at: fc.nat(20),
  to: fc.nat(20),
  by: fc.nat(2)
})
type Command = typeof command extends fc.Arbitrary<infer A> ? A : never

const pick = (ids: ReadonlyArray<string>, at: number): string => ids[at % Math.max(1, ids.length)] ?? "nosuch"

/** What a command requests for a site as its caller saw it, which others may have changed since. */
const carryOut = Effect.fnUntraced(function* (
  { at, kind, to }: Command,
  organization: Parameters<Sites.Sites["Service"]["get"]>[0],
  id: string,
  seen: SiteStructure.SiteStructure,
  spaces: ReadonlyArray<SpaceId>
) {
  const sections = yield* SiteSections.SiteSections
  const groups = yield* SiteSectionGroups.SiteSectionGroups
  const siteSpaces = yield* SiteSpaces.SiteSpaces
  const arrangement = yield* SiteArrangement.SiteArrangement
  const sites = yield* Sites.Sites
  const sectionIds = SiteStructure.listSections(seen).map(({ section }) => section.id)
  const groupIds = SiteStructure.listGroups(seen).map((group) => group.id)
  const spaceIds = SiteStructure.listSiteSpaces(seen).map(({ siteSpace }) => siteSpace.id)
  const spaceId = pick(spaces, to) as SpaceId
  const sectionId = pick(sectionIds, at) as (typeof sectionIds)[number]
  const nextTo = (ids: ReadonlyArray<string>) =>
    to % 4 === 0 ? {} : { position: { [to % 2 === 0 ? "before" : "after"]: { id: pick(ids, to) } } }
  const sorted = (type: string, ids: ReadonlyArray<string>, among: ReadonlyArray<string>) => {
    const { position } = nextTo(among)
    const given = Object.entries(position ?? {}).map(([side, { id: other }]) => [side, { type, id: other }])
    return arrangement.sort(organization, id, {
      item: { type, id: pick(ids, at) },
      ...(position === undefined ? {} : { position: Object.fromEntries(given) })
    } as never)
  }
  switch (kind) {
    case "addSpace":
      return yield* siteSpaces.create(organization, id, at % 2 === 0 ? { spaceId, sectionId } : { spaceId })
    case "addSection":
      return yield* sections.create(organization, id, { spaceId })
    case "addGroup":
      return yield* groups.create(organization, id, {
        title: "Group",
        sections: sectionIds.length === 0 ? [] : [sectionId]
      })
    case "removeSpace":
      return yield* siteSpaces.remove(organization, id, pick(spaceIds, at))
    case "removeSection":
      return yield* sections.remove(organization, id, sectionId)
    case "removeGroup":
      return yield* groups.remove(organization, id, pick(groupIds, at))
    case "group":
      return yield* groups.addSection(organization, id, pick(groupIds, to), { sectionId })
    case "ungroup":
      return yield* groups.removeSection(organization, id, pick(groupIds, to), sectionId)
    case "swap":
      return yield* siteSpaces.update(organization, id, pick(spaceIds, at), { spaceId })
    case "rename":
      return yield* siteSpaces.update(organization, id, pick(spaceIds, at), { path: `path-${to % 3}` })
    case "renameSection":
      return yield* sections.update(organization, id, sectionId, { title: "Renamed", path: `path-${to % 3}` })
    case "moveSpace":
      return yield* sorted("site-space", spaceIds, spaceIds)
    case "moveSection":
      return yield* sorted("site-section", sectionIds, [...sectionIds, ...groupIds])
    case "moveGroup":
      return yield* sorted("site-section-group", groupIds, [...groupIds, ...sectionIds])
    case "defaults":
      return yield* sites.update(
        organization,
        id,
        sectionIds.length === 0 ? { defaultSiteSpace: pick(spaceIds, at) as never } : { defaultSiteSection: sectionId }
      )
  }
})

for (const [name, engine] of engines(import.meta.url)) {
  layer(engine)(`the structure of a site on ${name}`, (it) => {
    it.effect("returns the whole structure, and moves each part (rules site-order and site-flat)", () =>
      Effect.gen(function* () {
        const arrangement = yield* SiteArrangement.SiteArrangement
        const sections = yield* SiteSections.SiteSections
        const groups = yield* SiteSectionGroups.SiteSectionGroups
        const world = yield* found
        const { organization } = world
        const mine = as(world.admin)
        const [one = "", two = "", three = ""] = yield* spacesIn(world, "One", "Two", "Three")
        const { id } = yield* siteOf(world, [one as SpaceId, two as SpaceId])
        const shown = Effect.map(as(world.reader)(arrangement.get(organization, id)), ({ structure, type }) => [
          type,
          ...structure.map(({ title }) => title)
        ])
        assert.deepStrictEqual(yield* shown, ["siteSpaces", "One", "Two"])
        const [first] = (yield* structureOf(id)).root.siteSpaces
        const item = { type: "site-space", id: first!.id } as const
        const moved = yield* mine(arrangement.sort(organization, id, { item }))
        assert.deepStrictEqual([moved.object, moved.title], ["site-space", "One"])
        assert.deepStrictEqual(yield* shown, ["siteSpaces", "Two", "One"])
        assert.strictEqual(yield* tagOf(mine(arrangement.sort(organization, id, { item }))), "NothingChanged")
        const section = yield* mine(sections.create(organization, id, { spaceId: three as SpaceId }))
        const group = yield* mine(groups.create(organization, id, { title: "More", sections: [section.id] }))
        assert.deepStrictEqual(yield* shown, ["sections", "Docs", "More"])
        const [docs] = SiteStructure.listSections(yield* structureOf(id))
        yield* mine(
          arrangement.sort(organization, id, {
            item: { type: "site-section-group", id: group.id },
            position: { before: { type: "site-section", id: docs!.section.id } }
          })
        )
        assert.deepStrictEqual(yield* shown, ["sections", "More", "Docs"])
        const absent = arrangement.sort(organization, id, { item: { type: "site-section", id: "nosuch" as never } })
        assert.strictEqual(yield* tagOf(mine(absent)), "ReferenceNotFound")
        assert.strictEqual(yield* tagOf(as(world.guest)(arrangement.get(organization, id))), "SiteNotFound")
      })
    )

    it.effect(
      "keeps its invariants with concurrent administrators (rules site-flat, site-defaults and site-space-once)",
      () =>
        Effect.gen(function* () {
          const users = yield* Users.Users
          const members = yield* Members.Members
          const sites = yield* Sites.Sites
          const { placements } = yield* Placements.Placements
          const world = yield* found
          const { organization } = world
          const spaces = yield* spacesIn(world, "One", "Two", "Three", "Four", "Five")
          const others = yield* Effect.forEach(["second", "third"], (who) =>
            Effect.gen(function* () {
              const email = `${who}@${world.domain}`
              const { id } = yield* asSystem(users.ensure({ email, displayName: who, emailVerified: true }))
              yield* asSystem(members.add(organization, id, "admin"))
              return id
            })
          )
          const admins = [world.admin, ...others]
          const { id } = yield* siteOf(world, spaces.slice(0, 2))
          const commands = fc.sample(command, { numRuns: 64 * Rounds.rounds(2, 20, 2), seed: 8 })
          const told: Record<string, number> = {}
          for (let at = 0; at < commands.length; at += 64) {
            const seen = yield* structureOf(id)
            const tags = yield* Effect.forEach(
              commands.slice(at, at + 64),
              (each) => tagOf(as(admins[each.by] ?? world.admin)(carryOut(each, organization, id, seen, spaces))),
              { concurrency: "unbounded" }
            )
            for (const tag of tags) told[tag] = (told[tag] ?? 0) + 1
            const after = yield* structureOf(id)
            assert.deepStrictEqual(SiteStructureFaults.find(after), [])
            const placed = yield* placements.getMany(spaces)
            const onSite = SiteStructure.listSiteSpaces(after).map(({ siteSpace }) => siteSpace.space)
            for (const { value } of placed.values()) {
              assert.deepStrictEqual(value.sites, onSite.some((space) => space === value.id) ? [id] : [])
            }
            const site = yield* as(world.admin)(sites.get(organization, id))
            assert.strictEqual(site.siteSpaces, onSite.length)
          }
          assert.isAbove(told["Success"] ?? 0, 20, JSON.stringify(told))
        })
    )
  })
}
