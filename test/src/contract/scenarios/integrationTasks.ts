import type { Make, Scenario } from "../scenarios.ts"
import { actAs } from "./installedIntegrations.ts"
import { integration } from "./integrations.ts"

const queued: Make = async (world) => {
  const path = await integration(world)
  await actAs(world, path.integrationName)
  return { path, body: { task: { type: "sync" }, schedule: 3_600 } }
}

export const integrationTasks: Readonly<Record<string, Scenario>> = {
  queueIntegrationTask: {
    by: "integration",
    refused: { who: "admin", status: 403 },
    event: "integrationTasks.create",
    calls: { 204: queued },
    unknown: { integrationName: "none" }
  }
}
