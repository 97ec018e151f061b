import { actAs } from "../scenarios/installedIntegrations.ts"
import { integration } from "../scenarios/integrations.ts"
import type { Aimed } from "../seeds.ts"
import type { World } from "../world.ts"

/** What is sent of the development and the tasks of integrations. */
export const developments: Readonly<Record<string, (world: World) => Promise<ReadonlyArray<Aimed>>>> = {
  setIntegrationDevelopmentMode: async (world) => [
    {
      path: await integration(world),
      body: { tunnelUrl: "https://tunnel.example.com", all: false },
      nonsense: { all: [true], tunnelUrl: ["", "http://tunnel.example.com", "https://a:b@tunnel.example.com"] }
    }
  ],
  queueIntegrationTask: async (world) => {
    const path = await integration(world)
    await actAs(world, path.integrationName)
    return [{ path, body: { task: {}, schedule: 1 }, ignored: ["task"], nonsense: { schedule: [-1, 86_401, 1e9] } }]
  }
}
