import { IntegrationTokens, UserId } from "@quire/core"
import { Effect } from "effect"
import { published } from "../../support/integrations.ts"
import { newNumber } from "../numbers.ts"
import type { Make, Scenario } from "../scenarios.ts"
import type { World } from "../world.ts"
import { shared } from "./installations.ts"
import { newName, integration as publishedByCall } from "./integrations.ts"

const blocks = [{ id: "map", title: "Map", icon: { kind: "url", url: "https://icons.test/map.png" } }] as const

/** A new integration with a block, which is installed for all spaces of an organization of the administrator. */
const onEverySpace = async (world: World, organization: string) => {
  const name = `Mapper-${newNumber()}-${world.organization}`
  await world.api.run(published(world.organization, { name, blocks }))
  const at = `/v1/integrations/${name}/installations`
  const { json } = await world.send("admin", "POST", at, { body: { organization } })
  await world.send("admin", "PATCH", `${at}/${json.id}`, { body: { space_selection: "all" } })
}

/** A new organization of administrator and reader, with so many integrations. */
const clubWith = async (world: World, count: number) => {
  const organizationId: string = await world.club()
  for (let at = 0; at < count; at++) await onEverySpace(world, organizationId)
  return { organizationId }
}

/** A space of such an organization. */
const spaceWith = async (world: World, count: number) => {
  const { organizationId } = await clubWith(world, count)
  const { json } = await world.send("admin", "POST", `/v1/orgs/${organizationId}/spaces`, { body: { title: "Maps" } })
  return { spaceId: json.id }
}

/** Has an integration make the request with its own token. */
export const actAs = async (world: World, name: string): Promise<void> => {
  const integration = name.toLowerCase()
  const token = await world.api.run(
    Effect.flatMap(IntegrationTokens.IntegrationTokens, (tokens) => tokens.mint({ integration }))
  )
  world.people.integration = { id: UserId.make(integration), token }
}

/** What the shared integration sends. */
const asIntegration: Make = async (world) => {
  const path = await shared(world)
  await actAs(world, path.integrationName)
  return { path }
}

const inOrganization = { by: "reader", refused: { who: "guest", status: 403 } } as const
const ofOrganization: Make = async (world) => {
  await shared(world)
  return { path: { organizationId: world.organization } }
}

export const installedIntegrations: Readonly<Record<string, Scenario>> = {
  listOrganizationIntegrations: {
    ...inOrganization,
    calls: { 200: ofOrganization },
    items: async (world, count) => {
      const at = `/v1/orgs/${world.organization}/integrations?search=kept-&limit=0`
      const { json } = await world.send("admin", "GET", at)
      for (let made = json.count; made < count; made++) await publishedByCall(world, `kept-${newName(world)}`)
      return [{ path: { organizationId: world.organization }, query: "search=kept-" }]
    }
  },
  listOrganizationInstallations: {
    ...inOrganization,
    calls: { 200: ofOrganization },
    items: async (world, count) => [{ path: await clubWith(world, count) }]
  },
  listOrganizationIntegrationsStatus: {
    ...inOrganization,
    calls: { 200: ofOrganization },
    items: async (world, count) => [{ path: await clubWith(world, count) }]
  },
  listSpaceIntegrations: {
    by: "reader",
    refused: { who: "guest", status: 404 },
    calls: { 200: async (world) => ({ path: { spaceId: world.docs.space } }) },
    items: async (world, count) => [{ path: await spaceWith(world, count) }]
  },
  listSpaceIntegrationsBlocks: {
    by: "reader",
    refused: { who: "guest", status: 404 },
    calls: { 200: async (world) => ({ path: { spaceId: world.docs.space } }) },
    items: async (world, count) => [{ path: await spaceWith(world, count) }]
  },
  createIntegrationInstallationToken: {
    by: "integration",
    refused: { who: "admin", status: 403 },
    isQuestion: true,
    free: ["integrationName"],
    calls: { 200: asIntegration }
  }
}
