import type { Migration } from "../Migrations.ts"

/** Where the server of the store is reached. */
export const serverAddresses: Migration = {
  id: 51,
  name: "server addresses",
  additive: true,
  statements: [
    `create table "server_addresses" (
      "id" text collate "C" primary key,
      "doc" jsonb not null,
      "doc_version" integer not null,
      "version" bigint not null,
      "created_at" bigint not null,
      "created_by" text collate "C" not null,
      "updated_at" bigint not null,
      "updated_by" text collate "C" not null
    )`
  ]
}
