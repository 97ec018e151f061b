import {
  type Actor,
  type OrganizationId,
  type SiteId,
  SiteSectionGroups,
  SiteSections,
  SiteSpaces,
  Sites,
  type SpaceId
} from "@quire/core"
import { Effect } from "effect"
import { as } from "../../support/engine.ts"
import type { Whole } from "../../support/server.ts"
import { nothing } from "../nothing.ts"
import type { Call, Make, Scenario } from "../scenarios.ts"
import { type Sectioned, sectioned, site } from "../sites.ts"
import { archive } from "../source.ts"
import type { World } from "../world.ts"

const administering = { by: "admin", refused: { who: "creator", status: 403 } } as const
const viewing = { by: "reader", refused: { who: "guest", status: 404 } } as const

const onSite =
  (call: (made: Sectioned, world: World) => Call | Promise<Call> = () => ({})): Make =>
  async (world) => {
    const made = await sectioned(world)
    const { body, path, query } = await call(made, world)
    return { path: { ...made.path, ...path }, ...(query === undefined ? {} : { query }), body }
  }

const ofSection = (body?: (made: Sectioned) => unknown): Make =>
  onSite((made) => ({ path: { siteSectionId: made.first }, body: body?.(made) }))

const ofGroup = (body?: (made: Sectioned) => unknown): Make =>
  onSite((made) => ({ path: { siteSectionGroupId: made.group }, body: body?.(made) }))

const ofSiteSpace = (body?: (made: Sectioned, world: World) => unknown): Make =>
  onSite(async (made, world) => ({ path: { siteSpaceId: made.one }, body: await body?.(made, world) }))

const besideSection = (side: "before" | "after", id: string) => ({
  position: { [side]: { type: "site-section", siteSection: id } }
})
const besideSpace = (side: "before" | "after", id: string) => ({
  position: { [side]: { type: "site-space", siteSpace: id } }
})
const besideAny = (side: "before" | "after", id: string) => ({ position: { [side]: { type: "site-section", id } } })

const asAdmin = <A, E>(world: World, effect: Effect.Effect<A, E, Whole | Actor.Actor>) =>
  world.api.run(effect.pipe(as(world.people.admin.id), Effect.orDie))

interface SitePath {
  readonly organizationId: OrganizationId
  readonly siteId: SiteId
}

/** A site with so many things, which are added one after another. */
const filled = async (world: World, count: number, add: (path: SitePath, at: number) => Promise<unknown>) => {
  const organizationId = world.organization
  const { id: siteId } = await asAdmin(
    world,
    Effect.flatMap(Sites.Sites, (sites) => sites.create(organizationId, { title: "Many" }))
  )
  for (let at = 0; at < count; at++) await add({ organizationId, siteId }, at)
  return [{ path: { organizationId, siteId } }]
}

/** A search of a site that finds a page in each of so many spaces. */
const searched = async (world: World, count: number) => {
  const organizationId = world.organization
  const spaces: Array<SpaceId> = []
  for (let at = 0; at < count; at++) {
    const space = await world.space()
    await world.import(space, archive(1, 0))
    spaces.push(space)
  }
  const { id: siteId } = await asAdmin(
    world,
    Effect.flatMap(Sites.Sites, (sites) => sites.create(organizationId, { title: "Searched", spaces }))
  )
  return { path: { organizationId, siteId }, body: { query: "aardv", scope: { mode: "all" } } }
}

export const siteStructure: Readonly<Record<string, Scenario>> = {
  listSiteSections: {
    ...viewing,
    calls: { 200: onSite(() => ({ query: "shareKey=none" })) },
    items: (world, count) =>
      filled(world, count, async ({ organizationId, siteId }) => {
        const spaceId = await world.space()
        await asAdmin(
          world,
          Effect.flatMap(SiteSections.SiteSections, (sections) => sections.create(organizationId, siteId, { spaceId }))
        )
      })
  },
  addSectionToSite: {
    ...administering,
    event: "siteSections.create",
    calls: {
      201: onSite(async (_, world) => ({ body: { spaceId: await world.space(), title: "Guides", icon: "book" } }))
    },
    idle: [{ status: 400, call: onSite(() => ({ body: { spaceId: nothing } })) }]
  },
  getSiteSectionById: {
    ...viewing,
    calls: { 200: onSite(({ first }) => ({ path: { siteSectionId: first }, query: "shareKey=none" })) }
  },
  deleteSiteSectionById: {
    ...administering,
    event: "siteSections.delete",
    calls: { 204: onSite(() => ({ path: { siteSectionId: nothing } })), 205: ofSection() }
  },
  updateSiteSectionById: {
    ...administering,
    event: "siteSections.update",
    calls: {
      200: ofSection(({ two }) => ({
        title: "Guides",
        path: "guides",
        defaultSiteSpace: two,
        condition: "visitor.claims.isCustomer",
        icon: "book",
        description: "How to begin"
      }))
    },
    idle: [
      { status: 200, call: ofSection(() => ({ condition: null, icon: "", description: null })) },
      { status: 400, call: ofSection(() => ({ title: "Guides", defaultSiteSpace: nothing })) },
      { status: 409, call: ofSection(() => ({ title: "Guides", path: "api" })) }
    ]
  },
  moveSiteSection: {
    ...administering,
    event: "siteSections.move",
    calls: { 200: ofSection(({ second }) => besideSection("after", second)) },
    idle: [
      { status: 400, call: ofSection(() => ({ position: {} })) },
      { status: 400, call: ofSection(() => besideSection("after", nothing)) },
      { status: 400, call: ofSection(({ first }) => besideSection("after", first)) },
      { status: 409, call: ofSection(({ last }) => besideSection("before", last)) }
    ]
  },

  listSiteSectionGroups: {
    ...viewing,
    calls: { 200: onSite() },
    items: (world, count) =>
      filled(world, count, async ({ organizationId, siteId }, at) => {
        const spaceId = await world.space()
        return asAdmin(
          world,
          Effect.gen(function* () {
            const groups = yield* SiteSectionGroups.SiteSectionGroups
            const sections = yield* SiteSections.SiteSections
            const { id } = yield* sections.create(organizationId, siteId, { spaceId })
            return yield* groups.create(organizationId, siteId, { title: `Group ${at}`, sections: [id] })
          })
        )
      })
  },
  addSectionGroupToSite: {
    ...administering,
    event: "siteSectionGroups.create",
    calls: { 201: onSite(({ first }) => ({ body: { title: "First", icon: "book", sections: [first] } })) },
    idle: [
      { status: 400, call: onSite(() => ({ body: { title: "First", sections: [nothing] } })) },
      { status: 400, call: onSite(({ first }) => ({ body: { title: "First", sections: [first, first] } })) }
    ]
  },
  getSiteSectionGroupById: { ...viewing, calls: { 200: ofGroup() } },
  deleteSiteSectionGroupById: {
    ...administering,
    event: "siteSectionGroups.delete",
    calls: { 204: onSite(() => ({ path: { siteSectionGroupId: nothing } })), 205: ofGroup() }
  },
  updateSiteSectionGroupById: {
    ...administering,
    event: "siteSectionGroups.update",
    calls: { 200: ofGroup(() => ({ title: "Others", icon: "book" })) },
    idle: [{ status: 200, call: ofGroup(() => ({ title: " More ", icon: null })) }]
  },
  addSectionToGroup: {
    ...administering,
    event: "siteSectionGroups.update",
    calls: { 201: ofGroup(({ first }) => ({ sectionId: first })) },
    idle: [
      { status: 201, call: ofGroup(({ second }) => ({ sectionId: second })) },
      { status: 400, call: ofGroup(() => ({ sectionId: nothing })) }
    ]
  },
  removeSectionFromGroup: {
    ...administering,
    event: "siteSectionGroups.update",
    calls: {
      204: onSite(({ first, group }) => ({ path: { siteSectionGroupId: group, siteSectionId: first } })),
      205: onSite(({ group, second }) => ({ path: { siteSectionGroupId: group, siteSectionId: second } }))
    }
  },
  moveSiteSectionGroup: {
    ...administering,
    event: "siteSectionGroups.move",
    calls: { 200: ofGroup(({ first }) => besideAny("before", first)) },
    idle: [
      { status: 400, call: ofGroup(() => ({ position: {} })) },
      { status: 400, call: ofGroup(({ second }) => besideAny("before", second)) },
      { status: 409, call: ofGroup(() => ({})) }
    ]
  },

  listSiteSpaces: {
    ...viewing,
    calls: { 200: onSite(() => ({ query: "default=true&shareKey=none" })) },
    items: async (world, count) => {
      const [made] = await filled(world, count + 1, async ({ organizationId, siteId }) => {
        const spaceId = await world.space()
        await asAdmin(
          world,
          Effect.flatMap(SiteSpaces.SiteSpaces, (siteSpaces) => siteSpaces.create(organizationId, siteId, { spaceId }))
        )
      })
      return [{ ...made, query: "default=false" }]
    }
  },
  addSpaceToSite: {
    ...administering,
    event: "siteSpaces.create",
    calls: {
      201: onSite(async ({ second }, world) => ({ body: { spaceId: await world.space(), sectionId: second } }))
    },
    idle: [
      { status: 400, call: onSite(() => ({ body: { spaceId: nothing } })) },
      {
        status: 400,
        call: onSite(async (_, world) => ({ body: { spaceId: await world.space(), sectionId: nothing } }))
      },
      { status: 409, call: onSite(({ spaces: [spaceId] }) => ({ body: { spaceId } })) }
    ]
  },
  getSiteSpaceById: {
    ...viewing,
    calls: { 200: onSite(({ one }) => ({ path: { siteSpaceId: one }, query: "shareKey=none" })) }
  },
  deleteSiteSpaceById: {
    ...administering,
    event: "siteSpaces.delete",
    calls: { 204: onSite(() => ({ path: { siteSpaceId: nothing } })), 205: ofSiteSpace() }
  },
  updateSiteSpaceById: {
    ...administering,
    event: "siteSpaces.update",
    calls: {
      200: ofSiteSpace(async (_, world) => ({
        path: "first",
        condition: "visitor.claims.isCustomer",
        spaceId: await world.space()
      }))
    },
    idle: [
      { status: 200, call: ofSiteSpace(({ spaces: [spaceId] }) => ({ condition: null, path: "ONE", spaceId })) },
      { status: 400, call: ofSiteSpace(() => ({ path: "first", spaceId: nothing })) },
      { status: 409, call: ofSiteSpace(() => ({ path: "two" })) },
      { status: 409, call: ofSiteSpace(({ spaces: [, spaceId] }) => ({ path: "first", spaceId })) }
    ]
  },
  moveSiteSpace: {
    ...administering,
    event: "siteSpaces.move",
    calls: { 200: ofSiteSpace(() => ({})) },
    idle: [
      { status: 400, call: ofSiteSpace(() => ({ position: {} })) },
      { status: 400, call: ofSiteSpace(() => besideSpace("before", nothing)) },
      { status: 409, call: ofSiteSpace(({ two }) => besideSpace("before", two)) }
    ]
  },

  getSiteStructure: { ...viewing, calls: { 200: onSite(() => ({ query: "shareKey=none" })) } },
  /** The profile of a site that is not published: those of public sites are for everybody. */
  getPublishedContentSite: {
    ...viewing,
    calls: {
      200: async (world) => {
        const { organizationId, siteId } = await site(world)
        return { path: { organizationId, siteId }, query: "shareKey=none" }
      }
    }
  },
  searchSiteContent: {
    ...viewing,
    isQuestion: true,
    calls: { 200: (world) => searched(world, 1) },
    readsContent: true,
    items: async (world, count) => [await searched(world, count)]
  },
  sortSiteStructure: {
    ...administering,
    event: "siteSections.move",
    calls: {
      200: onSite(({ group, second }) => ({
        body: {
          item: { type: "site-section", id: second },
          position: { before: { type: "site-section-group", id: group } }
        }
      }))
    },
    idle: [
      { status: 400, call: onSite(() => ({ body: { item: { type: "site-space", id: nothing } } })) },
      {
        status: 400,
        call: onSite(({ first }) => ({ body: { item: { type: "site-section", id: first }, position: {} } }))
      },
      { status: 409, call: onSite(({ group }) => ({ body: { item: { type: "site-section-group", id: group } } })) }
    ]
  }
}
