import { Effect, Option, Schema } from "effect"
import { Actor } from "../Actor.ts"
import { collection as grantCollection } from "../grant/Grant.ts"
import { type Member, collection as memberCollection } from "../member/Member.ts"
import { type Organization, collection as organizationCollection } from "../organization/Organization.ts"
import { type Placement, collection as placementCollection } from "../placement/Placement.ts"
import * as Repository from "../store/Repository.ts"
import { AccessFacts, type FactRows, type PlacementKind, type Target } from "./AccessFacts.ts"
import {
  type Action,
  type ContentAction,
  contentRole,
  decide,
  type Facts,
  type OrganizationAction
} from "./Decision.ts"
import type { Role } from "./Role.ts"

/** The caller may view the target but not do this to it. */
export class Forbidden extends Schema.TaggedError<Forbidden>()("Forbidden", {
  action: Schema.String,
  target: Schema.String
}) {
  readonly kind = "forbidden" as const
  override get message() {
    return `you may not do this (${this.action}) to ${this.target}`
  }
}

/** No such organization, or none that the caller may know of. */
export class OrganizationNotFound extends Schema.TaggedError<OrganizationNotFound>()("OrganizationNotFound", {
  id: Schema.String
}) {
  readonly kind = "not-found" as const
  override get message() {
    return `organization ${this.id} does not exist`
  }
}

/** An id in a body or query that names nothing the caller may view; the causes are not told apart (decisions T3). */
export class ReferenceNotFound extends Schema.TaggedError<ReferenceNotFound>()("ReferenceNotFound", {
  field: Schema.String,
  id: Schema.String
}) {
  readonly kind = "invalid" as const
  override get message() {
    return `${this.field}: ${this.id} names nothing that you may view`
  }
  get details() {
    return [{ path: this.field, rule: "must name something that you may view" }]
  }
}

/** What a permitted caller sees of an organization. */
export interface OrganizationAccess {
  readonly organization: Repository.Versioned<Organization>
  readonly member: Member | null
  /** The caller is the host or an administrator. */
  readonly isAdmin: boolean
}

/** What a permitted caller sees of a space's or collection's place. */
export interface PlacementAccess {
  readonly placement: Repository.Versioned<Placement>
  readonly role: Role
  readonly member: Member | null
}

const same = (left: Target, right: Target) =>
  left._tag === right._tag && (left._tag === "Nothing" || right._tag === "Nothing" || left.id === right.id)

/** Asks the one decision, with the facts of the caller in context. The first line of every operation is here. */
export class Access extends Effect.Service<Access>()("@quire/core/Access", {
  effect: Effect.gen(function* () {
    const port = yield* AccessFacts
    const organizations = yield* Repository.make(organizationCollection)
    const placements = yield* Repository.make(placementCollection)
    const members = yield* Repository.make(memberCollection)
    const grants = yield* Repository.make(grantCollection)

    const decodeOption = <A>(row: Option.Option<Effect.Effect<A>>) =>
      Effect.map(Effect.transposeOption(row), Option.getOrNull)

    const decodeRows = Effect.fnUntraced(function* (user: string, rows: FactRows) {
      const organization = yield* decodeOption(Option.map(rows.organization, organizations.decode))
      const placement = yield* decodeOption(Option.map(rows.placement, placements.decode))
      const member = yield* decodeOption(Option.map(rows.member, members.decode))
      const granted = yield* Effect.forEach(rows.grants, grants.decode)
      const facts: Facts = {
        user,
        member: member?.value ?? null,
        placement: placement?.value ?? null,
        grants: granted.map(({ value }) => value)
      }
      return { organization, placement, facts }
    })

    const read = Effect.fnUntraced(function* (target: Target) {
      const caller = yield* Actor
      const user = caller._tag === "System" ? "" : caller.user
      const rows =
        caller._tag === "User" && caller.seen !== undefined && same(caller.seen.target, target)
          ? caller.seen.rows
          : yield* port.of(user, target)
      return { caller, ...(yield* decodeRows(user, rows)) }
    })

    const verdict = (isSystem: boolean, action: Action, facts: Facts) => (isSystem ? "allowed" : decide(action, facts))

    const organization = Effect.fn("Access.organization")(function* (id: string, action: OrganizationAction) {
      const seen = yield* read({ _tag: "Organization", id })
      const isSystem = seen.caller._tag === "System"
      const answer = verdict(isSystem, action, seen.facts)
      if (seen.organization === null || answer === "hidden") return yield* new OrganizationNotFound({ id })
      if (answer === "forbidden") return yield* new Forbidden({ action, target: `organization ${id}` })
      const isAdmin = isSystem || seen.facts.member?.role === "admin"
      return { organization: seen.organization, member: seen.facts.member, isAdmin } satisfies OrganizationAccess
    })

    /** Deleted ones too: what a deletion hides is the operation's to say. */
    const placement = Effect.fn("Access.placement")(function* <E>(
      kind: PlacementKind,
      id: string,
      action: ContentAction,
      notFound: (id: string) => E
    ) {
      const seen = yield* read({ _tag: "Placement", kind, id })
      const isSystem = seen.caller._tag === "System"
      const answer = verdict(isSystem, action, seen.facts)
      if (seen.placement === null || answer === "hidden") return yield* Effect.fail(notFound(id))
      if (answer === "forbidden") return yield* new Forbidden({ action, target: `${kind} ${id}` })
      const role = isSystem ? "admin" : contentRole(seen.facts)
      if (role === null) return yield* Effect.fail(notFound(id))
      return { placement: seen.placement, role, member: seen.facts.member } satisfies PlacementAccess
    })

    /** Effective roles of the caller on several placements of one organization, with one query; none below `read`. */
    const rolesOn = Effect.fn("Access.rolesOn")(function* (member: Member | null, on: ReadonlyArray<Placement>) {
      const caller = yield* Actor
      if (caller._tag === "System" || member?.role === "admin")
        return new Map(on.map(({ id }) => [id, "admin" as const]))
      const resources = [...new Set(on.flatMap((each) => each.accessChain.flat()))]
      const rows = member === null ? [] : yield* port.grants(caller.user, member.teams, resources)
      const granted = yield* Effect.forEach(rows, grants.decode)
      const found = new Map<string, Role>()
      for (const each of on) {
        const role = contentRole({
          user: caller.user,
          member,
          placement: each,
          grants: granted.map(({ value }) => value)
        })
        if (role !== null) found.set(each.id, role)
      }
      return found
    })

    /** The caller's row in an organization; null for strangers and for the host. */
    const memberOf = Effect.fn("Access.memberOf")(function* (organizationId: string) {
      const { facts } = yield* read({ _tag: "Organization", id: organizationId })
      return facts.member
    })

    return { organization, placement, rolesOn, memberOf } as const
  })
}) {
  static readonly layer = this.Default
}
