import { joined } from "../scenarios/members.ts"
import type { Aimed } from "../seeds.ts"
import type { World } from "../world.ts"

export const members: Readonly<Record<string, (world: World) => Promise<ReadonlyArray<Aimed>>>> = {
  updateMember: async (world) => [
    {
      path: { organizationId: world.organization, userId: await joined(world) },
      body: { role: "review" },
      nullable: ["role"],
      nonsense: { role: ["", "guest", "Read", "owner", "inherit", "null"] }
    }
  ]
}
