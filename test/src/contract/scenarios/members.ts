import { Members, OrganizationId, Presence, type Role, Users } from "@quire/core"
import { Clock, Effect } from "effect"
import { as, asSystem } from "../../support/engine.ts"
import { newNumber } from "../numbers.ts"
import type { Call, Make, Scenario } from "../scenarios.ts"
import type { World } from "../world.ts"

/** A new member of an organization. */
export const joined = (world: World, organization: string = world.organization, role: Role.Role | null = "read") =>
  world.api.run(
    Effect.gen(function* () {
      const users = yield* Users.Users
      const members = yield* Members.Members
      const number = newNumber()
      const { id } = yield* users.ensure({
        displayName: `Member ${number}`,
        email: `member-${number}@${world.domain}`,
        emailVerified: true
      })
      yield* members.add(OrganizationId.make(organization), id, role)
      return id
    }).pipe(asSystem, Effect.orDie)
  )

/** A new member of the organization. */
const fresh =
  (body?: unknown): Make =>
  async (world) => ({ path: { organizationId: world.organization, userId: await joined(world) }, body })

/** The only administrator of an organization. */
const alone =
  (body?: unknown): Make =>
  async (world) => ({ path: { organizationId: await world.club(), userId: world.people.admin.id }, body })

/** An organization where the guest is, who was last seen so many milliseconds from now. */
const visited = async (world: World, ahead?: number): Promise<Call> => {
  const id = OrganizationId.make(await world.club())
  const guest = world.people.guest.id
  await world.api.run(
    Effect.gen(function* () {
      const members = yield* Members.Members
      const presence = yield* Presence.Presence
      yield* asSystem(members.add(id, guest, null))
      if (ahead === undefined) return
      const real = yield* Clock.Clock
      const currentTimeMillis = Effect.map(real.currentTimeMillis, (now) => now + ahead)
      const later: Clock.Clock = Object.assign(Object.create(real), { currentTimeMillis })
      yield* Effect.provideService(as(guest)(presence.ping(id)), Clock.Clock, later)
    }).pipe(Effect.orDie)
  )
  return { path: { organizationId: id } }
}

const managing = { by: "admin", refused: { who: "creator", status: 403 } } as const

export const members: Readonly<Record<string, Scenario>> = {
  listMembers: {
    by: "reader",
    refused: { who: "guest", status: 403 },
    calls: { 200: async ({ organization }) => ({ path: { organizationId: organization }, query: "role=guest" }) },
    items: async (world, count) => {
      const organizationId = await world.club()
      for (let at = 2; at < count; at++) await joined(world, organizationId)
      return ["", "order=asc&search=%40"].map((query) => ({ path: { organizationId }, query }))
    }
  },
  getMember: {
    by: "reader",
    refused: { who: "guest", status: 404 },
    calls: {
      200: async ({ organization, people: { admin } }) => ({ path: { organizationId: organization, userId: admin.id } })
    }
  },
  deleteMember: {
    ...managing,
    event: "members.delete",
    calls: {
      205: fresh(),
      204: async ({ organization, people: { stranger } }) => ({
        path: { organizationId: organization, userId: stranger.id }
      })
    },
    idle: [{ status: 412, call: alone() }]
  },
  updateMember: {
    ...managing,
    event: "members.update",
    calls: { 200: fresh({ role: null }) },
    idle: [
      { status: 200, call: fresh({ role: "read" }) },
      { status: 412, call: alone({ role: "create" }) },
      { status: 412, call: alone({ role: null }) }
    ]
  },
  pingOrganization: {
    by: "guest",
    refused: { who: "stranger", status: 404 },
    event: "members.ping",
    calls: { 200: (world) => visited(world) },
    idle: [{ status: 200, call: (world) => visited(world, 3_600_000) }]
  },
  setMemberSso: {
    ...managing,
    event: "members.update",
    calls: { 200: fresh() },
    idle: [
      {
        status: 200,
        call: async (world) => {
          const made = await fresh()(world)
          await world.send("admin", "POST", `/v1/orgs/${world.organization}/members/${made.path?.["userId"]}/sso`)
          return made
        }
      }
    ]
  },
  listMemberSpaces: {
    ...managing,
    calls: { 200: fresh() },
    items: async (world, count) => {
      const organizationId = await world.club()
      for (let at = 0; at < count; at++) await world.send("admin", "POST", `/v1/orgs/${organizationId}/spaces`)
      return ["", "order=asc"].map((query) => ({ path: { organizationId, userId: world.people.reader.id }, query }))
    }
  }
}
