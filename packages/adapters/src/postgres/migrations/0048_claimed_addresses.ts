import type { Migration } from "../Migrations.ts"

/**
 * People whom a host introduced by an address alone that nobody has proven are found again by it. Who has an external
 * id, came by single sign-on or is the first administrator was not.
 */
export const claimedAddresses: Migration = {
  id: 48,
  name: "claimed addresses",
  statements: [
    `update "users" u set doc = jsonb_set(u.doc, '{isByAddress}', 'true'), version = u.version + 1
      where u.doc->'emailVerifiedAt' = 'null' and u.doc->'externalId' = 'null' and not u.doc ? 'erasedAt'
        and u.email <> 'admin@localhost'
        and not exists (select 1 from "user_identities" i where i."user" = u.id)
        and not exists (select 1 from "members" m where m."user" = u.id and m.doc->'sso' = 'true')`
  ]
}
