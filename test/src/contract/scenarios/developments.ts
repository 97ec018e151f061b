import type { Make, Scenario } from "../scenarios.ts"
import type { World } from "../world.ts"
import { integration } from "./integrations.ts"

const body = { tunnelUrl: "https://tunnel.example.com/of-the-canary" }

const idle: Make = async (world) => ({ path: await integration(world) })

/** An integration whose events go to a tunnel. */
const developed = async (world: World) => {
  const path = await integration(world)
  await world.send("admin", "PUT", `/v1/integrations/${path.integrationName}/dev`, { body })
  return { path }
}

const administering = { by: "admin", refused: { who: "creator", status: 403 } } as const

export const developments: Readonly<Record<string, Scenario>> = {
  setIntegrationDevelopmentMode: {
    ...administering,
    event: "integrationDevelopments.create",
    calls: { 204: async (world) => ({ path: await integration(world), body }) },
    unknown: { integrationName: "none" }
  },
  disableIntegrationDevelopmentMode: {
    ...administering,
    event: "integrationDevelopments.delete",
    calls: { 205: developed, 204: idle },
    free: ["integrationName"]
  }
}
