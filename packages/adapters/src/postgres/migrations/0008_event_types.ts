import type { Migration } from "../Migrations.ts"

/** Words of entries, each with the word by which it is listed. */
const words: ReadonlyArray<readonly [written: string, listed: string]> = [
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
]

const listed = words.map(([written, today]) => `('${written}', '${today}')`).join(", ")

/** Entries are found by today's types. What they say stays, and so do events: the hashes cover what was written. */
export const eventTypes: Migration = {
  id: 8,
  name: "event types",
  statements: [
    `update "audit_entries" e set "type" = words.listed
      from (values ${listed}) words (written, listed) where e."type" = words.written`
  ]
}
