import { InstallationId, Installations, SiteInstallations, SpaceInstallations } from "@quire/core"
import { Effect } from "effect"
import { as } from "../../support/engine.ts"
import { published } from "../../support/integrations.ts"
import { nothing } from "../nothing.ts"
import { newNumber } from "../numbers.ts"
import type { Make, Scenario } from "../scenarios.ts"
import { site as makeSite } from "../sites.ts"
import type { World } from "../world.ts"

const belonging = { by: "reader", refused: { who: "guest", status: 404 }, free: ["integrationName"] } as const
const administering = { by: "admin", refused: { who: "creator", status: 403 }, free: ["integrationName"] } as const
const creating = { by: "creator", refused: { who: "reviewer", status: 403 }, free: ["integrationName"] } as const
const anybody = { by: "stranger", free: ["integrationName"] } as const

/** What every integration here asks for, wherever it is. */
const configurations = {
  account: { properties: { key: { type: "string" } }, required: ["key"] },
  space: { properties: { channel: { type: "string" } } },
  site: { properties: { channel: { type: "string" } } }
} as const

/** A new integration, by name. */
export const integration = async (world: World): Promise<string> => {
  const name = `Helper-${newNumber()}-${world.organization}`
  return (await world.api.run(published(world.organization, { configurations, name }))).name
}

const installed = async (world: World) => {
  const integrationName = await integration(world)
  const made = await world.api.run(
    Effect.flatMap(Installations.Installations, (installations) =>
      installations.create(integrationName, { organization: world.organization })
    ).pipe(as(world.people.admin.id), Effect.orDie)
  )
  return { integrationName, installationId: made.id }
}

const known = new WeakMap<World, Promise<{ readonly integrationName: string; readonly installationId: string }>>()

/** An installation that the scenarios of a world share, as an organization has few. */
export const shared = async (world: World) => {
  const path = await known.get(world)
  if (path !== undefined) {
    const at = `/v1/integrations/${path.integrationName}/installations/${path.installationId}`
    if ((await world.send("admin", "GET", at)).status === 200) return path
  }
  const made = installed(world)
  known.set(world, made)
  return made
}

/** A new space with the shared integration, or without. */
export const onSpace = async (world: World, isInstalled = true) => {
  const path = await shared(world)
  const space = await world.space()
  if (isInstalled) {
    const id = InstallationId.make(path.installationId)
    await world.api.run(
      Effect.flatMap(SpaceInstallations.SpaceInstallations, (installations) =>
        installations.create(path.integrationName, id, { space }, {})
      ).pipe(as(world.people.admin.id), Effect.orDie)
    )
  }
  return { path: { ...path, spaceId: space }, space }
}

/** The same of a site. */
export const onSite = async (world: World, isInstalled = true) => {
  const path = await shared(world)
  const { siteId: site } = await makeSite(world)
  if (isInstalled) {
    const id = InstallationId.make(path.installationId)
    await world.api.run(
      Effect.flatMap(SiteInstallations.SiteInstallations, (installations) =>
        installations.create(path.integrationName, id, { site }, {})
      ).pipe(as(world.people.admin.id), Effect.orDie)
    )
  }
  return { path: { ...path, siteId: site }, site }
}

/** A new installation on so many new spaces. */
const manySpaces = async (world: World, count: number) => {
  const path = await installed(world)
  const to = `/v1/integrations/${path.integrationName}/installations/${path.installationId}/spaces`
  for (let at = 0; at < count; at++) await world.send("admin", "POST", to, { body: { space: await world.space() } })
  return path
}

/** The same on sites. */
const manySites = async (world: World, count: number) => {
  const path = await installed(world)
  const to = `/v1/integrations/${path.integrationName}/installations/${path.installationId}/sites`
  for (let at = 0; at < count; at++) {
    await world.send("admin", "POST", to, { body: { site: (await makeSite(world)).siteId } })
  }
  return path
}

const ofShared =
  (body?: unknown): Make =>
  async (world) => ({ path: await shared(world), body })

const ofSpace =
  (body?: unknown, query?: string): Make =>
  async (world) => ({ path: (await onSpace(world)).path, body, ...(query === undefined ? {} : { query }) })

const ofSite =
  (body?: unknown, query?: string): Make =>
  async (world) => ({ path: (await onSite(world)).path, body, ...(query === undefined ? {} : { query }) })

const toInstallation = ({ integrationName, installationId }: { integrationName: string; installationId: string }) => ({
  integrationName,
  installationId
})

const ofOrganization: Readonly<Record<string, Scenario>> = {
  listIntegrationInstallations: {
    ...anybody,
    calls: { 200: async (world) => ({ path: { integrationName: (await shared(world)).integrationName } }) },
    items: async (world, count) => {
      const integrationName = await integration(world)
      for (let at = 0; at < count; at++) {
        const body = { organization: await world.club() }
        await world.send("admin", "POST", `/v1/integrations/${integrationName}/installations`, { body })
      }
      return [{ path: { integrationName }, who: "admin" }]
    }
  },
  getOrganizationIntegrationStatus: {
    by: "reader",
    refused: { who: "guest", status: 403 },
    free: ["integrationName"],
    calls: {
      200: async (world) => ({
        path: { organizationId: world.organization, integrationName: (await shared(world)).integrationName }
      })
    }
  },
  installIntegration: {
    ...administering,
    strangers: 400,
    event: "installations.create",
    calls: {
      201: async (world) => ({
        path: { integrationName: await integration(world) },
        body: { organization: world.organization }
      })
    },
    idle: [
      {
        status: 409,
        call: async (world) => ({
          path: { integrationName: (await shared(world)).integrationName },
          body: { organization: world.organization }
        })
      },
      {
        status: 400,
        call: async (world) => ({
          path: { integrationName: (await shared(world)).integrationName },
          body: { organization: nothing }
        })
      }
    ]
  },
  getIntegrationInstallationById: { ...belonging, calls: { 200: ofShared() } },
  updateIntegrationInstallation: {
    ...administering,
    event: "installations.update",
    calls: {
      200: async (world) => ({
        path: await shared(world),
        body: { configuration: { key: await world.space() }, externalIds: ["one"] }
      })
    },
    idle: [
      { status: 200, call: ofShared({}) },
      { status: 400, call: ofShared({ configuration: { other: 1 } }) }
    ]
  },
  uninstallIntegration: {
    ...administering,
    event: "installations.delete",
    calls: {
      204: async (world) => ({ path: { ...(await shared(world)), installationId: nothing } }),
      205: async (world) => ({ path: await installed(world) })
    }
  }
}

const ofSpaces: Readonly<Record<string, Scenario>> = {
  listSpaceIntegrationScripts: {
    by: "reader",
    refused: { who: "guest", status: 404 },
    calls: { 200: async (world) => ({ path: { spaceId: world.docs.space } }) }
  },
  listIntegrationSpaceInstallations: {
    ...anybody,
    calls: { 200: async (world) => ({ path: { integrationName: (await shared(world)).integrationName } }) },
    items: async (world, count) => {
      const { integrationName } = await manySpaces(world, count)
      return [
        { path: { integrationName }, who: "admin" },
        { path: { integrationName }, query: "extended=true", who: "admin" }
      ]
    }
  },
  listIntegrationInstallationSpaces: {
    ...belonging,
    calls: { 200: ofShared() },
    items: async (world, count) => {
      const path = await manySpaces(world, count)
      return [{ path }, { path, query: "extended=true" }]
    }
  },
  installIntegrationOnSpace: {
    ...creating,
    event: "spaceInstallations.create",
    calls: {
      201: async (world) => {
        const { path, space } = await onSpace(world, false)
        return { path: toInstallation(path), body: { space } }
      }
    },
    idle: [
      {
        status: 409,
        call: async (world) => {
          const { path, space } = await onSpace(world)
          return { path: toInstallation(path), body: { space } }
        }
      },
      { status: 400, call: ofShared({ space: nothing }) }
    ]
  },
  getIntegrationSpaceInstallation: { ...belonging, calls: { 200: ofSpace(undefined, "extended=true") } },
  updateIntegrationSpaceInstallation: {
    ...creating,
    event: "spaceInstallations.update",
    calls: { 200: ofSpace({ configuration: { channel: "news" }, externalIds: ["one"] }) },
    idle: [
      { status: 200, call: ofSpace({ configuration: {} }) },
      { status: 400, call: ofSpace({ configuration: { channel: 1 } }) }
    ]
  },
  uninstallIntegrationFromSpace: {
    ...creating,
    event: "spaceInstallations.delete",
    calls: { 204: async (world) => ({ path: (await onSpace(world, false)).path }), 205: ofSpace() }
  }
}

const ofSites: Readonly<Record<string, Scenario>> = {
  listIntegrationSiteInstallations: {
    ...anybody,
    calls: { 200: async (world) => ({ path: { integrationName: (await shared(world)).integrationName } }) },
    items: async (world, count) => {
      const { integrationName } = await manySites(world, count)
      return [
        { path: { integrationName }, who: "admin" },
        { path: { integrationName }, query: "extended=true", who: "admin" }
      ]
    }
  },
  listIntegrationInstallationSites: {
    ...belonging,
    calls: { 200: ofShared() },
    items: async (world, count) => {
      const path = await manySites(world, count)
      return [{ path }, { path, query: "extended=true" }]
    }
  },
  installIntegrationOnSite: {
    ...administering,
    event: "siteInstallations.create",
    calls: {
      201: async (world) => {
        const { path, site } = await onSite(world, false)
        return { path: toInstallation(path), body: { site } }
      }
    },
    idle: [
      {
        status: 409,
        call: async (world) => {
          const { path, site: siteId } = await onSite(world)
          return { path: toInstallation(path), body: { siteId } }
        }
      },
      { status: 400, call: ofShared({ site: nothing }) }
    ]
  },
  getIntegrationSiteInstallation: { ...belonging, calls: { 200: ofSite(undefined, "extended=true") } },
  updateIntegrationSiteInstallation: {
    ...administering,
    event: "siteInstallations.update",
    calls: { 200: ofSite({ configuration: { channel: "news" }, externalIds: ["one"] }) },
    idle: [
      { status: 200, call: ofSite({ configuration: {} }) },
      { status: 400, call: ofSite({ configuration: { channel: 1 } }) }
    ]
  },
  uninstallIntegrationFromSite: {
    ...administering,
    event: "siteInstallations.delete",
    calls: { 204: async (world) => ({ path: (await onSite(world, false)).path }), 205: ofSite() }
  }
}

export const installations: Readonly<Record<string, Scenario>> = { ...ofOrganization, ...ofSpaces, ...ofSites }
