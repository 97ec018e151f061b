import { Context, Effect, Layer, Option, Schema } from "effect"
import {
  type ActingIntegration,
  Actor,
  actorId,
  type Person,
  withFreshFacts
} from "../../foundation/operation/Actor.ts"
import { callingAnyone } from "../../foundation/operation/PublishedOnly.ts"
import type { Scope } from "../../foundation/operation/Scope.ts"
import * as Tenant from "../../foundation/operation/Tenant.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import type * as RowStore from "../../foundation/store/RowStore.ts"
import { type Grant, collection as grantCollection } from "../grant/Grant.ts"
import { type Member, collection as memberCollection } from "../member/Member.ts"
import { type Organization, collection as organizationCollection } from "../organization/Organization.ts"
import { type Placement, collection as placementCollection } from "../placement/Placement.ts"
import { collection as teamCollection } from "../team/Team.ts"
import { AccessFacts, type FactRows, type PlacementKind, type Target } from "./AccessFacts.ts"
import type * as Decision from "./Decision.ts"
import {
  type ContentAction,
  contentRole,
  decide,
  decideMember,
  decideTeam,
  type MemberAction,
  type OrganizationAction,
  requiredRoles,
  type TeamAction
} from "./Decision.ts"
import { Grantings, guest, type IntegrationGrant, roleOf, scopesFor } from "./IntegrationGrant.ts"
import { atLeast, type Role } from "./Role.ts"
import { host, ofMember, type Viewer } from "./Viewer.ts"

/**
 * Limits the caller's facts to those that single sign-on permits. A single sign-on session has no access outside of its
 * organization (rule sso-reach). In an organization that requires single sign-on, other sessions have the access of a
 * disabled member, except for administrators (rule sso-enforced). Hosts that authenticate users themselves are
 * responsible for using the required method.
 */
export const withinReach = (
  caller: Person,
  organization: Organization | null,
  facts: Decision.Facts
): Decision.Facts => {
  if (caller._tag === "System" || organization === null) return facts
  if (caller.sso !== undefined && caller.sso.organization !== organization.id) {
    return { ...facts, member: null, grants: [] }
  }
  const { member } = facts
  const isOfHost = caller.token === undefined && caller.session === undefined
  const isFree = !organization.sso || isOfHost || caller.sso !== undefined
  if (isFree || member === null || member.role === "admin") return facts
  return { ...facts, member: { ...member, disabled: true } }
}

/** Null for callers who are not members. */
export const makeViewer = (isSystem: boolean, { member }: Decision.Facts): Viewer | null => {
  if (isSystem) return host
  return member === null ? null : ofMember(member)
}

export interface AccessContext {
  readonly facts: Decision.Facts
  readonly granted: IntegrationGrant | undefined
  readonly isHost: boolean
}

/** The caller's role on the placement of the facts. */
export const roleIn = ({ facts, granted, isHost }: AccessContext): Role | null => {
  if (isHost) return "admin"
  if (granted === undefined) return contentRole(facts)
  return granted.isOn ? roleOf(granted) : null
}

/** Decides for an integration on a space or site, where an action requires one of these scopes. */
export const judgeGranted = (granted: IntegrationGrant | undefined, scopes: ReadonlyArray<Scope>): Decision.Verdict => {
  if (granted?.isOn !== true) return "hidden"
  return scopes.some((scope) => granted.scopes.has(scope)) ? "allowed" : "forbidden"
}

/** Decides for users and the host; for an integration an action requires one of these scopes. */
export const judge = (
  { facts, granted, isHost }: AccessContext,
  action: Decision.Action,
  scopes: ReadonlyArray<Scope>
): Decision.Verdict => {
  if (isHost) return "allowed"
  if (granted === undefined) return decide(action, facts)
  return scopes.some((scope) => granted.scopes.has(scope)) ? "allowed" : "forbidden"
}

/** The caller may view the resource but not perform this action on it (rule request-refusals). */
export class Forbidden extends Schema.TaggedError<Forbidden>()("Forbidden", {
  action: Schema.String,
  target: Schema.String,
  /** For integrations: the scopes of which one is required (rule scope-grants). */
  scopes: Schema.optionalKey(Schema.Array(Schema.String))
}) {
  readonly kind = "forbidden" as const
  override get message() {
    const refused = `you do not have permission to perform this action (${this.action}) on ${this.target}`
    if (this.scopes === undefined) return refused
    return this.scopes.length === 0
      ? `${refused}: no integration scope allows it`
      : `${refused}: the integration lacks the scope ${this.scopes.join(" or ")}`
  }
}

/** There is no such organization, or the caller may not know of it (rule request-absence). */
export class OrganizationNotFound extends Schema.TaggedError<OrganizationNotFound>()("OrganizationNotFound", {
  id: Schema.String
}) {
  readonly kind = "not-found" as const
  override get message() {
    return `organization ${this.id} does not exist`
  }
}

/** The organization has no such team, or the caller may not know of it (rule request-absence). */
export class TeamNotFound extends Schema.TaggedError<TeamNotFound>()("TeamNotFound", { id: Schema.String }) {
  readonly kind = "not-found" as const
  override get message() {
    return `team ${this.id} does not exist`
  }
}

/** The user is not in the organization, or the caller may not know of them (rule request-absence). */
export class MemberNotFound extends Schema.TaggedError<MemberNotFound>()("MemberNotFound", { id: Schema.String }) {
  readonly kind = "not-found" as const
  override get message() {
    return `member ${this.id} does not exist`
  }
}

/** An id in the body or the query does not exist or is hidden from the caller (rule request-reference). */
export class ReferenceNotFound extends Schema.TaggedError<ReferenceNotFound>()("ReferenceNotFound", {
  field: Schema.String,
  id: Schema.String,
  /** What the field must name, where that is more than something that the caller may view. */
  rule: Schema.optionalKey(Schema.String)
}) {
  readonly kind = "invalid" as const
  override get message() {
    return this.rule === undefined
      ? `${this.field}: ${this.id} does not exist or you do not have access to it`
      : `${this.field}: ${this.rule}`
  }
  get details() {
    return [{ path: this.field, rule: this.rule ?? "must be the id of an existing resource that you have access to" }]
  }
}

/** A permitted caller's view of an organization. */
export type OrganizationAccess = Viewer & { readonly organization: Repository.VersionedValue<Organization> }

/** A permitted caller's view of the placement of a space, collection or site. */
export type PlacementAccess = Viewer & {
  readonly organization: Repository.VersionedValue<Organization>
  readonly placement: Repository.VersionedValue<Placement>
  readonly role: Role
  /** For integrations: the scopes that they have. */
  readonly scopes?: ReadonlySet<string>
  /** The space, collection or site itself, as read with the facts. */
  readonly subject: RowStore.Row
}

const decideOpened = ({ placement, role, scopes }: PlacementAccess, action: ContentAction): boolean =>
  scopes === undefined
    ? atLeast(role, requiredRoles[action])
    : scopesFor(placement.value.kind, action).some((scope) => scopes.has(scope))

/** Permits an action on a placement that was already loaded, or fails. */
export const permit = (found: PlacementAccess, action: ContentAction): Effect.Effect<void, Forbidden> => {
  if (decideOpened(found, action)) return Effect.void
  const { id, kind } = found.placement.value
  const lacking = found.scopes === undefined ? {} : { scopes: scopesFor(kind, action) }
  return Effect.fail(new Forbidden({ action, target: `${kind} ${id}`, ...lacking }))
}

const isSameTarget = (left: Target, right: Target) =>
  left._tag === right._tag && (left._tag === "Nothing" || right._tag === "Nothing" || left.id === right.id)

const describeTarget = (target: Target): string => {
  switch (target._tag) {
    case "Nothing":
      return "anything"
    case "Organization":
      return `organization ${target.id}`
    case "Placement":
      return `${target.kind} ${target.id}`
  }
}

const noPlacement = { placement: null, grants: [] }

/**
 * Decides what the caller may do, by `Decision` and the facts of the caller. Every operation starts with a call here.
 */
export class Access extends Context.Service<Access>()("@quire/core/Access", {
  make: Effect.gen(function* () {
    const port = yield* AccessFacts
    const grantings = yield* Grantings
    const organizations = yield* Repository.make(organizationCollection)
    const placements = yield* Repository.make(placementCollection)
    const members = yield* Repository.make(memberCollection)
    const grants = yield* Repository.make(grantCollection)
    const teams = yield* Repository.make(teamCollection)

    const decodeRows = (user: string, rows: FactRows) => {
      const organization = Option.getOrNull(Option.map(rows.organization, organizations.decode))
      const placement = Option.getOrNull(Option.map(rows.placement, placements.decode))
      const member = Option.getOrNull(Option.map(rows.member, members.decode))
      const facts: Decision.Facts = {
        user,
        member: member?.value ?? null,
        placement: placement?.value ?? null,
        grants: rows.grants.map((row) => grants.decode(row).value)
      }
      return { organization, placement, subject: rows.subject, facts }
    }

    /** Fails for callers with a content token, who have no role on any resource (rule content-token-reads). */
    const personFor = (action: string, target: string) =>
      Effect.mapError(callingAnyone, () => new Forbidden({ action, target }))

    /** Facts of a calling integration: a guest where it is installed, without access everywhere else. */
    const readGranted = Effect.fnUntraced(function* (acting: ActingIntegration, target: Target) {
      const { facts, ...read } = decodeRows("", yield* port.of("", target))
      const found = Option.getOrUndefined(yield* grantings.of(acting, target))
      const { installation } = acting
      if (found === undefined || installation === undefined || found.organization !== read.organization?.value.id) {
        return { isHost: false, granted: undefined, ...read, facts }
      }
      return { isHost: false, granted: found, ...read, facts: { ...facts, member: guest(found, installation) } }
    })

    const readFacts = Effect.fnUntraced(function* (target: Target, action: Decision.Action) {
      const actor = yield* Actor
      if (actor._tag === "Integration") return yield* readGranted(actor.acting, target)
      const caller = yield* personFor(action, describeTarget(target))
      const user = caller._tag === "System" ? "" : caller.user
      const rows =
        caller._tag === "User" && caller.seen !== undefined && isSameTarget(caller.seen.target, target)
          ? caller.seen.rows
          : yield* port.of(user, target)
      const { facts, ...read } = decodeRows(user, rows)
      const reached = withinReach(caller, read.organization?.value ?? null, facts)
      return { isHost: caller._tag === "System", granted: undefined, ...read, facts: reached }
    })

    /**
     * `scope` permits the action to integrations that are installed there; without a scope, integrations may only view
     * the organization.
     */
    const organization = Effect.fnUntraced(function* (id: string, action: OrganizationAction, scope?: Scope) {
      const seen = yield* readFacts({ _tag: "Organization", id }, action)
      const scopes = scope === undefined ? [] : [scope]
      const answer =
        action === "organization:view" && seen.granted !== undefined ? "allowed" : judge(seen, action, scopes)
      const viewer = makeViewer(seen.isHost, seen.facts)
      if (seen.organization === null || viewer === null || answer === "hidden") {
        return yield* new OrganizationNotFound({ id })
      }
      if (answer === "forbidden") {
        const needed = seen.granted === undefined ? {} : { scopes }
        return yield* new Forbidden({ action, target: `organization ${id}`, ...needed })
      }
      yield* Tenant.enter(seen.organization.value.id)
      return { organization: seen.organization, ...viewer } satisfies OrganizationAccess
    })

    /** Permits an action on a team; includes the organization as its members see it. */
    const team = Effect.fnUntraced(function* (organizationId: string, id: string, action: TeamAction) {
      const opened = yield* organization(organizationId, "organization:view")
      const caller = yield* personFor(action, `team ${id}`)
      const found = Option.getOrNull(yield* teams.get(id))
      const facts = { ...noPlacement, user: actorId(caller), member: opened.member }
      const answer = caller._tag === "System" ? "allowed" : decideTeam(action, id, facts)
      if (found === null || found.value.organization !== organizationId || answer === "hidden") {
        return yield* new TeamNotFound({ id })
      }
      if (answer === "forbidden") return yield* new Forbidden({ action, target: `team ${id}` })
      return { ...opened, team: found }
    })

    /** Permits an action on a member; includes the organization as its members see it. */
    const member = Effect.fnUntraced(function* (organizationId: string, user: string, action: MemberAction) {
      const opened = yield* organization(organizationId, "organization:view")
      const caller = yield* personFor(action, `member ${user}`)
      const found = Option.getOrNull(yield* members.get(`${organizationId}.${user}`))
      const facts = { ...noPlacement, user: actorId(caller), member: opened.member }
      const answer = caller._tag === "System" ? "allowed" : decideMember(action, user, facts)
      if (found === null || answer === "hidden") return yield* new MemberNotFound({ id: user })
      if (answer === "forbidden") return yield* new Forbidden({ action, target: `member ${user}` })
      return { ...opened, person: found }
    })

    /** Includes deleted placements; each operation decides what a deletion hides. */
    const placement = Effect.fnUntraced(function* <E>(
      kind: PlacementKind,
      id: string,
      action: ContentAction,
      notFound: (id: string) => E
    ) {
      const seen = yield* readFacts({ _tag: "Placement", kind, id }, action)
      const scopes = scopesFor(kind, action)
      const { granted, organization } = seen
      const answer = granted === undefined ? judge(seen, action, scopes) : judgeGranted(granted, scopes)
      const viewer = makeViewer(seen.isHost, seen.facts)
      if (seen.placement === null || organization === null || viewer === null || answer === "hidden") {
        return yield* Effect.fail(notFound(id))
      }
      if (answer === "forbidden") {
        return yield* new Forbidden({ action, target: `${kind} ${id}`, ...(granted === undefined ? {} : { scopes }) })
      }
      const role = roleIn(seen)
      if (role === null) return yield* Effect.fail(notFound(id))
      yield* Tenant.enter(organization.value.id)
      const subject = yield* Effect.orDie(Effect.fromOption(seen.subject))
      const opened = { placement: seen.placement, organization, role, subject, ...viewer }
      return (granted === undefined ? opened : { ...opened, scopes: granted.scopes }) satisfies PlacementAccess
    })

    /** Returns an existing placement with the caller's current role on it; null if they have none. */
    const findPresent = Effect.fnUntraced(function* (kind: PlacementKind, id: string) {
      const read = readFacts({ _tag: "Placement", kind, id }, "content:view")
      const found = yield* withFreshFacts(read)
      const placement = yield* Effect.fromNullishOr(found.placement)
      return { placement: placement.value, role: roleIn(found), subject: yield* Effect.fromOption(found.subject) }
    }, Effect.orDie)

    /** The caller's role on a placement that they have just created, given all grants that apply to it. */
    const roleWith = (grants: ReadonlyArray<Grant>, { isHost, member }: Viewer, placement: Placement): Role | null =>
      isHost ? "admin" : contentRole({ user: member.user, member, placement, grants })

    const makeAdminRoles = (on: ReadonlyArray<Placement>) => new Map<string, Role>(on.map(({ id }) => [id, "admin"]))

    /** A member's effective roles on placements of the organization, with one query. Omits those below `read`. */
    const rolesOf = Effect.fnUntraced(function* (member: Member, on: ReadonlyArray<Placement>) {
      if (member.role === "admin" && !member.disabled) return makeAdminRoles(on)
      const resources = [...new Set(on.flatMap((each) => each.accessChain.flat()))]
      const rows = yield* port.grants(member.user, member.teams, resources)
      const granted = rows.map((row) => grants.decode(row).value)
      return new Map(
        on.flatMap((placement): ReadonlyArray<readonly [string, Role]> => {
          const role = contentRole({ user: member.user, member, placement, grants: granted })
          return role === null ? [] : [[placement.id, role]]
        })
      )
    })

    /** The same for the caller; the host may do everything. */
    const rolesOn = ({ isHost, member }: Viewer, on: ReadonlyArray<Placement>) =>
      isHost ? Effect.succeed(makeAdminRoles(on)) : rolesOf(member, on)

    return { organization, team, member, placement, findPresent, roleWith, rolesOf, rolesOn } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}
