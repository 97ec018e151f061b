import { nothing } from "../nothing.ts"
import { newNumber } from "../numbers.ts"
import type { Make, Scenario } from "../scenarios.ts"
import { betaSchema, site } from "../sites.ts"
import type { World } from "../world.ts"

const administering = { by: "admin", refused: { who: "creator", status: 403 } } as const
const creating = { by: "creator", refused: { who: "reviewer", status: 403 } } as const
const viewing = { by: "reader", refused: { who: "guest", status: 404 } } as const

const ofSite =
  (body: () => unknown = () => undefined, isPublished = false): Make =>
  async (world) => {
    const { organizationId, siteId } = await site(world, isPublished)
    return { path: { organizationId, siteId }, body: body() }
  }

const inOrganization =
  (body: (world: World) => Promise<unknown> = async () => undefined): Make =>
  async (world) => ({ path: { organizationId: world.organization }, body: await body(world) })

/** A space of which its creator may change the settings. */
const theirs = async (world: World) => {
  const { json } = await world.send("creator", "POST", `/v1/orgs/${world.organization}/spaces`)
  return json.id
}

export const sites: Readonly<Record<string, Scenario>> = {
  listSites: {
    by: "guest",
    refused: { who: "stranger", status: 404 },
    calls: { 200: inOrganization() },
    items: async (world, count) => {
      const organizationId = await world.club()
      for (let at = 0; at < count; at++) {
        await world.send("admin", "POST", `/v1/orgs/${organizationId}/sites`, { body: { title: `Site ${at}` } })
      }
      return [{ path: { organizationId } }]
    }
  },
  createSite: {
    ...creating,
    event: "sites.create",
    calls: {
      201: inOrganization(async (world) => ({
        type: "premium",
        title: "Handbook",
        visibility: "unlisted",
        spaces: [await theirs(world)]
      }))
    },
    idle: [
      { status: 400, call: inOrganization(async () => ({ spaces: [nothing] })) },
      {
        status: 409,
        call: inOrganization(async (world) => {
          const space = await theirs(world)
          return { spaces: [space, space] }
        })
      }
    ]
  },
  getSiteById: { ...viewing, calls: { 200: ofSite() } },
  deleteSiteById: {
    ...creating,
    event: "sites.delete",
    calls: {
      204: async (world) => ({ path: { organizationId: world.organization, siteId: nothing } }),
      205: ofSite()
    }
  },
  updateSiteById: {
    ...administering,
    event: "sites.update",
    calls: {
      200: ofSite(() => ({
        title: "Manual",
        visibility: "share-link",
        basename: `manual-${newNumber()}`,
        adaptiveContent: { enabled: true },
        proxy: "example.com/docs"
      }))
    },
    idle: [
      { status: 200, call: ofSite(() => ({ visibility: "public", proxy: null })) },
      { status: 400, call: ofSite(() => ({ title: "New", defaultSiteSection: nothing })) },
      { status: 400, call: ofSite(() => ({ title: "New", defaultSiteSpace: nothing })) },
      {
        status: 409,
        call: async (world) => {
          const { organizationId, siteId } = await site(world)
          const other = await site(world)
          const { json } = await world.send("admin", "GET", `/v1/orgs/${organizationId}/sites/${other.siteId}`)
          return { path: { organizationId, siteId }, body: { basename: json["basename"] } }
        }
      },
      {
        status: 412,
        call: async (world) => {
          const { organizationId, siteId, spaces } = await site(world)
          await world.send("admin", "PATCH", `/v1/orgs/${organizationId}/sites/${siteId}`, {
            body: { visibility: "share-link" }
          })
          await world.send("admin", "POST", `/v1/orgs/${organizationId}/sites/${siteId}/publish`)
          await world.send("admin", "PATCH", `/v1/spaces/${spaces[0]}`, { body: { editMode: "live" } })
          return { path: { organizationId, siteId }, body: { title: "New", visibility: "unlisted" } }
        }
      }
    ]
  },
  getSiteAdaptiveSchema: { ...viewing, calls: { 200: ofSite() } },
  updateSiteAdaptiveSchema: {
    ...administering,
    event: "siteAdaptiveSchemas.update",
    calls: { 200: ofSite(() => ({ jsonSchema: betaSchema })) },
    idle: [
      {
        status: 200,
        call: ofSite(() => ({ jsonSchema: { type: "object", properties: {}, additionalProperties: false } }))
      }
    ]
  },
  listSiteAdaptiveTemplateConditions: {
    ...viewing,
    calls: { 200: ofSite() },
    items: async (world, count) => {
      const { organizationId, siteId } = await site(world)
      const plans = Array.from({ length: count }, (_, at) => `plan${at}`)
      const properties = { plan: { type: "string", enum: plans, description: "The plan" } }
      const body = { jsonSchema: { type: "object", properties, additionalProperties: false } }
      await world.send("admin", "PUT", `/v1/orgs/${organizationId}/sites/${siteId}/adaptive-schema`, { body })
      return [{ path: { organizationId, siteId } }]
    }
  },
  publishSite: {
    ...administering,
    event: "sites.publish",
    calls: { 200: ofSite() },
    idle: [
      { status: 200, call: ofSite(undefined, true) },
      {
        status: 412,
        call: async (world) => {
          const { organizationId, siteId, spaces } = await site(world)
          await world.send("admin", "PATCH", `/v1/spaces/${spaces[0]}`, { body: { editMode: "live" } })
          return { path: { organizationId, siteId } }
        }
      }
    ]
  },
  unpublishSite: {
    ...administering,
    event: "sites.unpublish",
    calls: { 200: ofSite(undefined, true) },
    idle: [{ status: 200, call: ofSite() }]
  }
}
