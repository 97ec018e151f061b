import type { Person } from "../../foundation/operation/Actor.ts"
import type { Scope } from "../../foundation/operation/Scope.ts"
import type { Organization } from "../organization/Organization.ts"
import type * as Decision from "./Decision.ts"
import { contentRole, decide } from "./Decision.ts"
import { type IntegrationGrant, roleOf } from "./IntegrationGrant.ts"
import type { Role } from "./Role.ts"
import { host, ofMember, type Viewer } from "./Viewer.ts"

/**
 * What is left of the caller's rights: none outside of the organization whose identity provider vouched for them (rule
 * sso-reach), and in one that demands single sign-on those of a disabled member, except for administrators (rule
 * sso-enforced). Hosts that sign people in themselves see to it that they do so by the right way.
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

/** Null for a stranger. */
export const makeViewer = (isSystem: boolean, { member }: Decision.Facts): Viewer | null => {
  if (isSystem) return host
  return member === null ? null : ofMember(member)
}

export interface AccessContext {
  readonly facts: Decision.Facts
  readonly granted: IntegrationGrant | undefined
  readonly isHost: boolean
}

/** The caller's role on the placement that facts are of. */
export const roleIn = ({ facts, granted, isHost }: AccessContext): Role | null => {
  if (isHost) return "admin"
  if (granted === undefined) return contentRole(facts)
  return granted.isOn ? roleOf(granted) : null
}

/** Decides for an integration on a space or site, where an action needs one of these scopes. */
export const judgeGranted = (granted: IntegrationGrant | undefined, scopes: ReadonlyArray<Scope>): Decision.Verdict => {
  if (granted?.isOn !== true) return "hidden"
  return scopes.some((scope) => granted.scopes.has(scope)) ? "allowed" : "forbidden"
}

/** Decides for people and the host; for an integration an action needs one of these scopes. */
export const judge = (
  { facts, granted, isHost }: AccessContext,
  action: Decision.Action,
  scopes: ReadonlyArray<Scope>
): Decision.Verdict => {
  if (isHost) return "allowed"
  if (granted === undefined) return decide(action, facts)
  return scopes.some((scope) => granted.scopes.has(scope)) ? "allowed" : "forbidden"
}
