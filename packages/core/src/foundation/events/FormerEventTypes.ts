import type { EventType } from "./EventType.ts"

/**
 * Words that stored events may have, each with today's word for the same act. Rows keep theirs, since the audit log
 * proves what was written (rule audit-chain); what is listed or filtered by a type goes through `today`.
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

/** Today's word for what an event or a caller says; a word that nobody knows stays as it is. */
export const toCurrentType = (type: string): string => formerTypes.get(type) ?? type
