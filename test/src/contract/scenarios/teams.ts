import { Members, Teams, Users } from "@quire/core"
import { Effect } from "effect"
import { as, asSystem } from "../../support/engine.ts"
import { nothing } from "../nothing.ts"
import type { Call, Make, Scenario } from "../scenarios.ts"
import type { Who, World } from "../world.ts"

const administering = { by: "admin", refused: { who: "creator", status: 403 } } as const
const managing = { by: "reader", refused: { who: "creator", status: 403 } } as const
const viewing = { by: "reader", refused: { who: "guest", status: 404 } } as const

/** A team of the world's organization: its owner is the reader, the editor is in it. */
export const team = async (world: World) => {
  const path = { organizationId: world.organization }
  const body = { title: "Team", members: [world.people.editor.id] }
  const { json } = await world.send("admin", "PUT", `/v1/orgs/${world.organization}/teams`, { body })
  const made = { ...path, teamId: String(json.id) }
  const people = `/v1/orgs/${world.organization}/teams/${made.teamId}/members`
  await world.send("admin", "PUT", `${people}/${world.people.reader.id}`, { body: { role: "owner" } })
  return made
}

const ofTeam =
  (more: (world: World) => { readonly user?: Who; readonly body?: unknown } = () => ({})): Make =>
  async (world) => {
    const { body, user } = more(world)
    const path = await team(world)
    return { path: user === undefined ? path : { ...path, userId: world.people[user].id }, body }
  }

const inOrganization =
  (body?: (world: World) => unknown): Make =>
  async (world) => ({ path: { organizationId: world.organization }, body: body?.(world) })

const manyPeople = (world: World, label: string, count: number) =>
  world.api.run(
    asSystem(
      Effect.gen(function* () {
        const users = yield* Users.Users
        const members = yield* Members.Members
        return yield* Effect.forEach(Array.from({ length: count }), (_, at) =>
          Effect.gen(function* () {
            const email = `${label}-${at}@${world.domain}`
            const { id } = yield* users.ensure({ email, displayName: `Person ${at}`, emailVerified: true })
            yield* members.add(world.organization, id, "read")
            return id
          })
        )
      }).pipe(Effect.orDie)
    )
  )

const crowded = async (world: World, count: number): Promise<ReadonlyArray<Call>> => {
  const path = await team(world)
  const members = `/v1/orgs/${world.organization}/teams/${path.teamId}/members`
  const add = await manyPeople(world, path.teamId, count - 2)
  await world.send("admin", "PUT", members, { body: { add } })
  return [{ path }]
}

/** So many teams with one title in all, of a member who owns none. */
const many = async (world: World, title: string, count: number) => {
  const [user = ""] = await manyPeople(world, title, 1)
  const { json } = await world.send("admin", "GET", `/v1/orgs/${world.organization}/teams?limit=0&title=${title}`)
  await world.api.run(
    Effect.orDie(
      Effect.flatMap(Teams.Teams, (teams) =>
        Effect.forEach(Array.from({ length: count - json.count }), () =>
          as(world.people.admin.id)(teams.create(world.organization, { title, members: [user] }))
        )
      )
    )
  )
  return user
}

const listed = async (world: World, count: number): Promise<ReadonlyArray<Call>> => {
  const path = { organizationId: world.organization }
  await many(world, "listed", count)
  return [
    { path, query: "title=listed" },
    { path, query: `title=listed&owner=${world.people.admin.id}` }
  ]
}

export const teams: Readonly<Record<string, Scenario>> = {
  listTeams: {
    by: "reader",
    refused: { who: "guest", status: 403 },
    calls: { 200: inOrganization() },
    items: listed
  },
  createTeam: {
    ...administering,
    event: "teams.create",
    calls: {
      201: inOrganization(({ domain, people }) => ({ title: "New", members: [people.editor.id, `guest@${domain}`] }))
    },
    idle: [
      {
        status: 400,
        call: inOrganization(({ people }) => ({ title: "New", members: [people.editor.id, people.stranger.id] }))
      }
    ]
  },
  getTeam: { ...viewing, calls: { 200: ofTeam() } },
  deleteTeam: {
    ...administering,
    event: "teams.delete",
    calls: {
      204: async (world) => ({ path: { organizationId: world.organization, teamId: nothing } }),
      205: ofTeam()
    }
  },
  updateTeam: {
    ...administering,
    event: "teams.update",
    calls: { 200: ofTeam(() => ({ body: { title: "Renamed" } })) },
    idle: [
      { status: 200, call: ofTeam(() => ({ body: { title: " Team " } })) },
      { status: 400, call: ofTeam(() => ({ body: { title: "x".repeat(65) } })) }
    ]
  },
  listTeamMembers: { ...viewing, calls: { 200: ofTeam() }, items: crowded },
  updateTeamMembers: {
    ...managing,
    event: "teamMembers.update",
    calls: {
      204: ofTeam(({ domain, people }) => ({
        body: {
          add: [people.creator.id],
          memberships: { [`editor@${domain}`]: { role: "owner" } },
          remove: [`guest@${domain}`]
        }
      }))
    },
    idle: [
      { status: 204, call: ofTeam(({ people }) => ({ body: { add: [people.editor.id], remove: [people.guest.id] } })) },
      { status: 204, call: ofTeam(() => ({ body: {} })) },
      { status: 204, call: ofTeam() },
      { status: 400, call: ofTeam(({ people }) => ({ body: { add: [people.guest.id, people.stranger.id] } })) },
      {
        status: 422,
        call: ofTeam(({ people }) => ({
          body: { add: Array(10_000).fill(people.guest.id), remove: [people.creator.id] }
        }))
      }
    ]
  },
  putTeamMember: {
    ...managing,
    event: "teamMembers.update",
    calls: { 204: ofTeam(() => ({ user: "guest" })) },
    idle: [
      { status: 204, call: ofTeam(() => ({ user: "editor", body: {} })) },
      { status: 404, call: ofTeam(() => ({ user: "stranger", body: { role: "owner" } })) }
    ]
  },
  removeTeamMember: {
    ...managing,
    event: "teamMembers.delete",
    calls: { 204: ofTeam(() => ({ user: "creator" })), 205: ofTeam(() => ({ user: "editor" })) }
  },
  listTeamsOfMember: {
    by: "guest",
    refused: { who: "creator", status: 403 },
    calls: {
      200: async ({ organization, people }) => ({ path: { organizationId: organization, userId: people.guest.id } })
    },
    items: async (world, count) => {
      const path = { organizationId: world.organization, userId: await many(world, "joined", count) }
      return [
        { who: "admin", path },
        { who: "admin", path, query: "title=JOIN" }
      ]
    }
  }
}
