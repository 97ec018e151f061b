import { Schema } from "effect"
import { describeFields } from "../../foundation/input/Input.ts"
import * as AccessSource from "../../people/access/AccessSource.ts"
import { AccessResource, view } from "../../people/access/AccessSource.ts"
import type * as Decision from "../../people/access/Decision.ts"
import { decide, type Explanation, explain, explainOrganization } from "../../people/access/Decision.ts"
import { Role } from "../../people/access/Role.ts"
import { UserView } from "../../people/user/User.ts"

/** A query about one user and one resource, with all data that the explanation needs. */
export interface AccessQuestion {
  readonly facts: Decision.Facts
  readonly permission: Decision.Action
  readonly user: UserView
  readonly resource: AccessResource
  readonly isDeleted: boolean
}

interface ExplainedQuestion extends AccessQuestion {
  readonly explanation: Explanation
  readonly names: AccessSource.Names
}

/** Actions as the words of a sentence. */
export const verbs: { readonly [A in Decision.Action]: string } = {
  "content:view": "view",
  "content:read": "read",
  "content:comment": "comment on",
  "content:edit": "edit",
  "content:review": "review",
  "content:create": "manage",
  "organization:view": "view",
  "organization:list-members": "list the members of",
  "organization:create-content": "create content at the top level of",
  "organization:admin": "administer"
}

/** The requirement of an action. */
const requirements: { readonly [A in Decision.Action]: string } = {
  "content:view": "the read role",
  "content:read": "the read role",
  "content:comment": "the comment role",
  "content:edit": "the edit role",
  "content:review": "the review role",
  "content:create": "the create role",
  "organization:view": "membership",
  "organization:list-members": "a role in the organization",
  "organization:create-content": "the create role",
  "organization:admin": "the admin role"
}

/** A resource by its kind and its title. */
export const describeResource = ({ title, type }: AccessResource): string =>
  title === "" ? `the untitled ${type}` : `the ${type} ${title}`

const capitalize = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1)

/** Names a resource, and states whether the resource in question inherits from it. */
const describeOrigin = (id: string, { names, resource }: ExplainedQuestion): string => {
  if (id === resource.id) return describeResource(resource)
  const origin = names.resource(id)
  const relation = origin.type === "site" ? "is on it" : "inherits from it"
  return `${describeResource(origin)} (${describeResource(resource)} ${relation})`
}

/** The deciding fact, worded as the end of a sentence. */
const describeReason = (question: ExplainedQuestion): string => {
  const { explanation, names, resource, user } = question
  const { role, source } = explanation
  const who = user.displayName
  switch (source._tag) {
    case "NotMember":
      return `${who} is not a member of the organization`
    case "Disabled":
      return `${who} is disabled in the organization`
    case "OrganizationAdmin":
      return `${who} is an administrator of the organization`
    case "UserGrant":
      return `${who} has the ${role} role on ${describeOrigin(source.resource, question)}`
    case "TeamGrant":
      return `the team ${names.team(source.team)}, which ${who} belongs to, has the ${role} role on ${describeOrigin(source.resource, question)}`
    case "Creator":
      return `${who} created ${describeOrigin(source.resource, question)}, which is closed to other members, and so has the create role`
    case "DefaultLevel":
      return `the default level of ${describeOrigin(source.resource, question)} gives members the ${role} role`
    case "OrganizationRole":
      return `${who} has the ${role} role in the organization${
        resource.type === "organization" ? "" : ", and no grant or default level overrides it"
      }`
    case "Guest":
      return `${who} is a guest of the organization${
        resource.type === "organization" ? "" : `, and no grant applies to ${describeResource(resource)}`
      }`
    case "Closed":
      return `${describeOrigin(source.resource ?? resource.id, question)} is closed to members without a grant, and ${who} has none`
  }
}

/** What a rule that did not apply examined. */
const describePassedRule = ({ rule }: Decision.Step, { facts, names, user }: ExplainedQuestion): string => {
  const who = user.displayName
  switch (rule._tag) {
    case "Membership":
      return `${who} is a member of the organization.`
    case "OrganizationAdmin":
      return `${who} is not an administrator of the organization.`
    case "UserGrant":
      return `${who} has no grant on ${rule.group.map((id) => describeResource(names.resource(id))).join(" or ")}.`
    case "TeamGrant":
      return `No team of ${who} has a grant on ${rule.group.map((id) => describeResource(names.resource(id))).join(" or ")}.`
    case "Creator":
      return facts.placement?.accessDefault === "nobody"
        ? `${who} did not create the closed space or collection.`
        : "Not closed to members, so its creator has no special role."
    case "DefaultLevel":
      return "No default level is set here or on a parent, so members keep their organization role."
    case "OrganizationRole":
      return `${who} has no role in the organization.`
  }
}

/** Describes what a step looked at and what it gave. */
export const describeStep = (self: Decision.Step, question: ExplainedQuestion): string => {
  if (self.outcome === "passed") return describePassedRule(self, question)
  return self.outcome === "decided"
    ? `${capitalize(describeReason(question))}.`
    : "Not evaluated: an earlier rule decided."
}

const isDirect = ({ explanation }: ExplainedQuestion) =>
  ["UserGrant", "TeamGrant", "Creator", "DefaultLevel"].includes(explanation.source._tag)

/** A closing remark: that the resource is deleted, or which role did not count. */
const describeAside = (question: ExplainedQuestion): string => {
  const { facts, isDeleted, resource } = question
  if (isDeleted) return ` ${capitalize(describeResource(resource))} is deleted: this applies once it is restored.`
  const own = facts.member?.role ?? null
  return own !== null && isDirect(question) ? ` The ${own} role in the organization was not considered.` : ""
}

/** The verdict and its reason in one or two sentences. */
export const summarize = (verdict: Decision.Verdict, question: ExplainedQuestion): string => {
  const { permission, resource, user } = question
  const may = verdict === "allowed" ? "may" : "may not"
  const missing = verdict === "forbidden" ? `; this requires ${requirements[permission]}` : ""
  const unseen = verdict === "hidden" ? " or learn that it exists" : ""
  return `${user.displayName} ${may} ${verbs[permission]} ${describeResource(resource)}${unseen}: ${describeReason(question)}${missing}.${describeAside(question)}`
}

/** The permissions that can be queried: the closed list that `decide` implements. */
export const Permission = Schema.Literals([
  "content:view",
  "content:read",
  "content:comment",
  "content:edit",
  "content:review",
  "content:create",
  "organization:view",
  "organization:list-members",
  "organization:create-content",
  "organization:admin"
]).annotate({ identifier: "AccessPermission" })
export type Permission = typeof Permission.Type

const rules = {
  Membership: "membership",
  OrganizationAdmin: "organization-admin",
  UserGrant: "user-grant",
  TeamGrant: "team-grant",
  Creator: "creator",
  DefaultLevel: "default-level",
  OrganizationRole: "organization-role"
} as const

const AccessStep = Schema.Struct(
  describeFields(
    {
      rule: Schema.Literals([
        "membership",
        "organization-admin",
        "user-grant",
        "team-grant",
        "creator",
        "default-level",
        "organization-role"
      ]),
      /**
       * `passed`: the rule did not apply; `decided`: the rule is the source; `unasked`: an earlier rule had decided.
       */
      outcome: Schema.Literals(["passed", "decided", "unasked"]),
      text: Schema.String
    },
    {
      text: "Explanation in one sentence.",
      rule: "Rule that was evaluated.",
      outcome: "Whether the rule did not apply, decided, or was not evaluated."
    }
  )
).annotate({ identifier: "AccessStep" })

/**
 * Why a user has or lacks a permission, in words and as data; `steps` are in order of precedence. A deleted space or
 * collection is explained as if it were active, and `text` states that it is deleted.
 */
export const ExplanationView = Schema.Struct(
  describeFields(
    {
      object: Schema.Literal("access-explanation"),
      user: UserView,
      permission: Permission,
      resource: AccessResource,
      allowed: Schema.Boolean,
      verdict: Schema.Literals(["allowed", "forbidden", "hidden"]),
      /** The effective role on the resource; null is none. */
      role: Schema.NullOr(Role),
      source: AccessSource.AccessSource,
      steps: Schema.Array(AccessStep),
      text: Schema.String
    },
    {
      permission: "Permission to check.",
      resource: "Resource that the permission applies to.",
      allowed: "Whether the permission is granted.",
      verdict: "Whether access is allowed, forbidden, or hidden as if the resource did not exist.",
      text: "Explanation in one sentence.",
      source: "Source of the role.",
      user: "User whose permission was checked.",
      role: "Role of the user on the resource; null if there is none.",
      steps: "Rules in the order in which they were evaluated."
    }
  )
).annotate({ identifier: "AccessExplanation" })
export type ExplanationView = typeof ExplanationView.Type

/** Explains a decision. The verdict always equals the one of `decide`. */
export const buildExplanation = (question: AccessQuestion, names: AccessSource.Names): ExplanationView => {
  const { facts, permission, resource, user } = question
  const explanation = resource.type === "organization" ? explainOrganization(facts) : explain(facts)
  const verdict = decide(permission, facts)
  const explained = { ...question, explanation, names }
  return {
    object: "access-explanation",
    user,
    permission,
    resource,
    allowed: verdict === "allowed",
    verdict,
    role: explanation.role,
    source: view(explanation.source, names),
    steps: explanation.steps.map((each) => ({
      rule: rules[each.rule._tag],
      outcome: each.outcome,
      text: describeStep(each, explained)
    })),
    text: summarize(verdict, explained)
  }
}
