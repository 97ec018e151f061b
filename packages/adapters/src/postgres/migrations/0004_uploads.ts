import type { Migration } from "../Migrations.ts"
import { row } from "./initial-schema/Columns.ts"

/** Files that callers send to spaces before an edit adds them. */
export const uploads: Migration = {
  id: 4,
  name: "uploads",
  additive: true,
  adds: ["uploads"],
  statements: [
    `create table "uploads" (
      ${row},
      "organization" text collate "C",
      "space" text collate "C" references "spaces" ("id") on delete cascade deferrable initially deferred,
      "creator" text collate "C",
      "expiresAt" bigint,
      "blobs" text[] collate "C" not null
    )`,
    `create index "uploads_inOrganization_idx" on "uploads" ("organization", "expiresAt", "id")`,
    `create index "uploads_ofCreator_idx" on "uploads" ("organization", "creator", "expiresAt", "id")`,
    `create index "uploads_expiry_idx" on "uploads" ("expiresAt", "id")`,
    `create index "uploads_space_ref" on "uploads" ("space")`,
    `create index "uploads_blobs_set" on "uploads" using gin ("blobs")`
  ]
}
