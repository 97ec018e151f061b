import { Context, Effect, Layer, Result, Schema } from "effect"
import { type OrganizationId, type TeamId, UserId } from "../../foundation/id/Ids.ts"
import { noLimit } from "../../foundation/paging/Paging.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { ReferenceNotFound } from "../access/Access.ts"
import * as Member from "../member/Member.ts"
import { collection as memberCollection, rowId as memberRowId } from "../member/Member.ts"
import * as User from "../user/User.ts"
import { collection as userCollection } from "../user/User.ts"
import type * as Team from "./Team.ts"
import { limits, TooManyTeamsOfMember, collection as teamCollection } from "./Team.ts"
import { collection, rowId, type TeamMember, type TeamRole } from "./TeamMember.ts"

/** A user's role in a team before and after a change; null is none. */
export interface PlaceChange {
  readonly team: TeamId
  readonly user: UserId
  readonly before: TeamRole | null
  readonly after: TeamRole | null
}

const setTeam = (teams: ReadonlyArray<string>, team: string, isIn: boolean): ReadonlyArray<string> =>
  isIn === teams.includes(team) ? teams : isIn ? [...teams, team] : teams.filter((each) => each !== team)

/** The member with a role in a team, or null for none. */
export const setPlace = (self: Member.Member, team: string, role: TeamRole | null): Member.Member => ({
  ...self,
  teams: setTeam(self.teams, team, role !== null),
  ownedTeams: setTeam(self.ownedTeams, team, role === "owner")
})

/** The roles before or after the changes, as shown in events. */
export const rolesOf = (changes: ReadonlyArray<PlaceChange>, when: "before" | "after") =>
  changes.map((change) => ({ user: change.user, role: change[when] }))

/** The change in the number of members: -1, 0 or 1. */
const countGrowth = ({ after, before }: PlaceChange): number => (after === null ? 0 : 1) - (before === null ? 0 : 1)

const tallyGrowth = (changes: ReadonlyArray<PlaceChange>, keyOf: (change: PlaceChange) => string) => {
  const tally = new Map<string, number>()
  for (const change of changes) tally.set(keyOf(change), (tally.get(keyOf(change)) ?? 0) + countGrowth(change))
  return [...tally].filter(([, by]) => by !== 0)
}

/**
 * Writes team memberships: the rows of team members, the teams in the rows of members, and the counters of both. Used
 * inside a mutation that has locked the organization's tree. The caller checks permission.
 */
export class TeamRoster extends Context.Service<TeamRoster>()("@quire/core/TeamRoster", {
  make: Effect.gen(function* () {
    const members = yield* Repository.make(memberCollection)
    const teams = yield* Repository.make(teamCollection)
    const rows = yield* Repository.make(collection)

    const writeRows = Effect.fnUntraced(function* (
      organization: OrganizationId,
      changes: ReadonlyArray<PlaceChange>,
      seen: ReadonlyMap<string, Repository.VersionedValue<TeamMember>>
    ) {
      const gone: Array<string> = []
      const made: Array<TeamMember> = []
      const moved: Array<{ readonly seen: Repository.VersionedValue<TeamMember>; readonly next: TeamMember }> = []
      for (const { after: role, team, user } of changes) {
        const id = rowId(team, user)
        const row = seen.get(id)
        if (role === null) gone.push(id)
        else if (row === undefined) made.push({ id, organization, team, user, role })
        else moved.push({ seen: row, next: { ...row.value, role } })
      }
      yield* rows.remove(gone)
      yield* rows.insertAll(made)
      yield* rows.updateAll(moved)
    })

    /** Locks members as well: pings and changes of names are written without locking the tree. */
    const writeMembers = Effect.fnUntraced(function* (
      organization: OrganizationId,
      changes: ReadonlyArray<PlaceChange>
    ) {
      const seen = yield* members.lock(changes.map(({ user }) => memberRowId(organization, user)))
      const next = new Map(Array.from(seen, ([id, { value }]) => [id, value]))
      for (const { after, team, user } of changes) {
        const id = memberRowId(organization, user)
        const self = next.get(id)
        if (self === undefined) continue
        const changed = setPlace(self, team, after)
        if (changed.teams.length > Math.max(self.teams.length, limits.teamsOfMember)) {
          return yield* new TooManyTeamsOfMember({ user, limit: limits.teamsOfMember })
        }
        next.set(id, changed)
      }
      const pairs = Array.from(seen, ([id, row]) => ({ seen: row, next: next.get(id) ?? row.value }))
      yield* members.updateAll(pairs)
    })

    const write = Effect.fnUntraced(function* (
      organization: OrganizationId,
      changes: ReadonlyArray<PlaceChange>,
      seen: ReadonlyMap<string, Repository.VersionedValue<TeamMember>>
    ) {
      yield* writeMembers(organization, changes)
      yield* writeRows(organization, changes, seen)
      for (const [team, by] of tallyGrowth(changes, ({ team }) => team)) yield* teams.add(team, { members: by })
      for (const [id, by] of tallyGrowth(changes, ({ user }) => memberRowId(organization, user))) {
        yield* members.add(id, { teams: by })
      }
    })

    /** Gives members of the organization their roles in a team; returns the changes. */
    const setPlaces = Effect.fnUntraced(function* (organization: OrganizationId, team: TeamId, wanted: Team.Places) {
      const seen = yield* rows.getMany(Array.from(wanted.keys(), (user) => rowId(team, user)))
      const changes = Array.from(wanted, ([user, after]): PlaceChange => {
        const before = seen.get(rowId(team, user))?.value.role ?? null
        return { team, user, before, after }
      }).filter(({ after, before }) => after !== before)
      if (changes.length > 0) yield* write(organization, changes, seen)
      return changes
    })

    const removePlaces = Effect.fnUntraced(function* (
      organization: OrganizationId,
      from: ReadonlyArray<Repository.VersionedValue<TeamMember>>
    ) {
      const changes = from.map(
        ({ value: { role, team, user } }): PlaceChange => ({ team, user, before: role, after: null })
      )
      if (changes.length > 0) yield* Effect.orDie(write(organization, changes, new Map()))
      return changes
    })

    /** Removes a member from a team. */
    const leave = Effect.fnUntraced(function* (organization: OrganizationId, team: TeamId, user: UserId) {
      return yield* removePlaces(organization, [...(yield* rows.getMany([rowId(team, user)])).values()])
    })

    /** Removes a member from every team. */
    const leaveAll = Effect.fnUntraced(function* (organization: OrganizationId, user: UserId) {
      const equals = { organization, user }
      yield* removePlaces(organization, yield* rows.list("ofUser", { equals, limit: noLimit }))
    })

    /** Removes all members from a team. */
    const disband = Effect.fnUntraced(function* (organization: OrganizationId, team: TeamId) {
      return yield* removePlaces(organization, yield* rows.list("inTeam", { equals: { team }, limit: noLimit }))
    })

    return { setPlaces, leave, leaveAll, disband } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}

/** A reference to a user (id or address) in a body, and its path there. */
export interface Name {
  readonly name: string
  readonly field: string
}

/** The names in a list of a body. */
export const toNames = (field: string, names: ReadonlyArray<string> = []): ReadonlyArray<Name> =>
  names.map((name, at) => ({ name, field: `${field}.${at}` }))

/** Placeholder for the owner of an unknown address, so that the queries are the same as for a known one. */
const unknownUser = UserId.make("nobody")

const isId = Schema.is(UserId)
const parseAddress = (name: string) => Result.getOrUndefined(Schema.decodeResult(User.Email)(name))

/** Resolves names in bodies, user ids or email addresses, to members of an organization (rule team-names). */
export class TeamNames extends Context.Service<TeamNames>()("@quire/core/TeamNames", {
  make: Effect.gen(function* () {
    const users = yield* Repository.make(userCollection)
    const members = yield* Repository.make(memberCollection)

    const findByAddress = Effect.fnUntraced(function* (addresses: ReadonlyArray<string>) {
      if (addresses.length === 0) return new Map<string, UserId>()
      const query = { equals: { email: { in: addresses } }, limit: addresses.length }
      return new Map((yield* users.list("byEmail", query)).map(({ value }) => [value.email, value.id]))
    })

    /** Returns the users of the names, in order; fails at the first name that no member of the organization has. */
    const resolveNames = Effect.fnUntraced(function* (organization: OrganizationId, names: ReadonlyArray<Name>) {
      const addresses = new Set(names.flatMap(({ name }) => (isId(name) ? [] : (parseAddress(name) ?? []))))
      const known = yield* findByAddress([...addresses])
      const meant = names.map(({ name }) => (isId(name) ? name : (known.get(parseAddress(name) ?? "") ?? unknownUser)))
      const people = yield* members.getMany(meant.map((user) => Member.rowId(organization, user)))
      return yield* Effect.forEach(names, ({ field, name }, at) => {
        const user = meant[at]
        return user !== undefined && people.has(Member.rowId(organization, user))
          ? Effect.succeed(user)
          : new ReferenceNotFound({ field, id: name })
      })
    })

    return { resolveNames } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}
