import { Context, Effect, Layer, Option, Schema } from "effect"
import { Events } from "../../foundation/events/Events.ts"
import { type OrganizationId, type TeamId, UserId } from "../../foundation/id/Ids.ts"
import { checked } from "../../foundation/input/Input.ts"
import { operation } from "../../foundation/operation/Operation.ts"
import { type PageRequest, Paging } from "../../foundation/paging/Paging.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { Access, MemberNotFound, ReferenceNotFound } from "../access/Access.ts"
import { type Member, collection as memberCollection, rowId as memberRowId } from "../member/Member.ts"
import { MemberViews } from "../member/UserViews.ts"
import { TreeLock } from "../placement/TreeLock.ts"
import * as Team from "./Team.ts"
import {
  contradictingRoles,
  limits,
  type NamedPeople,
  resolvePlaces,
  TeamMemberPut,
  TeamMembersUpdate,
  TooManyMembershipChanges
} from "./Team.ts"
import { collection, rowId, type TeamRole } from "./TeamMember.ts"
import type { TeamMemberView } from "./TeamMemberView.ts"
import * as TeamRoster from "./TeamRoster.ts"
import { type PlaceChange, rolesOf } from "./TeamRoster.ts"

const checkUpdate = checked(TeamMembersUpdate)
const checkPut = checked(TeamMemberPut)
const isUserId = Schema.is(UserId)

/** Resolves names to users, in order; fails at the first name that no user has. */
type FindPeople = (names: ReadonlyArray<TeamRoster.Name>) => Effect.Effect<ReadonlyArray<UserId>, ReferenceNotFound>

const isGuest = (member: Member | null): boolean => member !== null && member.role === null

/** The members of a team. Administrators and the team's owners may change them (rule team-owners). */
export class TeamMembers extends Context.Service<TeamMembers>()("@quire/core/TeamMembers", {
  make: Effect.gen(function* () {
    const access = yield* Access
    const { decideAndLock } = yield* TreeLock
    const { resolveNames } = yield* TeamRoster.TeamNames
    const roster = yield* TeamRoster.TeamRoster
    const events = yield* Events
    const { paged } = yield* Paging
    const views = yield* MemberViews
    const rows = yield* Repository.make(collection)
    const members = yield* Repository.make(memberCollection)

    /** Lists members by user id. Disabled members are included. */
    const list = operation("TeamMembers.list")(function* (
      organization: OrganizationId,
      team: string,
      request: PageRequest
    ) {
      const opened = yield* access.team(organization, team, "team:view")
      const { view } = Team.viewFor(opened, opened.team).permissions
      return yield* paged({
        list: "teams.members",
        filters: [organization, team],
        request,
        ...rows.source("inTeam", { equals: { team } }),
        count: Effect.succeed(opened.team.counters["members"] ?? 0),
        view: Effect.fnUntraced(function* (shown) {
          const ids = shown.map(({ value }) => memberRowId(organization, value.user))
          const found = yield* members.getMany(ids)
          const people = ids.flatMap((id) => found.get(id) ?? [])
          const viewed = yield* views.many(organization, opened, people)
          const roles = new Map(shown.map(({ value }) => [value.user, value.role]))
          return viewed.map(
            (person): TeamMemberView => ({
              organization: person,
              team: { role: roles.get(person.id) ?? "member" },
              permissions: { view }
            })
          )
        })
      })
    })

    const findRoles = Effect.fnUntraced(function* (team: TeamId, users: ReadonlyArray<UserId>) {
      const found = yield* rows.getMany(users.map((user) => rowId(team, user)))
      return new Map(Array.from(found.values(), ({ value }) => [value.user, value.role]))
    })

    const eventOf = (organization: OrganizationId, team: TeamId, changes: ReadonlyArray<PlaceChange>) => ({
      organization,
      subjects: [team, ...changes.map(({ user }) => user)],
      before: { members: rolesOf(changes, "before") }
    })

    /** Gives users their roles in the team, and announces the changes. */
    const applyPlaces = Effect.fnUntraced(function* (organization: OrganizationId, team: TeamId, people: NamedPeople) {
      const wanted = resolvePlaces(yield* findRoles(team, people.add), people)
      const changes = yield* roster.setPlaces(organization, team, wanted)
      if (changes.length === 0) return
      const after = { members: rolesOf(changes, "after") }
      yield* events.announce({ type: "teamMembers.update", ...eventOf(organization, team, changes), after })
    })

    /**
     * Guests may name only members of the team, by id. For all other names the error and the queries are the same (rule
     * access-hidden-names).
     */
    const findInTeam = (team: TeamId): FindPeople =>
      Effect.fnUntraced(function* (names) {
        const inside = yield* findRoles(team, names.map(({ name }) => name).filter(isUserId))
        return yield* Effect.forEach(names, ({ field, name }) =>
          isUserId(name) && inside.has(name) ? Effect.succeed(name) : new ReferenceNotFound({ field, id: name })
        )
      })
    const findInOrganization =
      (organization: OrganizationId): FindPeople =>
      (names) =>
        resolveNames(organization, names)

    const resolveUpdate = Effect.fnUntraced(function* (find: FindPeople, input: TeamMembersUpdate) {
      const { add = [], memberships = {}, remove = [] } = input
      const placed = Object.entries(memberships)
      if (add.length + placed.length + remove.length > limits.membershipChanges) {
        return yield* new TooManyMembershipChanges({ limit: limits.membershipChanges })
      }
      const names = [
        ...TeamRoster.toNames("add", add),
        ...placed.map(([name]) => ({ name, field: `memberships.${name}` })),
        ...TeamRoster.toNames("remove", remove)
      ]
      const users = yield* find(names)
      const roles = new Map<UserId, TeamRole>()
      for (const [at, [name, { role }]] of placed.entries()) {
        const user = users[add.length + at]
        if (user === undefined) continue
        if ((roles.get(user) ?? role) !== role) return yield* contradictingRoles(name)
        roles.set(user, role)
      }
      return {
        add: users.slice(0, add.length),
        memberships: Array.from(roles, ([user, role]) => ({ user, role })),
        remove: users.slice(add.length + placed.length)
      } satisfies NamedPeople
    })

    /** All or nothing: fails unless every name is that of a member of the organization. */
    const update = operation("TeamMembers.update")(function* (
      organization: OrganizationId,
      team: string,
      given: TeamMembersUpdate
    ) {
      const input = yield* checkUpdate(given)
      return yield* decideAndLock(
        organization,
        access.team(organization, team, "team:manage"),
        ({ member, team: { value: self } }) =>
          Effect.flatMap(
            resolveUpdate(isGuest(member) ? findInTeam(self.id) : findInOrganization(organization), input),
            (people) => applyPlaces(organization, self.id, people)
          )
      )
    })

    /**
     * Adds a member of the organization to the team, or changes their role there. Guests may change only members of the
     * team. Without a role, an existing member keeps theirs and a new one becomes `member`.
     */
    const put = operation("TeamMembers.put")(function* (
      organization: OrganizationId,
      team: string,
      user: UserId,
      given: TeamMemberPut = {}
    ) {
      const { role } = yield* checkPut(given)
      const findTeam = Effect.gen(function* () {
        const opened = yield* access.team(organization, team, "team:manage")
        const isKnown = isGuest(opened.member)
          ? Option.isSome(yield* rows.get(rowId(opened.team.value.id, user)))
          : Option.isSome(yield* members.get(memberRowId(organization, user)))
        return isKnown ? opened : yield* new MemberNotFound({ id: user })
      })
      return yield* decideAndLock(organization, findTeam, ({ team: { value: self } }) =>
        applyPlaces(organization, self.id, {
          add: role === undefined ? [user] : [],
          memberships: role === undefined ? [] : [{ user, role }],
          remove: []
        })
      )
    })

    /** Removes a member from the team; returns false if they are not in it. */
    const remove = operation("TeamMembers.remove")(function* (
      organization: OrganizationId,
      team: string,
      user: UserId
    ) {
      return yield* decideAndLock(
        organization,
        access.team(organization, team, "team:manage"),
        ({ team: { value: self } }) =>
          Effect.gen(function* () {
            const changes = yield* roster.leave(organization, self.id, user)
            if (changes.length === 0) return false
            yield* events.announce({ type: "teamMembers.delete", ...eventOf(organization, self.id, changes) })
            return true
          })
      )
    })

    return { list, update, put, remove } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([
      Access.layer,
      Events.layer,
      MemberViews.layer,
      Paging.layer,
      TeamRoster.TeamNames.layer,
      TeamRoster.TeamRoster.layer,
      TreeLock.layer
    ])
  )
}
