import type { Migration } from "../Migrations.ts"

/**
 * Marks users whom a host introduced by an unverified email address only, so that they can be found by it again. Users
 * with an external ID, users from single sign-on and the first administrator are not marked.
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
