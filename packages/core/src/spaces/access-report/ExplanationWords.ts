import type { UserView } from "../../accounts/user/User.ts"
import type * as AccessSource from "../../organizations/access/AccessSource.ts"
import type { AccessResource } from "../../organizations/access/AccessSource.ts"
import type * as Decision from "../../organizations/access/Decision.ts"
import type { Explanation } from "../../organizations/access/Decision.ts"

/** A question about one user and one resource, with everything needed to answer it. */
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
  "organization:create-content": "create content at the top of",
  "organization:admin": "administer"
}

/** What an action requires. */
const requirements: { readonly [A in Decision.Action]: string } = {
  "content:view": "the role read",
  "content:read": "the role read",
  "content:comment": "the role comment",
  "content:edit": "the role edit",
  "content:review": "the role review",
  "content:create": "the role create",
  "organization:view": "membership",
  "organization:list-members": "a role in the organization",
  "organization:create-content": "the role create",
  "organization:admin": "the role admin"
}

/** A resource by its kind and its title. */
export const describeResource = ({ title, type }: AccessResource): string =>
  title === "" ? `the ${type} without a title` : `the ${type} ${title}`

const capitalize = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1)

/** Names a resource, and says whether the resource in question inherits from it. */
const describeOrigin = (id: string, { names, resource }: ExplainedQuestion): string => {
  if (id === resource.id) return describeResource(resource)
  const origin = names.resource(id)
  const relation = origin.type === "site" ? "is on it" : "inherits from it"
  return `${describeResource(origin)} (${describeResource(resource)} ${relation})`
}

/** What decided, worded as the end of a sentence. */
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
      return `${who} has the role ${role} on ${describeOrigin(source.resource, question)}`
    case "TeamGrant":
      return `the team ${names.team(source.team)}, which ${who} is in, has the role ${role} on ${describeOrigin(source.resource, question)}`
    case "Creator":
      return `${who} created ${describeOrigin(source.resource, question)}, which is closed, and so has the role create`
    case "DefaultLevel":
      return `members have the role ${role} by the level of ${describeOrigin(source.resource, question)}`
    case "OrganizationRole":
      return `${who} has the role ${role} in the organization${
        resource.type === "organization" ? "" : ", and nothing nearer says otherwise"
      }`
    case "Guest":
      return `${who} is a guest of the organization${
        resource.type === "organization" ? "" : `, and no grant reaches ${describeResource(resource)}`
      }`
    case "Closed":
      return `${describeOrigin(source.resource ?? resource.id, question)} is closed, and no grant to ${who} reaches it`
  }
}

/** What a rule without an answer looked at. */
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
        ? `${who} did not create what is closed here.`
        : "Nothing is closed here, so that it does not matter who created it."
    case "DefaultLevel":
      return "No level is set, here or above: members keep their role in the organization."
    case "OrganizationRole":
      return `${who} has no role in the organization.`
  }
}

/** Describes what a step looked at and what it gave. */
export const describeStep = (self: Decision.Step, question: ExplainedQuestion): string => {
  if (self.outcome === "passed") return describePassedRule(self, question)
  return self.outcome === "decided"
    ? `${capitalize(describeReason(question))}.`
    : "Not asked: something before it decided."
}

const isDirect = ({ explanation }: ExplainedQuestion) =>
  ["UserGrant", "TeamGrant", "Creator", "DefaultLevel"].includes(explanation.source._tag)

/** A closing remark: that the resource is deleted, or which role did not count. */
const describeAside = (question: ExplainedQuestion): string => {
  const { facts, isDeleted, resource } = question
  if (isDeleted) return ` ${capitalize(describeResource(resource))} is deleted: this holds once it is restored.`
  const own = facts.member?.role ?? null
  return own !== null && isDirect(question) ? ` The role ${own} in the organization was not asked.` : ""
}

/** The verdict and its reason in one or two sentences. */
export const summarize = (verdict: Decision.Verdict, question: ExplainedQuestion): string => {
  const { permission, resource, user } = question
  const may = verdict === "allowed" ? "may" : "may not"
  const missing = verdict === "forbidden" ? `; that takes ${requirements[permission]}` : ""
  const unseen = verdict === "hidden" ? ", or know that it exists" : ""
  return `${user.displayName} ${may} ${verbs[permission]} ${describeResource(resource)}${unseen}: ${describeReason(question)}${missing}.${describeAside(question)}`
}
