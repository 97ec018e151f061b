import { embedded, unscripted } from "../scenarios/siteScripts.ts"
import type { Aimed } from "../seeds.ts"
import type { World } from "../world.ts"

/** For each endpoint of scripts of sites that takes a body: targets and bodies that it accepts. */
export const siteScripts: Readonly<Record<string, (world: World) => Promise<ReadonlyArray<Aimed>>>> = {
  updateSiteScripts: async (world) => [
    {
      path: await unscripted(world),
      body: { integrations: [await embedded(world)] },
      nonsense: {
        integrations: [
          [""],
          ["a b"],
          [".."],
          ["a", "A"],
          ["x".repeat(101)],
          Array.from({ length: 11 }, (_, at) => `n${at}`)
        ]
      }
    }
  ]
}
