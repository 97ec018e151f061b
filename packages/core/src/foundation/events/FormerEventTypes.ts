import type { EventType } from "./EventType.ts"

/**
 * Former event types, each with its current name. Stored rows keep the former name, because the audit log must stay as
 * it was written (rule audit-chain); lists and filters use `toCurrentType`.
 */
export const formerTypes: ReadonlyMap<string, EventType> = new Map<string, EventType>([
  ["tokens.revoke", "tokens.delete"],
  ["signIn.start", "signInCodes.create"],
  ["signIn.exchange", "signInCodes.exchange"],
  ["organizations.remove", "organizations.delete"],
  ["members.add", "members.create"],
  ["members.sso", "members.update"],
  ["members.remove", "members.delete"],
  ["teams.remove", "teams.delete"],
  ["teamMembers.put", "teamMembers.update"],
  ["teamMembers.remove", "teamMembers.delete"],
  ["grants.set", "grants.update"],
  ["grants.remove", "grants.delete"],
  ["customFields.remove", "customFields.delete"],
  ["spaces.updateCustomFields", "spaceCustomFields.update"],
  ["content.rollback", "content.rollBack"],
  ["comments.remove", "comments.delete"],
  ["replies.remove", "replies.delete"],
  ["reviewRequests.remove", "reviewRequests.delete"]
])

/** The current name of an event type; an unknown type is returned unchanged. */
export const toCurrentType = (type: string): string => formerTypes.get(type) ?? type
