import type { Permission } from "@quire/http"
import type { Endpoint } from "../contract/endpoints.ts"
import type { Call } from "../contract/scenarios.ts"
import type { Who } from "../contract/world.ts"
import { levels, type Part, type Principal, partOf, type Visibility } from "./principals.ts"

/** One caller, one endpoint, one thing: what is known before the call. */
export interface Cell {
  readonly principal: Principal
  readonly visibility: Visibility
  /** The thing is in an organization that only the foreigner is in. */
  readonly isForeign: boolean
  readonly endpoint: Endpoint
  readonly call: Call
  /** Whose things the call is about, where it matters. */
  readonly owner: Who
  readonly ids: Readonly<Record<Principal, string>>
}

export type Expected = "allowed" | 204 | 400 | 401 | 403 | 404

type Judged = "allowed" | "refused" | "unnamed"

type Role = NonNullable<Part["role"]>

const ladder = ["read", "comment", "edit", "review", "create", "admin"]

const reaches = (role: Role | null | undefined, needed: string) =>
  role !== null && role !== undefined && ladder.indexOf(role) >= ladder.indexOf(needed)

/** The role of the caller in the organization of the cell; a disabled member has none. */
const standing = ({ isForeign, principal }: Pick<Cell, "isForeign" | "principal">): Part => {
  const part = partOf(principal)
  if (isForeign) return part.elsewhere === true ? { role: "admin" } : {}
  return part.disabled === true || part.elsewhere === true ? {} : part
}

/** The role on something with this visibility: the nearest thing that gives one. */
export const roleOn = (part: Part, visibility: Visibility): Role | null => {
  if (part.role === undefined) return null
  if (part.role === "admin") return "admin"
  if (part.grant !== undefined) return part.grant
  if (part.teamGrant !== undefined) return part.teamGrant
  if (visibility === "closed") return part.made === true ? "create" : null
  if (part.role === null) return null
  return visibility === "level" ? levels.level : visibility === "in-collection" ? levels.collection : part.role
}

/** The role on a collection at the top level without grants. */
const roleOnPlain = (part: Part, level: Role | "inherit"): Role | null =>
  part.role === undefined || part.role === null || part.role === "admin" || level === "inherit"
    ? (part.role ?? null)
    : level

const fieldsOf = (call: Call) => (call.body ?? {}) as Readonly<Record<string, unknown>>

const isOwner = ({ isForeign, owner, principal }: Cell): boolean => principal === owner && !isForeign

/** Whether the caller may let others in by the invite that a call makes or names: content ones are at the root. */
const invites = (cell: Cell, part: Part): boolean => {
  const { collection, space } = fieldsOf(cell.call)
  if (collection !== undefined || space !== undefined) return reaches(roleOn(part, cell.visibility), "create")
  const isContent = cell.endpoint.parameters.includes("inviteId") && cell.owner !== "admin"
  return isContent ? reaches(roleOnPlain(part, "inherit"), "create") : part.role === "admin"
}

const isContent = ({ endpoint: { parameters } }: Cell) =>
  parameters.includes("spaceId") || parameters.includes("collectionId")

/** The hostname that is registered names no site yet. */
const isOfSite = ({ endpoint: { name, parameters } }: Cell) =>
  parameters.includes("siteId") || (parameters.includes("hostname") && name !== "setupCustomHostname")

const ofIntegrations = new Set([
  "getIntegrationByName",
  "unpublishIntegration",
  "listIntegrationEvents",
  "queueIntegrationTask",
  "setIntegrationDevelopmentMode",
  "disableIntegrationDevelopmentMode"
])

/** Integrations of cells are private; one that is published need not be there. */
const isOfIntegration = ({ endpoint: { name, parameters } }: Cell) =>
  (parameters.at(-1) === "integrationName" && ofIntegrations.has(name)) ||
  (parameters.includes("integrationName") && parameters.at(-1) === "eventId")

/** Guests see no installation. */
const seesInstallation = ({ role }: Part) => role !== undefined && role !== null

/** Whether the caller may view everything that the path names but the last id, if it is one of these. */
const seesParents = (cell: Cell, part: Part): boolean => {
  const { parameters } = cell.endpoint
  if (parameters.length < 2 || parameters.at(-1) === "installationId") return true
  const isOfEvent = parameters.includes("integrationName") && parameters.includes("eventId")
  if (parameters.includes("installationId") || isOfEvent) return seesInstallation(part)
  if (isContent(cell) || (isOfSite(cell) && parameters.at(-1) !== "siteId")) {
    return roleOn(part, cell.visibility) !== null
  }
  return part.role !== undefined
}

const sees = (cell: Cell, part: Part): boolean => {
  const { parameters } = cell.endpoint
  if (parameters.includes("uploadId")) return isOwner(cell)
  if (isContent(cell) || isOfSite(cell)) return roleOn(part, cell.visibility) !== null
  if (parameters.includes("installationId")) return seesInstallation(part)
  const isSelf = cell.call.path?.["userId"] === cell.ids[cell.principal]
  if (parameters.includes("tokenId") || parameters.includes("sessionId")) return isOwner(cell)
  if (parameters.includes("subdomain")) return part.role !== undefined
  if (isOfIntegration(cell)) return part.role !== undefined && part.role !== null
  if (!parameters.includes("organizationId")) return !parameters.includes("userId") || part.role !== undefined || isSelf
  if (part.role === undefined) return false
  if (parameters.includes("teamId")) return part.role !== null || part.inTeam === true
  if (parameters.includes("inviteId")) return invites(cell, part)
  return !parameters.includes("userId") || part.role !== null || isSelf
}

/** Roles in the organization that transfers go to. */
const siblingRole = ({ isForeign, principal }: Cell): Role | undefined =>
  principal === (isForeign ? "foreigner" : "admin")
    ? "admin"
    : principal === "creator" && !isForeign
      ? "create"
      : undefined

const judgeParent = (cell: Cell, part: Part): Judged => {
  const { parent } = fieldsOf(cell.call)
  const of = (role: Role | null | undefined, missing: Judged): Judged =>
    reaches(role, "create") ? "allowed" : role === null || role === undefined ? missing : "refused"
  if (!isContent(cell)) {
    if (part.role === undefined) return "refused"
    return parent === undefined ? of(part.role, "refused") : of(roleOn(part, cell.visibility), "unnamed")
  }
  if (parent !== undefined) return of(parent === null ? part.role : roleOnPlain(part, "inherit"), "unnamed")
  return cell.visibility === "in-collection"
    ? of(roleOnPlain(part, levels.collection), "refused")
    : of(part.role, "refused")
}

const isOut = ({ isForeign, principal }: Cell) => !isForeign && partOf(principal).disabled === true

const yes = (holds: boolean): Judged => (holds ? "allowed" : "refused")

const judgeRight = (right: Permission.Right, cell: Cell, part: Part): Judged => {
  const { call, ids, owner, principal } = cell
  const isMember = part.role !== undefined
  const { userId } = call.path ?? {}
  const isSelf = userId === undefined ? isOwner(cell) : userId === ids[principal]
  if (right.startsWith("content:")) {
    const needed = right === "content:view" ? "read" : right.slice("content:".length)
    return yes(reaches(roleOn(part, cell.visibility), needed))
  }
  switch (right) {
    case "organization:view":
      return yes(isMember)
    case "organization:list-members":
    case "integration:view":
      return yes(isMember && part.role !== null)
    case "organization:create-content":
      return yes(reaches(part.role, "create"))
    case "organization:admin":
    case "integration:admin":
    case "member:manage":
      return yes(part.role === "admin")
    case "source:view":
      return yes(isMember && part.role !== null)
    case "team:view":
    case "member:view":
    case "user:view":
      return yes(sees(cell, part))
    case "team:manage":
      return yes(part.role === "admin" || (isMember && part.ownsTeam === true))
    case "member:inspect":
    case "member:remove":
      return yes(part.role === "admin" || (isMember && isSelf))
    case "parent:create":
      return judgeParent(cell, part)
    case "destination:create": {
      const role = siblingRole(cell)
      return role === undefined ? "unnamed" : yes(reaches(role, "create"))
    }
    case "owner:admin":
      return part.role === undefined ? "unnamed" : yes(part.role === "admin")
    case "spaces:create": {
      if (cell.endpoint.name !== "installIntegrationOnSpace") return "allowed"
      const role = roleOn(part, cell.visibility)
      return role === null ? "unnamed" : yes(reaches(role, "create"))
    }
    case "target:admin":
      if (cell.endpoint.name === "installIntegration") return isMember ? yes(part.role === "admin") : "unnamed"
      return roleOn(part, cell.visibility) === null ? "unnamed" : yes(part.role === "admin")
    case "context:view":
      return roleOn(part, cell.visibility) === null ? "unnamed" : "allowed"
    case "integration:self":
      return "refused"
    case "self":
      return yes(isSelf || cell.endpoint.parameters.length === 0)
    case "invite:manage":
      return yes(invites(cell, part))
    case "invite-secret":
      return yes(!isOut(cell))
    case "email-domain":
      return yes(!isOut(cell) && !cell.isForeign && partOf(principal).elsewhere !== true)
    case "author":
      return yes(isOwner(cell))
    case "not-author":
      return yes(principal !== owner)
    case "opening":
      return yes(fieldsOf(call)["status"] === "open")
    default:
      return "allowed"
  }
}

/** A reference in a body to what the caller may not view is answered as one to nothing. */
const isUnnamed = (cell: Cell, part: Part) => {
  const { collection, space } = fieldsOf(cell.call)
  const isNamed = cell.endpoint.name === "createLinkInvite" && (collection ?? space) !== undefined
  return isNamed && part.role !== undefined && roleOn(part, cell.visibility) === null
}

/** Guests may not list members: to them, a user without access there does not exist. */
const namesStrangers = ({ endpoint }: Cell, part: Part) =>
  ["inviteToSpace", "inviteToCollection"].includes(endpoint.name) && part.role === null

const judge = (permission: Permission.Permission, cell: Cell, part: Part): Judged => {
  if (typeof permission === "string") return judgeRight(permission, cell, part)
  const answers = ("all" in permission ? permission.all : permission.any).map((each) => judge(each, cell, part))
  const first = (wanted: (answer: Judged) => boolean, otherwise: Judged) => answers.find(wanted) ?? otherwise
  return "all" in permission
    ? first((answer) => answer !== "allowed", "allowed")
    : first((answer) => answer === "allowed", "refused")
}

export const ruleOf = ({ access }: Endpoint): Permission.Rule => access.permission

/** The expected response, from the contract and what is known of the caller alone. */
export const expected = (cell: Cell): Expected => {
  const rule = ruleOf(cell.endpoint)
  const { readsSite, token } = partOf(cell.principal)
  if (token !== undefined) return rule.permission === "open" ? "allowed" : 401
  if (readsSite === true) return rule.permission === "open" ? "allowed" : 403
  const part = standing(cell)
  const named = Object.keys(fieldsOf(cell.call))
  const asked = [
    rule.permission,
    ...Object.entries(rule.fields ?? {}).flatMap(([field, more]) => (named.includes(field) ? [more] : []))
  ]
  const answer = asked.map((each) => judge(each, cell, part)).find((each) => each !== "allowed") ?? "allowed"
  if (answer === "allowed") return namesStrangers(cell, part) ? 400 : "allowed"
  if (!seesParents(cell, part)) return 404
  if (!sees(cell, part)) return rule.without.blind ?? 404
  if (isUnnamed(cell, part)) return 400
  return answer === "unnamed" ? 400 : (rule.without.viewing ?? 404)
}
