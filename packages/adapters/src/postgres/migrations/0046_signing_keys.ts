import type { Migration } from "../Migrations.ts"

/** Sealed signing keys, which replace a key that anyone with access to the database could read. */
export const signingKeys: Migration = {
  id: 46,
  name: "signing keys",
  statements: [
    `create table "signing_keys" (
      "id" text collate "C" primary key,
      "doc" jsonb not null,
      "doc_version" integer not null,
      "version" bigint not null,
      "created_at" bigint not null,
      "created_by" text collate "C" not null,
      "updated_at" bigint not null,
      "updated_by" text collate "C" not null,
      "sealedWith" text collate "C",
      "signsFrom" bigint
    )`,
    `create index "signing_keys_sealed_idx" on "signing_keys" ("sealedWith", "id")`,
    `create index "signing_keys_inOrder_idx" on "signing_keys" ("signsFrom", "id")`,
    `delete from "installations" where "id" = 'installation'`
  ]
}
