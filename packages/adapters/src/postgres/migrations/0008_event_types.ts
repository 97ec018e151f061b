import type { Migration } from "../Migrations.ts"

/** Former types of entries, each with the type by which it is listed. */
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

/** Lists entries by current types. Entries and events themselves stay as written, as the hashes cover them. */
export const eventTypes: Migration = {
  id: 8,
  name: "event types",
  statements: [
    `update "audit_entries" e set "type" = words.listed
      from (values ${listed}) words (written, listed) where e."type" = words.written`
  ]
}
