import { nothing } from "../nothing.ts"
import { wanted } from "../scenarios/hostnames.ts"
import type { Aimed } from "../seeds.ts"
import type { World } from "../world.ts"

/** For each endpoint of hostnames that takes a body: targets and bodies that it accepts. */
export const hostnames: Readonly<Record<string, (world: World) => Promise<ReadonlyArray<Aimed>>>> = {
  setupCustomHostname: async (world) => {
    const { body, path } = await wanted(world)
    return [
      {
        path,
        body,
        nonsense: {
          target: [{}, { type: "site" }, { type: "organization", organization: world.organization }],
          "target.type": ["", "organization", "Site"],
          "target.site": ["", "a b", nothing]
        }
      }
    ]
  }
}
