import { Context, Effect, Layer } from "effect"
import type { OrganizationId } from "../../foundation/id/OrganizationId.ts"
import { noLimit } from "../../foundation/paging/Paging.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import type * as Decision from "../../people/access/Decision.ts"
import { isContentAction, requiredRoles } from "../../people/access/Decision.ts"
import { atLeast, type Role, roles } from "../../people/access/Role.ts"
import { type Grant, type GrantKind, collection as grantCollection, idOf, kindOf } from "../../people/grant/Grant.ts"
import { type Member, collection as memberCollection } from "../../people/member/Member.ts"
import { accessScope, type Placement } from "../../people/placement/Placement.ts"

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
