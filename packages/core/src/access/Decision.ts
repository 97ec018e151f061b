import type { Grant } from "../grant/Grant.ts"
import type { Member } from "../member/Member.ts"
import type { Placement } from "../placement/Placement.ts"
import { atLeast, type Role, strongest } from "./Role.ts"

/** What a decision looks at: the caller's place in the target's organization, the target's place, and the caller's grants. */
export interface Facts {
  readonly user: string
  readonly member: Member | null
  readonly placement: Placement | null
  /** Of the caller and the caller's teams; others are ignored. */
  readonly grants: ReadonlyArray<Grant>
}

/** What a caller wants to do to a space or collection, or to an organization. */
export type ContentAction =
  | "content:view"
  | "content:read"
  | "content:comment"
  | "content:edit"
  | "content:review"
  | "content:create"
export type OrganizationAction =
  | "organization:view"
  | "organization:list-members"
  | "organization:create-content"
  | "organization:admin"
export type Action = ContentAction | OrganizationAction

/** `hidden`: the caller may not know that the target exists. */
export type Verdict = "allowed" | "forbidden" | "hidden"

/** Where an effective role comes from, in order of precedence (rules.md 2.7). */
export type Source =
  | { readonly _tag: "NotMember" }
  | { readonly _tag: "Disabled" }
  | { readonly _tag: "OrganizationAdmin" }
  | { readonly _tag: "UserGrant"; readonly resource: string }
  | { readonly _tag: "TeamGrant"; readonly resource: string }
  | { readonly _tag: "Creator" }
  | { readonly _tag: "DefaultLevel" }
  | { readonly _tag: "OrganizationRole" }
  | { readonly _tag: "Guest" }
  | { readonly _tag: "Closed" }

export interface Explanation {
  readonly role: Role | null
  readonly source: Source
  /** What was looked at before, without a result. */
  readonly passed: ReadonlyArray<{ readonly group: ReadonlyArray<string>; readonly by: "user" | "team" }>
}

/** The least role that an action on a space or collection asks for. */
export const needed: { readonly [A in ContentAction]: Role } = {
  "content:view": "read",
  "content:read": "read",
  "content:comment": "comment",
  "content:edit": "edit",
  "content:review": "review",
  "content:create": "create"
}

const readers = (facts: Facts) => {
  const teams = new Set((facts.member?.teams ?? []).map((team) => `team:${team}`))
  return {
    user: (grant: Grant) => grant.reader === `user:${facts.user}`,
    team: (grant: Grant) => teams.has(grant.reader)
  }
}

const strongestOf = (grants: ReadonlyArray<Grant>): Role | null =>
  grants.reduce<Role | null>((best, grant) => strongest(best, grant.role), null)

/** The role that a grant gives: of the nearest group that has one, the user's own before the teams'. */
const grantedRole = (placement: Placement, facts: Facts): Role | null => {
  const is = readers(facts)
  for (const group of placement.accessChain) {
    const here = facts.grants.filter((grant) => group.includes(grant.resource))
    const role = strongestOf(here.filter(is.user)) ?? strongestOf(here.filter(is.team))
    if (role !== null) return role
  }
  return null
}

/** The caller's effective role on a space or collection, by precedence; null is none (decisions A1 to A4). */
export const contentRole = (facts: Facts): Role | null => {
  const { member, placement } = facts
  if (member === null || member.disabled || placement === null) return null
  if (member.role === "admin") return "admin"
  const granted = grantedRole(placement, facts)
  if (granted !== null) return granted
  if (placement.accessOwners.some((owner) => owner === facts.user)) return "create"
  if (member.role === null || placement.accessDefault === "nobody") return null
  return placement.accessDefault === "member" ? member.role : placement.accessDefault
}

/** The caller's role in the organization; a disabled member has none and is as a stranger. */
export const organizationRole = (facts: Facts): Role | null =>
  facts.member === null || facts.member.disabled ? null : facts.member.role

const isActiveMember = (facts: Facts) => facts.member !== null && !facts.member.disabled

const decideOrganization = (action: OrganizationAction, facts: Facts): Verdict => {
  if (!isActiveMember(facts)) return "hidden"
  const role = organizationRole(facts)
  switch (action) {
    case "organization:view":
      return "allowed"
    case "organization:list-members":
      return role === null ? "forbidden" : "allowed"
    case "organization:create-content":
      return atLeast(role, "create") ? "allowed" : "forbidden"
    case "organization:admin":
      return role === "admin" ? "allowed" : "forbidden"
  }
}

const isContentAction = (action: Action): action is ContentAction => action in needed

/** Whether the caller may do this to the target: the only place where that is decided (decisions, "Who may"). */
export const decide = (action: Action, facts: Facts): Verdict => {
  if (!isContentAction(action)) return decideOrganization(action, facts)
  const role = contentRole(facts)
  if (!atLeast(role, "read")) return "hidden"
  return atLeast(role, needed[action]) ? "allowed" : "forbidden"
}

const explainGrants = (placement: Placement, facts: Facts): Explanation => {
  const is = readers(facts)
  const passed: Array<Explanation["passed"][number]> = []
  for (const group of placement.accessChain) {
    for (const by of ["user", "team"] as const) {
      const here = facts.grants.filter((grant) => group.includes(grant.resource) && is[by](grant))
      const best = here.find((grant) => here.every((other) => atLeast(grant.role, other.role)))
      if (best !== undefined) {
        return {
          role: best.role,
          source: { _tag: by === "user" ? "UserGrant" : "TeamGrant", resource: best.resource },
          passed
        }
      }
      passed.push({ group, by })
    }
  }
  return { role: null, source: { _tag: "Closed" }, passed }
}

/** The effective role on the target with its derivation; never another role than `contentRole`. */
export const explain = (facts: Facts): Explanation => {
  const { member, placement } = facts
  if (member === null) return { role: null, source: { _tag: "NotMember" }, passed: [] }
  if (member.disabled) return { role: null, source: { _tag: "Disabled" }, passed: [] }
  if (placement === null) return { role: null, source: { _tag: "Closed" }, passed: [] }
  if (member.role === "admin") return { role: "admin", source: { _tag: "OrganizationAdmin" }, passed: [] }
  const grants = explainGrants(placement, facts)
  if (grants.role !== null) return grants
  const { passed } = grants
  if (placement.accessOwners.some((owner) => owner === facts.user)) {
    return { role: "create", source: { _tag: "Creator" }, passed }
  }
  if (member.role === null) return { role: null, source: { _tag: "Guest" }, passed }
  if (placement.accessDefault === "nobody") return { role: null, source: { _tag: "Closed" }, passed }
  return placement.accessDefault === "member"
    ? { role: member.role, source: { _tag: "OrganizationRole" }, passed }
    : { role: placement.accessDefault, source: { _tag: "DefaultLevel" }, passed }
}

/** The keys under which the caller finds what they may list; none for strangers and disabled members. */
export const readerKeys = (member: Member | null): ReadonlyArray<string> =>
  member === null || member.disabled
    ? []
    : [
        ...(member.role === null ? [] : [`member:${member.organization}`]),
        `user:${member.user}`,
        ...member.teams.map((team) => `team:${team}`)
      ]
