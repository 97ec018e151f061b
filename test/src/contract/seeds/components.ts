import { card } from "../scenarios/components.ts"
import type { Aimed } from "../seeds.ts"
import type { World } from "../world.ts"

const nothing = "a99999999999999999999999999"

/** What components of integrations are asked with. */
export const components: Readonly<Record<string, (world: World) => Promise<ReadonlyArray<Aimed>>>> = {
  renderIntegrationUiWithPost: async (world) => {
    const { body, path } = await card(world)
    return [
      {
        path,
        body: { ...body, state: {}, action: { action: "press" } },
        prose: ["componentId"],
        ignored: ["props", "state", "action"],
        nonsense: {
          componentId: ["", "x".repeat(101)],
          context: [
            { ...body.context, spaceId: nothing },
            { ...body.context, theme: "blue" }
          ]
        }
      }
    ]
  }
}
