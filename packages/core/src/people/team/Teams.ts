import { Clock, Context, Effect, Layer, Option, Schema } from "effect"
import { Events } from "../../foundation/events/Events.ts"
import { IdGenerator } from "../../foundation/id/IdGenerator.ts"
import { type OrganizationId, TeamId, UserId } from "../../foundation/id/Ids.ts"
import { checked } from "../../foundation/input/Input.ts"
import { operation } from "../../foundation/operation/Operation.ts"
import * as InMemoryPage from "../../foundation/paging/InMemoryPage.ts"
import { type PageRequest, Paging } from "../../foundation/paging/Paging.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { fold, isStorable } from "../../foundation/text/Text.ts"
import { Access } from "../access/Access.ts"
import { SamlDefaults } from "../identity-provider/SamlProvider.ts"
import { type Member, collection as memberCollection, rowId } from "../member/Member.ts"
import { GrantLedger } from "../placement/GrantLedger.ts"
import { TreeLock } from "../placement/TreeLock.ts"
import * as Team from "./Team.ts"
import { collection, limits, TeamCreate, TeamPatch, TooManyMembershipChanges } from "./Team.ts"
import type { TeamOfMemberView } from "./TeamMemberView.ts"
import * as TeamRoster from "./TeamRoster.ts"
import { rolesOf } from "./TeamRoster.ts"

const checkCreate = checked(TeamCreate)
const checkPatch = checked(TeamPatch)
const isUserId = Schema.is(UserId)

/** Lists only teams whose title contains this text, ignoring case. */
export interface TitleFilter {
  readonly title?: string | undefined
}

/** Selects the teams of an organization for a list. */
type TeamSelection = { readonly _tag: "All" } | { readonly _tag: "Some"; readonly ids: ReadonlyArray<string> }

const noTeams: TeamSelection = { _tag: "Some", ids: [] }

/** The operations on teams, except those on their members. */
export class Teams extends Context.Service<Teams>()("@quire/core/Teams", {
  make: Effect.gen(function* () {
    const access = yield* Access
    const { decideAndLock } = yield* TreeLock
    const { resolveNames } = yield* TeamRoster.TeamNames
    const roster = yield* TeamRoster.TeamRoster
    const ledger = yield* GrantLedger
    const { forgetTeam } = yield* SamlDefaults
    const events = yield* Events
    const nextId = yield* IdGenerator
    const { paged } = yield* Paging
    const teams = yield* Repository.make(collection)
    const members = yield* Repository.make(memberCollection)

    /** Finds a team for a caller who may view it and may rename and delete teams (rule team-owners). */
    const findAdministered = Effect.fnUntraced(function* (organization: OrganizationId, id: string) {
      const opened = yield* access.team(organization, id, "team:view")
      yield* access.organization(organization, "organization:admin")
      return opened
    })

    const sourceOfEvery = (organization: OrganizationId, title: string | undefined) =>
      teams.source("inOrganization", {
        equals: { organization },
        contains: { words: title === undefined ? undefined : fold(title) }
      })

    /** The teams of one member are few enough to be read together. */
    const sourceOfSome = (ids: ReadonlyArray<string>, title: string | undefined) =>
      InMemoryPage.source(
        Effect.map(teams.getMany(ids), (rows) =>
          [...rows.values()].filter(({ value }) => title === undefined || fold(value.title).includes(fold(title)))
        )
      )

    const sourceOf = (organization: OrganizationId, those: TeamSelection, title: string | undefined) =>
      title !== undefined && !isStorable(title)
        ? sourceOfSome([], undefined)
        : those._tag === "All"
          ? sourceOfEvery(organization, title)
          : sourceOfSome(those.ids, title)

    /** The teams that a member manages (rule team-owners); none if there is no such member. */
    const findManaged = Effect.fnUntraced(function* (organization: OrganizationId, owner: string) {
      const row = isUserId(owner) ? yield* members.get(rowId(organization, owner)) : Option.none()
      const self = Option.getOrNull(row)?.value
      if (self === undefined || self.disabled) return noTeams
      return self.role === "admin" ? ({ _tag: "All" } as const) : ({ _tag: "Some", ids: self.ownedTeams } as const)
    })

    /** Lists teams by id. With `owner`, only the teams that this member manages. */
    const list = operation("Teams.list")(function* (
      organization: OrganizationId,
      asked: PageRequest & TitleFilter & { readonly owner?: string | undefined }
    ) {
      const { owner, title, ...request } = asked
      const viewer = yield* access.organization(organization, "organization:list-members")
      const those = owner === undefined ? ({ _tag: "All" } as const) : yield* findManaged(organization, owner)
      return yield* paged({
        ...sourceOf(organization, those, title),
        list: "teams",
        filters: [organization, owner ?? null, title ?? null],
        request,
        view: (rows) => Effect.succeed(rows.map((row) => Team.viewFor(viewer, row)))
      })
    })

    const roleOf = (self: Member, team: string) => (self.ownedTeams.includes(team) ? "owner" : "member")

    /** The teams of a member, sorted by id. */
    const ofMember = operation("Teams.ofMember")(function* (
      organization: OrganizationId,
      user: UserId,
      asked: PageRequest & TitleFilter
    ) {
      const { title, ...request } = asked
      const viewer = yield* access.member(organization, user, "member:inspect")
      const { value: self } = viewer.person
      return yield* paged({
        ...sourceOf(organization, { _tag: "Some", ids: self.teams }, title),
        list: "teams.ofMember",
        filters: [organization, user, title ?? null],
        request,
        view: (rows) =>
          Effect.succeed(
            rows.map(
              (row): TeamOfMemberView => ({
                team: Team.viewFor(viewer, row),
                member: { role: roleOf(self, row.value.id) }
              })
            )
          )
      })
    })

    /** A team of an organization. */
    const get = operation("Teams.get")(function* (organization: OrganizationId, id: string) {
      const opened = yield* access.team(organization, id, "team:view")
      return Team.viewFor(opened, opened.team)
    })

    /** Creates a team. Titles need not be unique: repeating the request creates another team (rule team-names). */
    const create = operation("Teams.create")(function* (organization: OrganizationId, given: TeamCreate) {
      const input = yield* checkCreate(given)
      return yield* decideAndLock(organization, access.organization(organization, "organization:admin"), (viewer) =>
        Effect.gen(function* () {
          const named = TeamRoster.toNames("members", input.members)
          if (named.length > limits.membershipChanges) {
            return yield* new TooManyMembershipChanges({ limit: limits.membershipChanges })
          }
          const people = yield* resolveNames(organization, named)
          const id = TeamId.make(yield* nextId)
          const made: Team.Team = { id, organization, title: input.title, createdAt: yield* Clock.currentTimeMillis }
          const inserted = yield* teams.insert(made)
          const joined = yield* roster.setPlaces(organization, id, new Map(people.map((user) => [user, "member"])))
          yield* events.announce({
            type: "teams.create",
            organization,
            subjects: [id, ...joined.map(({ user }) => user)],
            after: { ...made, members: rolesOf(joined, "after") }
          })
          return Team.viewFor(viewer, { ...inserted, counters: { members: joined.length } })
        })
      )
    })

    /** Updates the given fields. */
    const update = operation("Teams.update")(function* (organization: OrganizationId, id: string, given: TeamPatch) {
      const { title } = yield* checkPatch(given)
      return yield* decideAndLock(organization, findAdministered(organization, id), (opened) =>
        Effect.gen(function* () {
          const { team: seen } = opened
          const written = yield* teams.update(seen, { ...seen.value, title })
          if (written.version !== seen.version) {
            const { value: after } = written
            yield* events.announce({ type: "teams.update", organization, subjects: [id], before: seen.value, after })
          }
          return Team.viewFor(opened, written)
        })
      )
    })

    /**
     * Deletes a team with its grants; returns false if there is no team that the caller may view (rule team-grants).
     */
    const remove = operation("Teams.remove")(function* (organization: OrganizationId, id: string) {
      return yield* decideAndLock(organization, findAdministered(organization, id), ({ team: { value: self } }) =>
        Effect.gen(function* () {
          const left = yield* roster.disband(organization, self.id)
          yield* ledger.removeAll(organization, `team:${id}`)
          yield* forgetTeam(organization, id)
          yield* teams.remove([id])
          yield* events.announce({
            type: "teams.delete",
            organization,
            subjects: [id, ...left.map(({ user }) => user)],
            before: { ...self, members: rolesOf(left, "before") }
          })
          return true
        })
      ).pipe(Effect.catchTag("TeamNotFound", () => Effect.succeed(false)))
    })

    return { list, ofMember, get, create, update, remove } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([
      Access.layer,
      Events.layer,
      GrantLedger.layer,
      Paging.layer,
      SamlDefaults.layer,
      TeamRoster.TeamNames.layer,
      TeamRoster.TeamRoster.layer,
      TreeLock.layer
    ])
  )
}
