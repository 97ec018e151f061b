import { Members, Teams, Users } from "@quire/core"
import { Effect } from "effect"
import { as, asSystem } from "../../support/engine.ts"
import { nothing } from "../nothing.ts"
import { newNumber } from "../numbers.ts"
import type { Call, Make, Scenario } from "../scenarios.ts"
import type { Who, World } from "../world.ts"

const creating = { by: "creator", refused: { who: "reviewer", status: 403 } } as const
const administering = { by: "admin", refused: { who: "creator", status: 403 } } as const
const whoOf = (kind: Kind) => (kind === "site" ? administering : creating)

type Kind = "space" | "collection" | "site"
type Holder = "user" | "team"
type Path = Readonly<Record<string, string>>

const madeSite = async (world: World, organizationId: string = world.organization): Promise<Path> => {
  const { json } = await world.send("admin", "POST", `/v1/orgs/${organizationId}/sites`, { body: {} })
  return { organizationId, siteId: String(json["id"]) }
}

const made = async (world: World, kind: Kind): Promise<Path> =>
  kind === "site" ? madeSite(world) : { [`${kind}Id`]: await world[kind]() }

const permissions = ({ collectionId, organizationId, siteId, spaceId }: Path) => {
  if (siteId !== undefined) return `/v1/orgs/${organizationId}/sites/${siteId}/permissions`
  return spaceId === undefined ? `/v1/collections/${collectionId}/permissions` : `/v1/spaces/${spaceId}/permissions`
}

const give = (world: World, path: Path, body: object) => world.send("admin", "POST", permissions(path), { body })

/** New teams of an organization, without members. */
const teams = (world: World, count: number) =>
  world.api.run(
    as(world.people.admin.id)(
      Effect.flatMap(Teams.Teams, (teams) =>
        Effect.forEach(Array.from({ length: count }), (_, at) =>
          Effect.map(teams.create(world.organization, { title: `Team ${at}` }), ({ id }) => id)
        )
      ).pipe(Effect.orDie)
    )
  )

/** New members of an organization who may read. */
const crowd = (world: World, organization: World["organization"], count: number) =>
  world.api.run(
    asSystem(
      Effect.gen(function* () {
        const users = yield* Users.Users
        const members = yield* Members.Members
        const label = `crowd-${newNumber()}`
        return yield* Effect.forEach(Array.from({ length: count }), (_, at) =>
          Effect.gen(function* () {
            const email = `${label}-${at}@${world.domain}`
            const { id } = yield* users.ensure({ email, displayName: `Reader ${at}`, emailVerified: true })
            yield* members.add(organization, id, "read")
            return id
          })
        )
      }).pipe(Effect.orDie)
    )
  )

const holderOf = async (world: World, holder: Holder) =>
  holder === "user" ? world.people.editor.id : String((await teams(world, 1))[0])

/** A thing on which a member or team has a role, and the path of that. */
export const granted = async (world: World, kind: Kind, holder: Holder, role = "edit"): Promise<Path> => {
  const [path, id] = [await made(world, kind), await holderOf(world, holder)]
  await give(world, path, { [`${holder}s`]: [id], role })
  return { ...path, [`${holder}Id`]: id }
}

const ungranted = async (world: World, kind: Kind, holder: Holder): Promise<Path> => ({
  ...(await made(world, kind)),
  [`${holder}Id`]: await holderOf(world, holder)
})

/** Every caller who may give roles on a site has a sufficient role. */
const whereRolesCount = (kind: Kind, idle: NonNullable<Scenario["idle"]>): NonNullable<Scenario["idle"]> =>
  kind === "site" ? idle.filter(({ status }) => status !== 403) : idle

const inviting = (kind: Kind): Scenario => ({
  ...whoOf(kind),
  event: "grants.update",
  calls: {
    204: async (world) => ({
      path: await made(world, kind),
      body: { users: [world.people.reader.id, world.people.guest.id], teams: await teams(world, 1), role: "create" }
    })
  },
  idle: whereRolesCount(kind, [
    {
      status: 204,
      call: async (world) => ({
        path: await granted(world, kind, "user"),
        body: { users: [world.people.editor.id], teams: [], role: "edit" }
      })
    },
    ...[{ role: "edit" }, { users: [], teams: [], role: "edit" }].map((body) => ({
      status: 400,
      call: async (world: World) => ({ path: await made(world, kind), body })
    })),
    {
      status: 400,
      call: async (world) => ({
        path: await made(world, kind),
        body: { users: [world.people.reader.id, world.people.stranger.id], role: "edit" }
      })
    },
    {
      status: 400,
      call: async (world) => ({
        path: await made(world, kind),
        body: { users: [world.people.reader.id], teams: [nothing], role: "edit" }
      })
    },
    {
      status: 403,
      call: async (world) => ({
        path: await made(world, kind),
        body: { users: [world.people.reader.id], role: "admin" }
      })
    },
    {
      status: 403,
      call: async (world) => ({
        path: await granted(world, kind, "user", "admin"),
        body: { users: [world.people.reader.id, world.people.editor.id], role: "read" }
      })
    }
  ])
})

const changing = (kind: Kind, holder: Holder): Scenario => ({
  ...whoOf(kind),
  event: "grants.update",
  calls: { 204: async (world) => ({ path: await granted(world, kind, holder), body: { role: "review" } }) },
  idle: whereRolesCount(kind, [
    { status: 204, call: async (world) => ({ path: await granted(world, kind, holder), body: { role: "edit" } }) },
    { status: 404, call: async (world) => ({ path: await ungranted(world, kind, holder), body: { role: "edit" } }) },
    { status: 403, call: async (world) => ({ path: await granted(world, kind, holder), body: { role: "admin" } }) },
    {
      status: 403,
      call: async (world) => ({ path: await granted(world, kind, holder, "admin"), body: { role: "read" } })
    }
  ])
})

const removing = (kind: Kind, holder: Holder): Scenario => ({
  ...whoOf(kind),
  event: "grants.delete",
  calls: {
    204: async (world) => ({ path: await ungranted(world, kind, holder) }),
    205: async (world) => ({ path: await granted(world, kind, holder) })
  },
  idle: whereRolesCount(kind, [
    { status: 403, call: async (world) => ({ path: await granted(world, kind, holder, "admin") }) }
  ])
})

const read =
  (kind: Kind): Make =>
  async (world) => ({ path: await made(world, kind) })

const who: Who = "admin"

const listing = (kind: Kind, holder: Holder): Scenario => ({
  ...whoOf(kind),
  calls: { 200: async (world) => ({ path: await granted(world, kind, holder) }) },
  items: async (world, count) => {
    const path = await made(world, kind)
    const ids = holder === "user" ? await crowd(world, world.organization, count) : await teams(world, count)
    await give(world, path, { [`${holder}s`]: ids, role: "comment" })
    return [{ path, who }]
  }
})

/** Something open, and something closed with grants to all but the administrator, in a club of so many members. */
const clubbed = async (world: World, kind: Kind, count: number): Promise<ReadonlyArray<Call>> => {
  const organization = await world.club()
  const users = [world.people.reader.id, ...(await crowd(world, organization as World["organization"], count - 2))]
  if (kind === "site") {
    const path = await madeSite(world, organization)
    await give(world, path, { users, role: "edit" })
    return [{ path, who }]
  }
  const calls: Array<Call> = []
  for (const defaultLevel of ["inherit", null]) {
    const { json } = await world.send("admin", "POST", `/v1/orgs/${organization}/${kind}s`, { body: {} })
    const path = { [`${kind}Id`]: String(json["id"]) }
    if (defaultLevel === null) {
      await world.send("admin", "PATCH", `/v1/${kind}s/${json["id"]}`, { body: { defaultLevel } })
      await give(world, path, { users, role: "edit" })
    }
    calls.push({ path, who })
  }
  return calls
}

const aggregate = (kind: Kind): Scenario => ({
  ...whoOf(kind),
  calls: { 200: read(kind) },
  items: (world, count) => clubbed(world, kind, count)
})

export const grants: Readonly<Record<string, Scenario>> = {
  inviteToSpace: inviting("space"),
  listSpaceUserPermissions: listing("space", "user"),
  updateSpaceUserPermission: changing("space", "user"),
  removeSpaceUserPermission: removing("space", "user"),
  listSpaceTeamPermissions: listing("space", "team"),
  updateSpaceTeamPermission: changing("space", "team"),
  removeSpaceTeamPermission: removing("space", "team"),
  listSpacePermissionsAggregate: aggregate("space"),

  inviteToCollection: inviting("collection"),
  listCollectionUserPermissions: listing("collection", "user"),
  updateCollectionUserPermission: changing("collection", "user"),
  removeCollectionUserPermission: removing("collection", "user"),
  listCollectionTeamPermissions: listing("collection", "team"),
  updateCollectionTeamPermission: changing("collection", "team"),
  removeCollectionTeamPermission: removing("collection", "team"),
  listCollectionPermissionsAggregate: aggregate("collection"),

  inviteToSite: inviting("site"),
  listSiteUserPermissions: listing("site", "user"),
  updateSiteUserPermission: changing("site", "user"),
  removeSiteUserPermission: removing("site", "user"),
  listSiteTeamPermissions: listing("site", "team"),
  updateSiteTeamPermission: changing("site", "team"),
  removeSiteTeamPermission: removing("site", "team"),
  listSitePermissionsAggregate: aggregate("site")
}
