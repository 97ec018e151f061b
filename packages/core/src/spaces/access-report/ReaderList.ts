import { Context, Effect, Layer } from "effect"
import type { OrganizationId } from "../../foundation/id/Ids.ts"
import { noLimit, type PageRequest, Paging } from "../../foundation/paging/Paging.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import type { Keyset } from "../../foundation/store/RowStore.ts"
import { AccessFacts } from "../../people/access/AccessFacts.ts"
import { view as sourceView } from "../../people/access/AccessSource.ts"
import type * as Decision from "../../people/access/Decision.ts"
import {
  decide,
  type Explanation,
  explain,
  explainOrganization,
  isContentAction,
  requiredRoles
} from "../../people/access/Decision.ts"
import { atLeast, type Role, roles } from "../../people/access/Role.ts"
import type { Viewer } from "../../people/access/Viewer.ts"
import {
  type Grant,
  type GrantKind,
  collection as grantCollection,
  idOf,
  kindOf,
  readerOf
} from "../../people/grant/Grant.ts"
import { type Member, collection as memberCollection } from "../../people/member/Member.ts"
import { MemberViews } from "../../people/member/UserViews.ts"
import { accessScope, isActive, type Placement } from "../../people/placement/Placement.ts"
import { AccessNames } from "./AccessNames.ts"
import type { MemberWhoCan } from "./AccessReport.ts"

/** Selects members who might have a permission: a superset of those who have it, by everything that can grant it. */
export interface CandidateFilter {
  readonly organization: OrganizationId
  /** Members with one of these roles in the organization; `guest` is a member without a role. */
  readonly roles: ReadonlyArray<Role | "guest">
  readonly users: ReadonlyArray<string>
  readonly teams: ReadonlyArray<string>
}

/** A batch of candidates by user id, and the user to continue after if there are more. */
export interface Candidates {
  readonly rows: ReadonlyArray<Repository.VersionedValue<Member>>
  readonly next: string | undefined
}

const rolesFrom = (needed: Role): ReadonlyArray<Role> => roles.filter((role) => atLeast(role, needed))

const organizationRoles = {
  "organization:view": [...roles, "guest"],
  "organization:list-members": roles,
  "organization:create-content": rolesFrom("create"),
  "organization:admin": rolesFrom("admin")
} as const

const defaultRoles = ({ accessDefault }: Placement, needed: Role): ReadonlyArray<Role> => {
  if (accessDefault === "member") return rolesFrom(needed)
  return accessDefault !== "nobody" && atLeast(accessDefault, needed) ? roles : ["admin"]
}

/** Selects who might have a permission on the organization, or on a placement that the grants reach. */
export const filterFor = (
  {
    organization,
    permission,
    placement
  }: {
    readonly organization: OrganizationId
    readonly permission: Decision.Action
    readonly placement: Placement | null
  },
  grants: ReadonlyArray<Grant>
): CandidateFilter => {
  if (!isContentAction(permission)) {
    return { organization, roles: organizationRoles[permission], users: [], teams: [] }
  }
  if (placement === null) return { organization, roles: [], users: [], teams: [] }
  const least = requiredRoles[permission]
  const strong = grants.filter(({ role }) => atLeast(role, least)).map(({ reader }) => reader)
  const named = (kind: GrantKind) => strong.filter((reader) => kindOf(reader) === kind).map(idOf)
  return {
    organization,
    roles: defaultRoles(placement, least),
    users: [...new Set([...named("user"), ...placement.accessOwners])].sort(),
    teams: [...new Set(named("team"))]
  }
}

/**
 * Loads members who might have a permission, in order of their ids, with a constant number of queries a page. For
 * closed content the cost depends on the grants, not on the size of the organization.
 */
export class ReaderCandidates extends Context.Service<ReaderCandidates>()("@quire/core/ReaderCandidates", {
  make: Effect.gen(function* () {
    const members = yield* Repository.make(memberCollection)
    const grants = yield* Repository.make(grantCollection)

    /** Every grant that reaches a placement. */
    const grantsReaching = (placement: Placement) =>
      Effect.map(
        grants.list("onResource", { equals: { resource: { in: accessScope(placement) } }, limit: noLimit }),
        (rows) => rows.map(({ value }) => value)
      )

    /** The candidates after a user, and the user to continue after if there are more; `limit` applies to each reason. */
    const findCandidates = Effect.fnUntraced(function* (self: CandidateFilter, after: string, limit: number) {
      const { organization, teams } = self
      const idOf = (user: string) => `${organization}.${user}`
      const from = { after: { order: [], id: idOf(after) }, limit }
      const byRole = yield* members.list("withRole", {
        equals: { organization, role: { in: self.roles }, disabled: false },
        ...from
      })
      const byTeam =
        teams.length === 0
          ? []
          : yield* members.list("byId", { equals: { organization }, has: { teams: { any: teams } }, ...from })
      const named = self.users.filter((user) => user > after).slice(0, limit)
      const byGrant = yield* members.getMany(named.map(idOf))
      const ends = [byRole.at(-1)?.value.user, byTeam.at(-1)?.value.user, named.at(-1)]
      const sizes = [byRole.length, byTeam.length, named.length]
      const [next] = ends.filter((end, index) => end !== undefined && sizes[index] === limit).sort()
      const found = new Map([...byRole, ...byTeam, ...byGrant.values()].map((row) => [row.value.user, row]))
      const rows = [...found.values()]
        .filter(({ value }) => next === undefined || value.user <= next)
        .sort((left, right) => (left.value.user < right.value.user ? -1 : 1))
      return { rows, next } satisfies Candidates
    })

    return { grantsReaching, findCandidates } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}

/**
 * Minimum number of members that are read at once, for a page and for a count; and the largest count (rule list-count).
 */
const sizes = { batch: 200, counting: 2_000, counted: 10_000 } as const

/** Query for the members who have a permission on a placement or, if that is null, on the organization. */
export interface ReaderQuery {
  readonly organization: OrganizationId
  readonly viewer: Viewer
  readonly permission: Decision.Action
  readonly placement: Placement | null
}

interface ReaderEntry {
  readonly member: Repository.VersionedValue<Member>
  readonly explanation: Explanation
}

/** Lists the members who have a permission, by user id. */
export class ReaderList extends Context.Service<ReaderList>()("@quire/core/ReaderList", {
  make: Effect.gen(function* () {
    const port = yield* AccessFacts
    const views = yield* MemberViews
    const names = yield* AccessNames
    const { findCandidates, grantsReaching } = yield* ReaderCandidates
    const grants = yield* Repository.make(grantCollection)
    const { paged } = yield* Paging

    /** The grants to a member or their teams that reach a placement. */
    const grantsOf = Effect.fnUntraced(function* (member: Member, placement: Placement) {
      const rows = yield* port.grants(member.user, member.teams, accessScope(placement))
      return rows.map((row) => grants.decode(row).value)
    })

    const makeJudge = ({ permission, placement }: ReaderQuery, all: ReadonlyArray<Grant>) => {
      const byReader = new Map<string, Array<Grant>>()
      for (const grant of all) byReader.set(grant.reader, [...(byReader.get(grant.reader) ?? []), grant])
      return (member: Repository.VersionedValue<Member>): ReadonlyArray<ReaderEntry> => {
        const { teams, user } = member.value
        const keys = [readerOf("user", user), ...teams.map((team) => readerOf("team", team))]
        const held = keys.flatMap((key) => byReader.get(key) ?? [])
        const facts: Decision.Facts = { user, member: member.value, placement, grants: held }
        if (decide(permission, facts) !== "allowed") return []
        return [{ member, explanation: placement === null ? explainOrganization(facts) : explain(facts) }]
      }
    }

    const openSources = Effect.fnUntraced(function* (query: ReaderQuery) {
      const { placement } = query
      if (placement !== null && !isActive(placement))
        return { load: () => Effect.succeed([]), count: Effect.succeed(0) }
      const all = placement === null ? [] : yield* grantsReaching(placement)
      const filter = filterFor(query, all)
      const judged = makeJudge(query, all)

      const load = Effect.fnUntraced(function* (after: Keyset | undefined, limit: number) {
        const found: Array<ReaderEntry> = []
        let from: string | undefined = after?.id ?? ""
        while (from !== undefined && found.length < limit) {
          const page: Candidates = yield* findCandidates(filter, from, Math.max(limit, sizes.batch))
          found.push(...page.rows.flatMap(judged))
          from = page.next
        }
        return found.slice(0, limit)
      })

      const count = Effect.gen(function* () {
        let counted = 0
        let from: string | undefined = ""
        while (from !== undefined) {
          const page: Candidates = yield* findCandidates(filter, from, sizes.counting)
          counted += page.rows.flatMap(judged).length
          if (counted > sizes.counted) return undefined
          from = page.next
        }
        return counted
      })

      return { load, count }
    })

    const toViews = Effect.fnUntraced(function* (
      { organization, viewer }: ReaderQuery,
      rows: ReadonlyArray<ReaderEntry>
    ) {
      const people = yield* views.many(
        organization,
        viewer,
        rows.map(({ member }) => member)
      )
      const named = yield* names.loadForSources(rows.map(({ explanation }) => explanation.source))
      return rows.flatMap(({ explanation }, index): ReadonlyArray<MemberWhoCan> => {
        const member = people[index]
        if (member === undefined) return []
        return [{ member, role: explanation.role, source: sourceView(explanation.source, named) }]
      })
    })

    const page = Effect.fnUntraced(function* (query: ReaderQuery, request: PageRequest) {
      const { organization, permission, placement } = query
      return yield* paged({
        ...(yield* openSources(query)),
        list: "access.members",
        filters: [organization, permission, placement?.kind ?? "", placement?.id ?? ""],
        request,
        keyset: ({ member }: ReaderEntry): Keyset => ({ order: [], id: member.value.user }),
        view: (rows: ReadonlyArray<ReaderEntry>) => toViews(query, rows)
      })
    })

    return { grantsOf, page } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([AccessNames.layer, MemberViews.layer, Paging.layer, ReaderCandidates.layer])
  )
}
