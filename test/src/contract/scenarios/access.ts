import { Grants, Members, Spaces, Users } from "@quire/core"
import { Effect } from "effect"
import { as, asSystem } from "../../support/engine.ts"
import { nothing } from "../nothing.ts"
import type { Call, Make, Scenario } from "../scenarios.ts"
import type { World } from "../world.ts"

const administering = { by: "admin", refused: { who: "creator", status: 403 } } as const

type Query = (world: World) => Promise<Readonly<Record<string, string>>>

const asking =
  (query: Query): Make =>
  async (world) => ({
    path: { organizationId: world.organization },
    query: new URLSearchParams(await query(world)).toString()
  })

const changing =
  (change: (world: World) => Promise<object>): Make =>
  async (world) => ({ path: { organizationId: world.organization }, body: { change: await change(world) } })

interface Club {
  readonly organizationId: World["organization"]
  readonly open: string
  readonly closed: string
  size: number
}

/** One for each world: queries name its spaces, and are the same however many it has. */
const clubs = new WeakMap<World, Club>()

const founded = async (world: World): Promise<Club> => {
  const organizationId = (await world.club()) as World["organization"]
  const made = Effect.gen(function* () {
    const spaces = yield* Spaces.Spaces
    const { id: open } = yield* spaces.create(organizationId, {})
    const { id: closed } = yield* spaces.create(organizationId, {})
    yield* spaces.update(closed, { defaultLevel: null })
    const grants = yield* Grants.Grants
    yield* grants.invite({ kind: "space", id: closed }, { users: [world.people.reader.id], role: "edit" })
    return { organizationId, open, closed, size: 2 }
  })
  return world.api.run(Effect.orDie(as(world.people.admin.id)(made)))
}

/** An organization of so many people, who may all read a space that is open, and edit one that is closed. */
const clubOf = async (world: World, count: number): Promise<ReadonlyArray<Call>> => {
  const club = clubs.get(world) ?? (await founded(world))
  clubs.set(world, club)
  const { closed, open, organizationId } = club
  const join = Effect.gen(function* () {
    const users = yield* Users.Users
    const members = yield* Members.Members
    const grants = yield* Grants.Grants
    for (; club.size < count; club.size++) {
      const email = `club-${club.size}@${world.domain}`
      const { id } = yield* users.ensure({ email, displayName: `Member ${club.size}` })
      yield* members.add(organizationId, id, "comment")
      yield* grants.invite({ kind: "space", id: closed }, { users: [id], role: "edit" })
    }
  })
  await world.api.run(Effect.orDie(asSystem(join)))
  const queries = ["organization:view", `content:read&space=${open}`, `content:edit&space=${closed}`]
  return queries.map((query) => ({ who: "admin", path: { organizationId }, query: `permission=${query}` }))
}

const reader = async ({ people }: World) => people.reader.id

export const access: Readonly<Record<string, Scenario>> = {
  explainAccess: {
    ...administering,
    calls: {
      200: asking(async (world) => ({
        user: await reader(world),
        permission: "content:edit",
        collection: await world.collection()
      }))
    },
    idle: [
      { status: 200, call: asking(async (world) => ({ user: await reader(world), permission: "organization:admin" })) },
      { status: 400, call: asking(async (world) => ({ user: await reader(world), permission: "content:edit" })) },
      { status: 400, call: asking(async (world) => ({ user: await reader(world), permission: "content:own" })) },
      { status: 400, call: asking(async () => ({ user: nothing, permission: "organization:view" })) },
      {
        status: 400,
        call: asking(async (world) => ({ user: await reader(world), permission: "content:read", space: nothing }))
      },
      {
        status: 400,
        call: asking(async (world) => ({ user: await reader(world), permission: "content:view", site: nothing }))
      }
    ]
  },
  listMembersWhoCan: {
    ...administering,
    calls: { 200: asking(async (world) => ({ permission: "content:create", space: await world.space() })) },
    idle: [
      { status: 400, call: asking(async () => ({ permission: "content:read" })) },
      { status: 400, call: asking(async () => ({ permission: "content:read", collection: nothing })) },
      { status: 400, call: asking(async () => ({ permission: "organization:view", page: "nonsense" })) }
    ],
    items: clubOf
  },
  askWhatIf: {
    ...administering,
    isQuestion: true,
    calls: { 200: changing(async (world) => ({ type: "member-role", user: await reader(world), role: "create" })) },
    idle: [
      { status: 400, call: changing(async () => ({ type: "member-removed", user: nothing })) },
      {
        status: 409,
        call: changing(async (world) => ({ type: "move", space: await world.space(), parent: null }))
      },
      { status: 412, call: changing(async ({ people }) => ({ type: "member-removed", user: people.admin.id })) }
    ]
  }
}
