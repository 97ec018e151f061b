import type { Person } from "../../foundation/operation/Actor.ts"
import type { Scope } from "../../foundation/operation/Scope.ts"
import type { Organization } from "../organization/Organization.ts"
import type * as Decision from "./Decision.ts"
import { contentRole, decide } from "./Decision.ts"
import { type IntegrationGrant, roleOf } from "./IntegrationGrant.ts"
import type { Role } from "./Role.ts"
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
