import type { UserView } from "../../accounts/user/User.ts"
import type { AccessResource, Names } from "../../organizations/access/AccessSource.ts"
import type { Action, Explanation, Facts, Step, Verdict } from "../../organizations/access/Decision.ts"

/** A question about one user and one resource, with all that its answer needs. */
export interface Asked {
  readonly facts: Facts
  readonly permission: Action
  readonly user: UserView
  readonly resource: AccessResource
  readonly isDeleted: boolean
}

interface Told extends Asked {
  readonly explanation: Explanation
  readonly names: Names
}

const verbs: { readonly [A in Action]: string } = {
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

/** What an action asks for. */
const asks: { readonly [A in Action]: string } = {
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

const called = ({ title, type }: AccessResource): string =>
  title === "" ? `the ${type} without a title` : `the ${type} ${title}`

const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1)

/** A resource by name, and that the one in question inherits from it. */
const at = (id: string, { names, resource }: Told): string =>
  id === resource.id ? called(resource) : `${called(names.resource(id))} (${called(resource)} inherits from it)`

/** What decided, as the end of a sentence. */
const reason = (told: Told): string => {
  const { explanation, names, resource, user } = told
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
      return `${who} has the role ${role} on ${at(source.resource, told)}`
    case "TeamGrant":
      return `the team ${names.team(source.team)}, which ${who} is in, has the role ${role} on ${at(source.resource, told)}`
    case "Creator":
      return `${who} created ${at(source.resource, told)}, which is closed, and so has the role create`
    case "DefaultLevel":
      return `members have the role ${role} by the level of ${at(source.resource, told)}`
    case "OrganizationRole":
      return `${who} has the role ${role} in the organization${
        resource.type === "organization" ? "" : ", and nothing nearer says otherwise"
      }`
    case "Guest":
      return `${who} is a guest of the organization${
        resource.type === "organization" ? "" : `, and no grant reaches ${called(resource)}`
      }`
    case "Closed":
      return `${at(source.resource ?? resource.id, told)} is closed, and no grant to ${who} reaches it`
  }
}

/** What a rule that had no answer was about. */
const passed = ({ rule }: Step, { facts, names, user }: Told): string => {
  const who = user.displayName
  switch (rule._tag) {
    case "Membership":
      return `${who} is a member of the organization.`
    case "OrganizationAdmin":
      return `${who} is not an administrator of the organization.`
    case "UserGrant":
      return `${who} has no grant on ${rule.group.map((id) => called(names.resource(id))).join(" or ")}.`
    case "TeamGrant":
      return `No team of ${who} has a grant on ${rule.group.map((id) => called(names.resource(id))).join(" or ")}.`
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

/** What a step looked at and what it gave. */
export const step = (self: Step, told: Told): string => {
  if (self.outcome === "passed") return passed(self, told)
  return self.outcome === "decided" ? `${capital(reason(told))}.` : "Not asked: something before it decided."
}

const isDirect = ({ explanation }: Told) =>
  ["UserGrant", "TeamGrant", "Creator", "DefaultLevel"].includes(explanation.source._tag)

/** What else there is to say: that it is deleted, or which role did not count. */
const besides = (told: Told): string => {
  const { facts, isDeleted, resource } = told
  if (isDeleted) return ` ${capital(called(resource))} is deleted: this holds once it is restored.`
  const own = facts.member?.role ?? null
  return own !== null && isDirect(told) ? ` The role ${own} in the organization was not asked.` : ""
}

/** One or two sentences. */
export const summary = (verdict: Verdict, told: Told): string => {
  const { permission, resource, user } = told
  const may = verdict === "allowed" ? "may" : "may not"
  const missing = verdict === "forbidden" ? `; that takes ${asks[permission]}` : ""
  const unseen = verdict === "hidden" ? ", or know that it exists" : ""
  return `${user.displayName} ${may} ${verbs[permission]} ${called(resource)}${unseen}: ${reason(told)}${missing}.${besides(told)}`
}
