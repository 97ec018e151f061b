import { newNumber } from "../numbers.ts"
import type { Make, Scenario } from "../scenarios.ts"
import type { World } from "../world.ts"

const viewing = { by: "reader", refused: { who: "guest", status: 404 } } as const

/** A name that no integration of any world has yet. */
export const newName = ({ organization }: Pick<World, "organization">) => `tool-${organization}-${newNumber()}`

/** What is published of an integration that only its organization sees. */
export const publication = (organization: string) => ({
  organization,
  title: "Tool",
  description: "Does things",
  script: "export default {}",
  scopes: ["space:content:read"]
})

/** A new integration of the organization; the path of it. */
export const integration = async (world: World, integrationName: string = newName(world)) => {
  const body = publication(world.organization)
  await world.send("admin", "POST", `/v1/integrations/${integrationName}`, { body })
  return { integrationName }
}

const ofIntegration: Make = async (world) => ({ path: await integration(world) })

export const integrations: Readonly<Record<string, Scenario>> = {
  listIntegrations: {
    by: "stranger",
    calls: { 200: async () => ({}) },
    items: async (world, count) => {
      const { json } = await world.send("admin", "GET", "/v1/integrations?search=listed-&limit=0")
      for (let at = json.count; at < count; at++) await integration(world, `listed-${newName(world)}`)
      return [{ query: "search=listed-" }]
    }
  },
  getIntegrationByName: { ...viewing, calls: { 200: ofIntegration }, unknown: { integrationName: "none" } },
  publishIntegration: {
    by: "admin",
    refused: { who: "creator", status: 403 },
    strangers: 400,
    event: "integrations.publish",
    calls: { 200: async (world) => ({ path: await integration(world), body: publication(world.organization) }) },
    free: ["integrationName"],
    idle: [{ status: 400, call: async (world) => ({ path: await integration(world), body: {} }) }]
  },
  unpublishIntegration: {
    by: "admin",
    refused: { who: "creator", status: 403 },
    event: "integrations.unpublish",
    calls: { 205: ofIntegration, 204: async (world) => ({ path: { integrationName: newName(world) } }) },
    free: ["integrationName"]
  }
}
