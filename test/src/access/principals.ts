import {
  ApiTokens,
  Grant,
  GrantLedger,
  Member,
  Members,
  type OrganizationId,
  Placements,
  PublishedLookups,
  Repository,
  type Role,
  Sites,
  Spaces,
  TeamId,
  type UserId,
  Users
} from "@quire/core"
import { Mutation, Team, TeamMember } from "@quire/core/internal"
import { Effect, Option } from "effect"
import type { Who, World } from "../contract/world.ts"
import { as, asSystem } from "../support/engine.ts"

/** The role of a principal, and their grants on the object of the call. */
export interface Part {
  /** Role in the organization: null is a guest, absent an outsider. */
  readonly role?: Role.Role | null
  /** Granted to them on the thing itself. */
  readonly grant?: Role.Role
  /** Granted on the thing to a team that they are in. */
  readonly teamGrant?: Role.Role
  /** Owns the team at hand, if one is. */
  readonly ownsTeam?: true
  /** Is in the team at hand. */
  readonly inTeam?: true
  /** Made the thing at hand. */
  readonly made?: true
  readonly disabled?: true
  /** Why their token is worth nothing. */
  readonly token?: "none" | "unknown" | "revoked" | "expired"
  /** Has no personal token, but one for the published content of a site that no cell is about. */
  readonly readsSite?: true
  /** Administers another organization: the one of the foreign cells. */
  readonly elsewhere?: true
}

/** Everybody who is tried on every endpoint. */
export const parts = {
  admin: { role: "admin" },
  creator: { role: "create" },
  reviewer: { role: "review" },
  editor: { role: "edit" },
  commenter: { role: "comment" },
  reader: { role: "read" },
  guest: { role: null },
  granted: { role: null, grant: "create" },
  lowered: { role: "create", grant: "read" },
  inTeam: { role: null, teamGrant: "review", inTeam: true },
  teamOwner: { role: "read", ownsTeam: true, inTeam: true },
  maker: { role: "read", made: true },
  disabled: { role: "create", grant: "create", teamGrant: "create", ownsTeam: true, disabled: true },
  stranger: {},
  foreigner: { elsewhere: true },
  anonymous: { token: "none" },
  unknown: { token: "unknown" },
  revoked: { role: "admin", token: "revoked" },
  expired: { role: "admin", token: "expired" },
  contentToken: { readsSite: true }
} as const satisfies Readonly<Record<string, Part>>

export type Principal = keyof typeof parts

export const partOf = (principal: Principal): Part => parts[principal]

export const principals = Object.keys(parts) as ReadonlyArray<Principal>

export interface Player {
  readonly id: UserId
  readonly token: string | undefined
}

export type Cast = Readonly<Record<Principal, Player>> & {
  /** The team that `inTeam` is in, which is granted things. */
  readonly team: TeamId
  /** A reader and an empty team, who are not tried and may be given anything. */
  readonly bystander: UserId
  readonly bystanders: TeamId
}

/** How a thing is open to those without a grant. */
export const visibilities = ["inherit", "level", "closed", "in-collection"] as const
export type Visibility = (typeof visibilities)[number]

/** The explicit level of a thing, and that of the collection it is put in. */
export const levels = { level: "comment", collection: "review" } as const

/** Runs inside a mutation that holds the organization's tree. */
const locked = <A, E, R>(organization: OrganizationId, body: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const { mutate } = yield* Effect.provide(Mutation.Mutation, Mutation.Mutation.layer)
    const placements = yield* Placements.Placements
    return yield* mutate(Effect.andThen(placements.lock(organization), body))
  }).pipe(asSystem, Effect.orDie)

const newTeam = Effect.fnUntraced(function* (organization: OrganizationId, id: string) {
  const teams = yield* Repository.make(Team.collection)
  const team = TeamId.make(id)
  yield* teams.insert({ id: team, organization, title: "Cast", createdAt: 0 })
  return team
}, Effect.orDie)

/** Adds a user to a team, unless they are in it. */
const enlist = Effect.fnUntraced(function* (
  organization: OrganizationId,
  team: TeamId,
  user: UserId,
  role: TeamMember.TeamRole
) {
  const members = yield* Repository.make(Member.collection)
  const teams = yield* Repository.make(Team.collection)
  const places = yield* Repository.make(TeamMember.collection)
  const seen = yield* Effect.flatMap(members.get(Member.rowId(organization, user)), Effect.fromOption)
  if (seen.value.teams.includes(team)) return
  yield* places.insert({ id: TeamMember.rowId(team, user), organization, team, user, role })
  const owned = role === "owner" ? [team] : []
  yield* members.update(seen, {
    ...seen.value,
    teams: [...seen.value.teams, team],
    ownedTeams: [...seen.value.ownedTeams, ...owned]
  })
  yield* members.add(seen.value.id, { teams: 1 })
  yield* teams.add(team, { members: 1 })
}, Effect.orDie)

/** A content token for a new site of the world. */
const contentToken = Effect.fnUntraced(function* (world: World) {
  const spaces = yield* Spaces.Spaces
  const sites = yield* Sites.Sites
  const lookups = yield* PublishedLookups.PublishedLookups
  const admin = as(world.people.admin.id)
  const { id } = yield* admin(spaces.create(world.organization, { title: "Read by token" }))
  const site = yield* admin(sites.create(world.organization, { title: "Read by token", spaces: [id] }))
  const { urls } = yield* admin(sites.publish(world.organization, site.id))
  const found = yield* lookups.find({ url: urls.published ?? "" })
  return "apiToken" in found ? found.apiToken : undefined
})

const player = Effect.fnUntraced(function* (world: World, name: Principal) {
  const users = yield* Users.Users
  const tokens = yield* ApiTokens.ApiTokens
  const members = yield* Members.Members
  const part = partOf(name)
  const user = yield* asSystem(
    users.ensure({ email: `${name}-cast@${world.domain}`, displayName: name, emailVerified: true })
  )
  if (part.role !== undefined) yield* asSystem(members.add(world.organization, user.id, part.role))
  if (part.disabled === true) yield* asSystem(members.disable(world.organization, user.id))
  if (part.readsSite === true) return { id: user.id, token: yield* contentToken(world) }
  if (part.token === "none") return { id: user.id, token: undefined }
  if (part.token === "unknown") return { id: user.id, token: "quire_unknown" }
  const expiresAt = part.token === "expired" ? { expiresAt: 1 } : {}
  const { record, token } = yield* asSystem(tokens.create(user.id, { label: name, ...expiresAt }))
  if (part.token === "revoked") yield* as(user.id)(tokens.revoke(record.id))
  return { id: user.id, token }
}, Effect.orDie)

/** Those of the world, and the rest of the cast; the foreigner is the administrator of the other world. */
export const make = async (world: World, elsewhere: World): Promise<Cast> => {
  const given = new Set(Object.keys(world.people))
  const entries: Array<readonly [string, Player]> = []
  for (const name of principals) {
    if (name === "foreigner") entries.push([name, elsewhere.people.admin])
    else if (given.has(name)) entries.push([name, world.people[name as Who]])
    else entries.push([name, await world.api.run(player(world, name))])
  }
  const cast = Object.fromEntries(entries) as Readonly<Record<Principal, Player>>
  const team = await world.api.run(
    locked(
      world.organization,
      Effect.gen(function* () {
        const made = yield* newTeam(world.organization, `t-${world.organization}`)
        yield* enlist(world.organization, made, cast.inTeam.id, "member")
        yield* enlist(world.organization, made, cast.disabled.id, "member")
        return made
      })
    )
  )
  const bystander = await world.api.run(
    Effect.gen(function* () {
      const users = yield* Users.Users
      const members = yield* Members.Members
      const { id } = yield* users.ensure({
        email: `bystander@${world.domain}`,
        displayName: "bystander",
        emailVerified: true
      })
      yield* members.add(world.organization, id, "read")
      return id
    }).pipe(asSystem, Effect.orDie)
  )
  const bystanders = await world.api.run(
    locked(world.organization, newTeam(world.organization, `b-${world.organization}`))
  )
  return { ...cast, team, bystander, bystanders }
}

/** A collection at the top level with an explicit access level. */
export const shelf = async (world: World): Promise<string> => {
  const id = await world.collection({ title: "Shelf" })
  await world.send("admin", "PATCH", `/v1/collections/${id}`, { body: { defaultLevel: levels.collection } })
  return id
}

const levelOf = { inherit: "inherit", level: levels.level, closed: null, "in-collection": "inherit" } as const

/** Makes a thing as open as wanted, by nothing that an endpoint does, and gives the cast what is theirs on it. */
export const situate = (world: World, cast: Cast, id: string, visibility: Visibility, shelfId: string) =>
  world.api.run(
    locked(
      world.organization,
      Effect.gen(function* () {
        const tree = yield* Placements.Placements
        const ledger = yield* GrantLedger.GrantLedger
        const found = Option.getOrUndefined(yield* tree.placements.get(id))
        if (found === undefined || found.value.organization !== world.organization) return
        const made = { ...found, value: { ...found.value, createdBy: cast.maker.id } }
        const parentId = visibility === "in-collection" ? shelfId : null
        const parent =
          parentId === null ? null : (yield* Effect.flatMap(tree.placements.get(parentId), Effect.fromOption)).value
        yield* tree.change(made, parent, { level: levelOf[visibility], position: found.value.position })
        const grants = yield* Repository.make(Grant.collection)
        for (const { value } of yield* grants.list("onResource", { equals: { resource: id }, limit: 1000 })) {
          yield* ledger.remove(yield* Effect.flatMap(tree.placements.get(id), Effect.fromOption), value.reader)
        }
        for (const reader of [`user:${cast.bystander}`, `team:${cast.bystanders}`]) {
          yield* ledger.set(yield* Effect.flatMap(tree.placements.get(id), Effect.fromOption), reader, "edit")
        }
        for (const name of principals) {
          const { grant, teamGrant } = partOf(name)
          const placed = yield* Effect.flatMap(tree.placements.get(id), Effect.fromOption)
          if (grant !== undefined) yield* ledger.set(placed, `user:${cast[name].id}`, grant)
          if (teamGrant !== undefined && name === "inTeam") yield* ledger.set(placed, `team:${cast.team}`, teamGrant)
        }
      })
    )
  )

/** Removes a user from a team, or their ownership of it. */
const demote = Effect.fnUntraced(function* (
  organization: OrganizationId,
  team: TeamId,
  user: UserId,
  isLeaving: boolean
) {
  const members = yield* Repository.make(Member.collection)
  const teams = yield* Repository.make(Team.collection)
  const places = yield* Repository.make(TeamMember.collection)
  const place = Option.getOrUndefined(yield* places.get(TeamMember.rowId(team, user)))
  if (place === undefined) return
  const seen = yield* Effect.flatMap(members.get(Member.rowId(organization, user)), Effect.fromOption)
  const without = (ids: ReadonlyArray<string>) => ids.filter((id) => id !== team)
  const { ownedTeams, teams: joined } = seen.value
  yield* members.update(seen, {
    ...seen.value,
    ownedTeams: without(ownedTeams),
    teams: isLeaving ? without(joined) : joined
  })
  if (!isLeaving) {
    yield* places.update(place, { ...place.value, role: "member" })
    return
  }
  yield* places.remove([place.value.id])
  yield* members.add(seen.value.id, { teams: -1 })
  yield* teams.add(team, { members: -1 })
}, Effect.orDie)

/** Puts the cast into a team that a call names; no other user owns it, and no other guest is in it. */
export const staff = (world: World, cast: Cast, team: string) =>
  world.api.run(
    locked(
      world.organization,
      Effect.gen(function* () {
        const teams = yield* Repository.make(Team.collection)
        const found = Option.getOrUndefined(yield* teams.get(team))
        if (found === undefined || found.value.organization !== world.organization) return
        for (const name of principals) {
          const { inTeam, ownsTeam, role } = partOf(name)
          if (role === undefined || inTeam === true || ownsTeam === true) continue
          yield* demote(world.organization, found.value.id, cast[name].id, role === null)
        }
        yield* enlist(world.organization, found.value.id, cast.teamOwner.id, "owner")
        yield* enlist(world.organization, found.value.id, cast.disabled.id, "owner")
        yield* enlist(world.organization, found.value.id, cast.inTeam.id, "member")
      })
    )
  )

/** Gives everybody their place in the organization again, after calls that changed it. */
export const restore = (world: World, cast: Cast) =>
  world.api.run(
    locked(
      world.organization,
      Effect.gen(function* () {
        const members = yield* Repository.make(Member.collection)
        const joins = yield* Members.Members
        for (const name of principals) {
          const { disabled = false, role } = partOf(name)
          const id = Member.rowId(world.organization, cast[name].id)
          if (role === undefined) {
            yield* members.remove([id])
            continue
          }
          if (Option.isNone(yield* members.get(id))) yield* joins.add(world.organization, cast[name].id, role)
          const seen = yield* Effect.flatMap(members.get(id), Effect.fromOption)
          yield* members.update(seen, { ...seen.value, role, disabled })
        }
      })
    )
  )

/** Takes everybody but the foreigner out of the other organization, after calls that let them in. */
export const expel = (elsewhere: World, cast: Cast) =>
  elsewhere.api.run(
    locked(
      elsewhere.organization,
      Effect.gen(function* () {
        const members = yield* Repository.make(Member.collection)
        const others = principals.filter((name) => name !== "foreigner")
        yield* members.remove(others.map((name) => Member.rowId(elsewhere.organization, cast[name].id)))
      })
    )
  )

export const idsOf = (cast: Cast): Readonly<Record<Principal, string>> => {
  const ids: Record<string, string> = {}
  for (const name of principals) ids[name] = cast[name].id
  return ids as Record<Principal, string>
}

export const setDisabled = (world: World, user: UserId, disabled: boolean) =>
  world.api.run(
    Effect.flatMap(Members.Members, (members) =>
      disabled ? members.disable(world.organization, user) : members.enable(world.organization, user)
    ).pipe(asSystem, Effect.orDie)
  )
