import { Context, Effect, Layer, Option } from "effect"
import { MemberNotFound } from "../access/Access.ts"
import { Events } from "../events/Events.ts"
import { checked } from "../Input.ts"
import { collection as memberCollection, rowId as memberRowId } from "../member/Member.ts"
import { MemberViews } from "../member/MemberViews.ts"
import { operation } from "../Operation.ts"
import type { OrganizationId } from "../organization/OrganizationId.ts"
import { type PageRequest, Paging } from "../paging/Paging.ts"
import * as Repository from "../store/Repository.ts"
import type { Keyset } from "../store/RowStore.ts"
import type { UserId } from "../user/UserId.ts"
import * as TeamAccess from "./TeamAccess.ts"
import type { TeamId } from "./TeamId.ts"
import {
  contradicting,
  limits,
  type NamedPeople,
  places,
  TeamMemberPut,
  TeamMembersUpdate,
  TooManyMembershipChanges
} from "./TeamInput.ts"
import { collection, rowId, type TeamRole } from "./TeamMember.ts"
import type { TeamMemberView } from "./TeamMemberView.ts"
import * as TeamNames from "./TeamNames.ts"
import { type PlaceChange, rolesOf, TeamRoster } from "./TeamRoster.ts"

const checkUpdate = checked(TeamMembersUpdate)
const checkPut = checked(TeamMemberPut)

/** Who is in a team (api.md 4.15). Administrators and the team's owners change it. */
export class TeamMembers extends Context.Service<TeamMembers>()("@quire/core/TeamMembers", {
  make: Effect.gen(function* () {
    const { access, locked } = yield* TeamAccess.make
    const { resolve } = yield* TeamNames.make
    const roster = yield* TeamRoster
    const events = yield* Events
    const { paged } = yield* Paging
    const views = yield* MemberViews
    const rows = yield* Repository.make(collection)
    const members = yield* Repository.make(memberCollection)

    /** By user id; disabled members stay where they are. */
    const list = operation("TeamMembers.list")(function* (
      organization: OrganizationId,
      team: string,
      request: PageRequest
    ) {
      const opened = yield* access.team(organization, team, "team:view")
      const { view } = TeamAccess.viewFor(opened, opened.team).permissions
      return yield* paged({
        list: "teams.members",
        filters: [organization, team],
        request,
        count: Effect.succeed(opened.team.counters["members"] ?? 0),
        load: (after: Keyset | undefined, limit) =>
          rows.list("inTeam", { equals: { team }, limit, ...(after === undefined ? {} : { after }) }),
        keyset: ({ value }) => rows.keyset("inTeam", value),
        view: Effect.fnUntraced(function* (shown) {
          const ids = shown.map(({ value }) => memberRowId(organization, value.user))
          const found = yield* members.getMany(ids)
          const people = ids.flatMap((id) => found.get(id) ?? [])
          const viewed = yield* views.many(organization, opened.member, people)
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

    const present = Effect.fnUntraced(function* (team: TeamId, users: ReadonlyArray<UserId>) {
      const found = yield* rows.getMany(users.map((user) => rowId(team, user)))
      return new Map(Array.from(found.values(), ({ value }) => [value.user, value.role]))
    })

    const tell = (
      type: "teamMembers.update" | "teamMembers.put" | "teamMembers.remove",
      organization: OrganizationId,
      team: TeamId,
      changes: ReadonlyArray<PlaceChange>
    ) =>
      changes.length === 0
        ? Effect.void
        : events.announce({
            type,
            organization,
            subjects: [team, ...changes.map(({ user }) => user)],
            before: { members: rolesOf(changes, "before") },
            after: { members: rolesOf(changes, "after") }
          })

    const named = Effect.fnUntraced(function* (organization: OrganizationId, input: TeamMembersUpdate) {
      const { add = [], memberships = {}, remove = [] } = input
      const placed = Object.entries(memberships)
      if (add.length + placed.length + remove.length > limits.membershipChanges) {
        return yield* new TooManyMembershipChanges({ limit: limits.membershipChanges })
      }
      const names = [
        ...TeamNames.listed("add", add),
        ...placed.map(([name]) => ({ name, field: `memberships.${name}` })),
        ...TeamNames.listed("remove", remove)
      ]
      const users = yield* resolve(organization, names)
      const roles = new Map<UserId, TeamRole>()
      for (const [at, [name, { role }]] of placed.entries()) {
        const user = users[add.length + at]
        if (user === undefined) continue
        if ((roles.get(user) ?? role) !== role) return yield* contradicting(name)
        roles.set(user, role)
      }
      return {
        add: users.slice(0, add.length),
        memberships: Array.from(roles, ([user, role]) => ({ user, role })),
        remove: users.slice(add.length + placed.length)
      } satisfies NamedPeople
    })

    /** All or nothing: every name is one of a member of the organization, or nothing happens. */
    const update = operation("TeamMembers.update")(function* (
      organization: OrganizationId,
      team: string,
      given: TeamMembersUpdate
    ) {
      const input = yield* checkUpdate(given)
      return yield* locked(organization, access.team(organization, team, "team:manage"), ({ team: { value: self } }) =>
        Effect.gen(function* () {
          const people = yield* named(organization, input)
          const wanted = places(yield* present(self.id, people.add), people)
          const changes = yield* roster.set(organization, self.id, wanted)
          yield* tell("teamMembers.update", organization, self.id, changes)
        })
      )
    })

    /** Puts a member of the organization into the team, or changes their role there; a member where none is named. */
    const put = operation("TeamMembers.put")(function* (
      organization: OrganizationId,
      team: string,
      user: UserId,
      given: TeamMemberPut = {}
    ) {
      const { role = "member" } = yield* checkPut(given)
      const enter = Effect.gen(function* () {
        const opened = yield* access.team(organization, team, "team:manage")
        const person = yield* members.get(memberRowId(organization, user))
        return Option.isNone(person) ? yield* new MemberNotFound({ id: user }) : opened
      })
      return yield* locked(organization, enter, ({ team: { value: self } }) =>
        Effect.gen(function* () {
          const changes = yield* roster.set(organization, self.id, new Map([[user, role]]))
          yield* tell("teamMembers.put", organization, self.id, changes)
        })
      )
    })

    /** False when they are not in the team. */
    const remove = operation("TeamMembers.remove")(function* (
      organization: OrganizationId,
      team: string,
      user: UserId
    ) {
      return yield* locked(organization, access.team(organization, team, "team:manage"), ({ team: { value: self } }) =>
        Effect.gen(function* () {
          const changes = yield* roster.leave(organization, self.id, user)
          yield* tell("teamMembers.remove", organization, self.id, changes)
          return changes.length > 0
        })
      )
    })

    return { list, update, put, remove } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}
