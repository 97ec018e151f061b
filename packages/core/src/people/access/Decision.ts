import type { Member } from "../member/Member.ts"
import type { Placement } from "../placement/Placement.ts"
import { atLeast, type Role, rank } from "./Role.ts"

/** The parts of a grant that decisions depend on. */
export interface GrantFact {
  readonly resource: string
  readonly reader: string
  readonly role: Role
}

/**
 * The facts of a decision: the caller's membership of the target's organization, the target's placement, and the
 * caller's grants.
 */
export interface Facts {
  readonly user: string
  readonly member: Member | null
  readonly placement: Placement | null
  /** Grants of the caller and the caller's teams; others are ignored. */
  readonly grants: ReadonlyArray<GrantFact>
}

/** An action on a space, a collection or an organization. */
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

/** An action on a team; `manage` covers only its members (rule team-owners). */
export type TeamAction = "team:view" | "team:manage"

/** An action on a member of an organization; `inspect` shows their teams and what they can read. */
export type MemberAction = "member:view" | "member:inspect" | "member:remove" | "member:manage"

/** `hidden`: the caller may not know that the target exists. */
export type Verdict = "allowed" | "forbidden" | "hidden"

/**
 * The source of an effective role, in order of precedence (rule access-precedence); `resource` has the grant or level.
 */
export type Source =
  | { readonly _tag: "NotMember" }
  | { readonly _tag: "Disabled" }
  | { readonly _tag: "OrganizationAdmin" }
  | { readonly _tag: "UserGrant"; readonly resource: string }
  | { readonly _tag: "TeamGrant"; readonly resource: string; readonly team: string }
  | { readonly _tag: "Creator"; readonly resource: string }
  | { readonly _tag: "DefaultLevel"; readonly resource: string }
  | { readonly _tag: "OrganizationRole" }
  | { readonly _tag: "Guest" }
  | { readonly _tag: "Closed"; readonly resource: string | null }

/** The rules that may give a role, in order. Those for grants apply per group of resources, nearest first. */
export type Rule =
  | { readonly _tag: "Membership" | "OrganizationAdmin" | "Creator" | "DefaultLevel" | "OrganizationRole" }
  | { readonly _tag: "UserGrant" | "TeamGrant"; readonly group: ReadonlyArray<string> }

/** `passed`: the rule did not decide; `unasked`: an earlier rule decided. */
export interface Step {
  readonly rule: Rule
  readonly outcome: "passed" | "decided" | "unasked"
}

export interface Explanation {
  readonly role: Role | null
  readonly source: Source
  /** All rules for this kind of target; exactly one of them decided. */
  readonly steps: ReadonlyArray<Step>
}

/** The minimum role that an action on a space or collection requires. */
export const requiredRoles: { readonly [A in ContentAction]: Role } = {
  "content:view": "read",
  "content:read": "read",
  "content:comment": "comment",
  "content:edit": "edit",
  "content:review": "review",
  "content:create": "create"
}

type Answer = Pick<Explanation, "role" | "source">

/** The strongest grant in a group of resources, the first of equal ones. */
const findStrongest = (
  group: ReadonlyArray<string>,
  facts: Facts,
  isOwn: (reader: string) => boolean
): GrantFact | undefined => {
  let best: GrantFact | undefined
  for (const resource of group) {
    for (const grant of facts.grants) {
      if (grant.resource !== resource || !isOwn(grant.reader)) continue
      if (best === undefined || !atLeast(best.role, grant.role)) best = grant
    }
  }
  return best
}

const applyUserGrant = (group: ReadonlyArray<string>, facts: Facts): Answer | undefined => {
  const grant = findStrongest(group, facts, (reader) => reader === `user:${facts.user}`)
  return grant && { role: grant.role, source: { _tag: "UserGrant", resource: grant.resource } }
}

const teamOf = (reader: string): string | undefined =>
  reader.startsWith("team:") ? reader.slice("team:".length) : undefined

const applyTeamGrant = (group: ReadonlyArray<string>, facts: Facts): Answer | undefined => {
  const teams = facts.member?.teams ?? []
  const grant = findStrongest(group, facts, (reader) => teams.some((team) => team === teamOf(reader)))
  const team = grant && teamOf(grant.reader)
  if (grant === undefined || team === undefined) return undefined
  return { role: grant.role, source: { _tag: "TeamGrant", resource: grant.resource, team } }
}

/** The resource at which inheritance stops. It has the level, and its creator has access if it is closed. */
const findInheritanceStop = (placement: Placement | null): string | null => placement?.accessChain.at(-1)?.[0] ?? null

const applyLevel = ({ member, placement }: Facts): Answer | undefined => {
  if (member?.role === null) return { role: null, source: { _tag: "Guest" } }
  if (placement?.accessDefault === "member") return undefined
  const resource = findInheritanceStop(placement)
  return placement === null || resource === null || placement.accessDefault === "nobody"
    ? { role: null, source: { _tag: "Closed", resource } }
    : { role: placement.accessDefault, source: { _tag: "DefaultLevel", resource } }
}

const applyRule = (rule: Rule, facts: Facts): Answer | undefined => {
  const { member, placement } = facts
  switch (rule._tag) {
    case "Membership":
      if (member === null) return { role: null, source: { _tag: "NotMember" } }
      return member.disabled ? { role: null, source: { _tag: "Disabled" } } : undefined
    case "OrganizationAdmin":
      return member?.role === "admin" ? { role: "admin", source: { _tag: "OrganizationAdmin" } } : undefined
    case "UserGrant":
      return applyUserGrant(rule.group, facts)
    case "TeamGrant":
      return applyTeamGrant(rule.group, facts)
    case "Creator": {
      const resource = findInheritanceStop(placement)
      const isOwner = placement?.accessOwners.some((owner) => owner === facts.user) === true
      return isOwner && resource !== null ? { role: "create", source: { _tag: "Creator", resource } } : undefined
    }
    case "DefaultLevel":
      return applyLevel(facts)
    case "OrganizationRole":
      return member === null || member.role === null
        ? { role: null, source: { _tag: "Guest" } }
        : { role: member.role, source: { _tag: "OrganizationRole" } }
  }
}

const firstRules: ReadonlyArray<Rule> = [{ _tag: "Membership" }, { _tag: "OrganizationAdmin" }]

const lastRules: ReadonlyArray<Rule> = [{ _tag: "Creator" }, { _tag: "DefaultLevel" }, { _tag: "OrganizationRole" }]

/** The rules for a space or collection, in order of precedence. */
const listRules = ({ accessChain }: Placement): ReadonlyArray<Rule> => [
  ...firstRules,
  ...accessChain.flatMap(
    (group): ReadonlyArray<Rule> => [
      { _tag: "UserGrant", group },
      { _tag: "TeamGrant", group }
    ]
  ),
  ...lastRules
]

/** The caller's effective role on a space or collection, or null: that of the first rule that gives an answer. */
export const contentRole = (facts: Facts): Role | null => {
  if (facts.placement === null) return null
  for (const rule of listRules(facts.placement)) {
    const answer = applyRule(rule, facts)
    if (answer !== undefined) return answer.role
  }
  return null
}

/**
 * The caller's role in the organization; null for disabled members and for callers who are not members (rule
 * access-disabled).
 */
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

const hiddenUnless = (isViewable: boolean, isAllowed: boolean): Verdict =>
  isViewable ? (isAllowed ? "allowed" : "forbidden") : "hidden"

/** Decides an action on a team of the organization. */
export const decideTeam = (action: TeamAction, team: string, facts: Facts): Verdict => {
  const { member } = facts
  if (member === null || member.disabled) return "hidden"
  const isViewable = member.role !== null || member.teams.includes(team)
  return hiddenUnless(isViewable, action === "team:view" || member.role === "admin" || member.ownedTeams.includes(team))
}

/** Decides an action on a member of the organization, who may be the caller. */
export const decideMember = (action: MemberAction, user: string, facts: Facts): Verdict => {
  const { member } = facts
  if (member === null || member.disabled) return "hidden"
  const isSelf = user === facts.user
  const isOwn = isSelf && action !== "member:manage"
  return hiddenUnless(member.role !== null || isSelf, action === "member:view" || isOwn || member.role === "admin")
}

/** Whether a caller may give a role: never one above their own (rule access-above-oneself). */
export const mayGive = (own: Role | null, given: Role | null): boolean => rank(given) <= rank(own)

/** Whether an action is on a space or collection rather than an organization. */
export const isContentAction = (action: Action): action is ContentAction => action in requiredRoles

/** Decides whether the caller may perform an action. All permission checks use this function. */
export const decide = (action: Action, facts: Facts): Verdict => {
  if (!isContentAction(action)) return decideOrganization(action, facts)
  const role = contentRole(facts)
  if (!atLeast(role, "read")) return "hidden"
  return atLeast(role, requiredRoles[action]) ? "allowed" : "forbidden"
}

const explainByRules = (rules: ReadonlyArray<Rule>, facts: Facts): Explanation => {
  const steps: Array<Step> = []
  let found: Answer | undefined
  for (const rule of rules) {
    const given = found === undefined ? applyRule(rule, facts) : undefined
    steps.push({ rule, outcome: given !== undefined ? "decided" : found === undefined ? "passed" : "unasked" })
    found ??= given
  }
  return { ...(found ?? { role: null, source: { _tag: "Closed", resource: null } }), steps }
}

/** The effective role on the space or collection, with its derivation. */
export const explain = (facts: Facts): Explanation =>
  explainByRules(facts.placement === null ? [...firstRules, ...lastRules] : listRules(facts.placement), facts)

/** The role in the organization, with its derivation. */
export const explainOrganization = (facts: Facts): Explanation =>
  explainByRules([...firstRules, { _tag: "OrganizationRole" }], facts)

/**
 * The reader keys of a caller, which select what the caller may list; none for disabled members and for callers who are
 * not members.
 */
export const readerKeys = (member: Member | null): ReadonlyArray<string> =>
  member === null || member.disabled
    ? []
    : [
        ...(member.role === null ? [] : [`member:${member.organization}`]),
        `user:${member.user}`,
        ...member.teams.map((team) => `team:${team}`)
      ]
