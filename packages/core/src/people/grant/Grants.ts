import { Context, Effect, Layer, Option } from "effect"
import { Events } from "../../foundation/events/Events.ts"
import { type OrganizationId, UserId } from "../../foundation/id/Ids.ts"
import { checked } from "../../foundation/input/Input.ts"
import type { Actor } from "../../foundation/operation/Actor.ts"
import { operation } from "../../foundation/operation/Operation.ts"
import { noLimit, type PageRequest, Paging } from "../../foundation/paging/Paging.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import type { Keyset } from "../../foundation/store/RowStore.ts"
import { Access, Forbidden, type PlacementAccess, ReferenceNotFound } from "../access/Access.ts"
import type { TreeKind } from "../access/AccessFacts.ts"
import type * as Decision from "../access/Decision.ts"
import { explain, mayGive } from "../access/Decision.ts"
import type { Role } from "../access/Role.ts"
import { type Member, collection as memberCollection, rowId } from "../member/Member.ts"
import { UserViews } from "../member/UserViews.ts"
import { type GrantedRole, GrantLedger } from "../placement/GrantLedger.ts"
import { LockedPlacement } from "../placement/LockedPlacement.ts"
import { accessScope, CollectionNotFound, type Placement, SiteNotFound, SpaceNotFound } from "../placement/Placement.ts"
import * as Team from "../team/Team.ts"
import { collection as teamCollection } from "../team/Team.ts"
import type * as Grant from "./Grant.ts"
import {
  collection,
  type EffectiveGrantView,
  GrantInvite,
  type GrantKind,
  GrantNotFound,
  GrantPatch,
  idOf,
  kindOf,
  NoInvitee,
  readerOf,
  type TeamGrantView,
  type UserGrantView
} from "./Grant.ts"

/** A member who can read a placement, and the origin of their role. */
export interface Reader {
  readonly user: UserId
  readonly permission: Role
  readonly origin: Grant.Origin
}

/**
 * Minimum number of members read per batch, to list and to count, and maximum number of readers counted (rule
 * list-count).
 */
const sizes = { batch: 200, counting: 2000, counted: 10_000 } as const

const originOf = (placement: Placement, source: Decision.Source): Grant.Origin | null => {
  const kindOfResource = (id: string) => {
    if (id === placement.id) return placement.kind
    return placement.sites.some((site) => site === id) ? "site" : "collection"
  }
  const on = (id: string) => ({ kind: kindOfResource(id), id })
  switch (source._tag) {
    case "OrganizationAdmin":
      return { type: "organization-admin" }
    case "UserGrant":
      return { type: "direct", resource: on(source.resource) }
    case "TeamGrant":
      return { type: "team", resource: on(source.resource) }
    case "Creator":
      return { type: "creator", resource: on(source.resource) }
    case "DefaultLevel":
      return { type: "default-level", resource: on(source.resource) }
    case "OrganizationRole":
      return { type: "organization" }
    case "NotMember":
    case "Disabled":
    case "Guest":
    case "Closed":
      return null
  }
}

/** The members who can read a placement, by user id, with their effective roles. */
export class Readership extends Context.Service<Readership>()("@quire/core/Readership", {
  make: Effect.gen(function* () {
    const grants = yield* Repository.make(collection)
    const members = yield* Repository.make(memberCollection)

    const makeReaderCheck = Effect.fnUntraced(function* (placement: Placement) {
      const rows = yield* grants.list("onResource", {
        equals: { resource: { in: accessScope(placement) } },
        limit: noLimit
      })
      const byReader = new Map<string, ReadonlyArray<Grant.Grant>>()
      for (const { value } of rows) byReader.set(value.reader, [...(byReader.get(value.reader) ?? []), value])
      return (member: Member): ReadonlyArray<Reader> => {
        const keys = [readerOf("user", member.user), ...member.teams.map((team) => readerOf("team", team))]
        const held = keys.flatMap((key) => byReader.get(key) ?? [])
        const { role, source } = explain({ user: member.user, member, placement, grants: held })
        const origin = originOf(placement, source)
        return role === null || origin === null ? [] : [{ user: member.user, permission: role, origin }]
      }
    })

    type Candidates = (after: string, limit: number) => Effect.Effect<ReadonlyArray<Member>>
    const startAfter = (after: string) => (after === "" ? {} : { after: { order: [], id: after } })
    const values = Effect.map((rows: ReadonlyArray<Repository.VersionedValue<Member>>) =>
      rows.map(({ value }) => value)
    )

    /** Candidates for open content: all members. */
    const listEverybody =
      ({ organization }: Placement): Candidates =>
      (after, limit) =>
        values(members.list("byId", { equals: { organization }, limit, ...startAfter(after) }))

    /** Candidates for closed content: administrators and the members named by its readers. */
    const listNamed = ({ organization, readers }: Placement): Candidates => {
      const ids = (kind: "user" | "team") => readers.filter((reader) => kindOf(reader) === kind).map(idOf)
      const users = ids("user")
        .map((user) => rowId(organization, UserId.make(user)))
        .sort()
      const teams = ids("team")
      return Effect.fnUntraced(function* (after, limit) {
        const page = { limit, ...startAfter(after) }
        const equals = { organization, role: "admin", disabled: false }
        const found = [
          ...(yield* members.getMany(users.filter((id) => id > after).slice(0, limit))).values(),
          ...(teams.length === 0
            ? []
            : yield* members.list("byId", { equals: { organization }, has: { teams: { any: teams } }, ...page })),
          ...(yield* members.list("withRole", { equals, ...page }))
        ]
        const byId = new Map(found.map(({ value }) => [value.id, value]))
        return [...byId.values()].sort((left, right) => (left.id < right.id ? -1 : 1)).slice(0, limit)
      })
    }

    /** A source for `Paging.paged`; with `role`, only members with exactly that role. */
    const makeSource = Effect.fnUntraced(function* (placement: Placement, role: Role | undefined) {
      const { organization } = placement
      const judged = yield* makeReaderCheck(placement)
      const candidates = (placement.accessDefault === "nobody" ? listNamed : listEverybody)(placement)
      const wanted = (member: Member) =>
        judged(member).filter(({ permission }) => role === undefined || permission === role)

      const load = Effect.fnUntraced(function* (after: { readonly id: string } | undefined, limit: number) {
        const found: Array<Reader> = []
        let last = after === undefined ? "" : rowId(organization, UserId.make(after.id))
        for (;;) {
          const size = Math.max(limit - found.length, sizes.batch)
          const batch = yield* candidates(last, size)
          found.push(...batch.flatMap(wanted))
          last = batch.at(-1)?.id ?? last
          if (batch.length < size || found.length >= limit) return found.slice(0, limit)
        }
      })

      const count = Effect.gen(function* () {
        let counted = 0
        let last = ""
        for (;;) {
          const batch = yield* candidates(last, sizes.counting)
          counted += batch.flatMap(wanted).length
          last = batch.at(-1)?.id ?? last
          if (counted > sizes.counted) return undefined
          if (batch.length < sizes.counting) return counted
        }
      })

      return { load, count, keyset: ({ user }: Reader) => ({ order: [], id: user }) } as const
    })

    return { makeSource } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}

const checkInvite = checked(GrantInvite)
const checkPatch = checked(GrantPatch)

/** A space, collection or site on which roles are given. */
export type GrantTarget =
  | { readonly kind: TreeKind; readonly id: string }
  | { readonly kind: "site"; readonly organization: OrganizationId; readonly id: string }

/** A user or team who is given a role. */
export interface GrantHolder {
  readonly kind: GrantKind
  readonly id: string
}

const toPlacementTarget = ({ id, kind }: Extract<GrantTarget, { readonly kind: TreeKind }>) => ({
  kind,
  id,
  action: "content:create" as const,
  notFound: (): SpaceNotFound | CollectionNotFound =>
    kind === "space" ? new SpaceNotFound({ id }) : new CollectionNotFound({ id })
})

/** Roles given to members and teams on spaces, collections and sites, and the effective roles that result. */
export class Grants extends Context.Service<Grants>()("@quire/core/Grants", {
  make: Effect.gen(function* () {
    const ledger = yield* GrantLedger
    const events = yield* Events
    const { paged } = yield* Paging
    const users = yield* UserViews
    const { findActive, withPlacement } = yield* LockedPlacement
    const access = yield* Access
    const readership = yield* Readership
    const grants = yield* Repository.make(collection)
    const members = yield* Repository.make(memberCollection)
    const teams = yield* Repository.make(teamCollection)

    /** Roles on sites are given by administrators, as all settings of sites are (rule site-grants). */
    const findSite = Effect.fnUntraced(function* (organization: OrganizationId, id: string) {
      const notFound = () => new SiteNotFound({ id })
      const found = yield* access.placement("site", id, "content:view", notFound)
      if (found.placement.value.organization !== organization) return yield* notFound()
      if (!found.isAdmin) return yield* new Forbidden({ action: "organization:admin", target: `site ${id}` })
      return found
    })

    type TargetNotFound = SpaceNotFound | CollectionNotFound | SiteNotFound

    const findTarget = (base: GrantTarget): Effect.Effect<PlacementAccess, Forbidden | TargetNotFound, Actor> =>
      base.kind === "site" ? findSite(base.organization, base.id) : findActive(toPlacementTarget(base))

    const withTarget = <A, E, R>(base: GrantTarget, body: (found: PlacementAccess) => Effect.Effect<A, E, R>) =>
      withPlacement(findTarget(base), body)

    const eventOn = ({ placement: { value } }: PlacementAccess, roles: ReadonlyArray<GrantedRole>) => ({
      organization: value.organization,
      ...(value.kind === "space" ? { space: value.id } : {}),
      subjects: [value.id, ...new Set(roles.map(({ reader }) => idOf(reader)))]
    })

    /** Fails if a role to give, change or revoke is above the caller's own (rule access-above-oneself). */
    const checkRoles = Effect.fnUntraced(function* (found: PlacementAccess, roles: ReadonlyArray<Role>) {
      const { id, kind } = found.placement.value
      if (roles.every((role) => mayGive(found.role, role))) return
      return yield* new Forbidden({ action: "content:create", target: `${kind} ${id}: the role is above your own` })
    })

    const checkReferences = Effect.fnUntraced(function* (
      { placement: { value } }: PlacementAccess,
      named: { readonly users: ReadonlyArray<string>; readonly teams: ReadonlyArray<string> }
    ) {
      const row = (user: string) => rowId(value.organization, UserId.make(user))
      const people = yield* members.getMany(named.users.map(row))
      const stranger = named.users.findIndex((user) => !people.has(row(user)))
      if (stranger >= 0) {
        return yield* new ReferenceNotFound({ field: `users.${stranger}`, id: named.users[stranger] ?? "" })
      }
      const groups = yield* teams.getMany(named.teams)
      const foreign = named.teams.findIndex((team) => groups.get(team)?.value.organization !== value.organization)
      if (foreign >= 0) {
        return yield* new ReferenceNotFound({ field: `teams.${foreign}`, id: named.teams[foreign] ?? "" })
      }
    })

    /**
     * A guest may name only users and teams that already have a role on the resource. For all other users and teams,
     * the error and the queries are the same.
     */
    const checkNames = Effect.fnUntraced(function* (
      found: PlacementAccess,
      named: { readonly users: ReadonlyArray<string>; readonly teams: ReadonlyArray<string> },
      present: ReadonlyArray<Grant.Grant>
    ) {
      if (found.isHost || found.member.role !== null) return yield* checkReferences(found, named)
      const { member } = found
      const listed = new Set([
        readerOf("user", member.user),
        ...member.teams.map((id) => readerOf("team", id)),
        ...present.map(({ reader }) => reader)
      ])
      const hidden = [
        ...named.users.map((id, at) => ({ id, field: `users.${at}`, reader: readerOf("user", id) })),
        ...named.teams.map((id, at) => ({ id, field: `teams.${at}`, reader: readerOf("team", id) }))
      ].find(({ reader }) => !listed.has(reader))
      if (hidden !== undefined) return yield* new ReferenceNotFound({ field: hidden.field, id: hidden.id })
    })

    const findGrant = (resource: string, { id, kind }: GrantHolder) =>
      Effect.map(
        grants.getBy("pair", { resource, reader: readerOf(kind, id) }),
        Option.map(({ value }) => value)
      )

    const setRoles = Effect.fnUntraced(function* (found: PlacementAccess, given: ReadonlyArray<GrantedRole>) {
      const { before, after } = yield* ledger.setAll(found.placement, given)
      if (after.length === 0) return
      yield* events.announce({ type: "grants.update", ...eventOn(found, [...before, ...after]), before, after })
    })

    /** Gives the role to all of the users and teams, or to none. */
    const invite = operation("Grants.invite")(function* (base: GrantTarget, input: GrantInvite) {
      const { role, teams: groups = [], users: people = [] } = yield* checkInvite(input)
      if (people.length + groups.length === 0) return yield* new NoInvitee()
      return yield* withTarget(base, (found) =>
        Effect.gen(function* () {
          const readers = [...people.map((id) => readerOf("user", id)), ...groups.map((id) => readerOf("team", id))]
          const present = yield* ledger.listGrantsOf(found.placement, readers)
          yield* checkRoles(found, [role, ...present.map((grant) => grant.role)])
          yield* checkNames(found, { users: people, teams: groups }, present)
          yield* setRoles(
            found,
            readers.map((reader) => ({ reader, role }))
          )
        })
      )
    })

    /** Changes a direct role on the resource. */
    const update = operation("Grants.update")(function* (base: GrantTarget, holder: GrantHolder, input: GrantPatch) {
      const { role } = yield* checkPatch(input)
      return yield* withTarget(base, (found) =>
        Effect.gen(function* () {
          const present = yield* findGrant(base.id, holder)
          if (Option.isNone(present)) return yield* new GrantNotFound({ id: holder.id })
          const next = role ?? present.value.role
          yield* checkRoles(found, [present.value.role, next])
          yield* setRoles(found, [{ reader: present.value.reader, role: next }])
        })
      )
    })

    /** Revokes a direct role on the resource; returns false if there was none. */
    const remove = operation("Grants.remove")(function* (base: GrantTarget, holder: GrantHolder) {
      return yield* withTarget(base, (found) =>
        Effect.gen(function* () {
          const present = yield* findGrant(base.id, holder)
          if (Option.isNone(present)) return false
          const { reader, role } = present.value
          const before = [{ reader, role }]
          yield* checkRoles(found, [role])
          yield* ledger.remove(found.placement, reader)
          yield* events.announce({ type: "grants.delete", ...eventOn(found, before), before })
          return true
        })
      )
    })

    /** A source of the direct grants of a kind on the resource, by id. */
    const sourceOfDirect = (resource: string, kind: GrantKind) => {
      const { count, load } = grants.source("direct", { equals: { resource, kind } })
      return {
        count,
        load: (after: Keyset | undefined, limit: number) => Effect.map(load(after, limit), Repository.values),
        keyset: (self: Grant.Grant) => grants.keyset("direct", self)
      }
    }

    /** Lists the users who have a direct role on a resource. */
    const listUsers = operation("Grants.listUsers")(function* (base: GrantTarget, request: PageRequest) {
      const found = yield* findTarget(base)
      const userOf = (self: Grant.Grant) => UserId.make(idOf(self.reader))
      return yield* paged({
        ...sourceOfDirect(base.id, "user"),
        list: "user-permissions",
        filters: base,
        request,
        view: (rows) =>
          Effect.map(users.many(found.placement.value.organization, found, rows.map(userOf)), (viewOf) =>
            rows.map((self): UserGrantView => ({ permission: self.role, user: viewOf(userOf(self)) }))
          )
      })
    })

    /** Lists the teams that have a direct role on a resource. */
    const listTeams = operation("Grants.listTeams")(function* (base: GrantTarget, request: PageRequest) {
      const viewer = yield* findTarget(base)
      return yield* paged({
        ...sourceOfDirect(base.id, "team"),
        list: "team-permissions",
        filters: base,
        request,
        view: (rows) =>
          Effect.map(teams.getMany(rows.map(({ reader }) => idOf(reader))), (found) =>
            rows.flatMap(({ reader, role }): ReadonlyArray<TeamGrantView> => {
              const team = found.get(idOf(reader))
              if (team === undefined) return []
              return [{ permission: role, team: Team.viewFor(viewer, team) }]
            })
          )
      })
    })

    /**
     * Lists all users who can read the resource, with their effective role, by user id; counted up to 10,000 (rule
     * list-count).
     */
    const aggregate = operation("Grants.aggregate")(function* (
      base: GrantTarget,
      request: PageRequest & { readonly role?: Role | undefined }
    ) {
      const found = yield* findTarget(base)
      const { placement } = found
      return yield* paged({
        ...(yield* readership.makeSource(placement.value, request.role)),
        list: "permissions-aggregate",
        filters: [base, request.role ?? null],
        request,
        view: (rows) =>
          Effect.map(
            users.many(
              placement.value.organization,
              found,
              rows.map(({ user }) => user)
            ),
            (viewOf) =>
              rows.map(
                ({ permission, user, ...rest }): EffectiveGrantView => ({ permission, user: viewOf(user), ...rest })
              )
          )
      })
    })

    return { invite, update, remove, listUsers, listTeams, aggregate } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([
      Access.layer,
      Events.layer,
      GrantLedger.layer,
      LockedPlacement.layer,
      Paging.layer,
      Readership.layer,
      UserViews.layer
    ])
  )
}
