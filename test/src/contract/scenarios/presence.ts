import * as Requests from "../requests.ts"
import type { Call, Scenario } from "../scenarios.ts"
import type { World } from "../world.ts"

const own = {
  by: "reader",
  refused: { who: "guest", status: 404 },
  isUnannounced: true,
  free: ["presenceSession"]
} as const

const session = { presenceSession: "session-1" }

const point = { block: "b1", offset: 1 }

const update = { page: "p1", selection: { anchor: point, head: point } }

type PathOf = (world: World) => Promise<NonNullable<Call["path"]>>

const inSpace: PathOf = async ({ docs }) => ({ spaceId: docs.space, ...session })
const inRequest: PathOf = async (world) => ({ ...(await Requests.ofDocs(world)), ...session })

const announce = (pathOf: PathOf): Scenario => ({
  ...own,
  calls: { 200: async (world) => ({ path: await pathOf(world), body: update }) },
  idle: [
    {
      status: 400,
      call: async (world) => ({ path: await pathOf(world), body: { selection: update.selection } })
    }
  ]
})

export const presence = {
  announcePresence: announce(inSpace),
  announceChangeRequestPresence: announce(inRequest)
} as const
