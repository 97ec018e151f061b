import type { Migration } from "../Migrations.ts"
import { row } from "./initial-schema/Columns.ts"

/** People who are in content at the moment. */
export const contentPresences: Migration = {
  id: 5,
  name: "content_presences",
  additive: true,
  adds: ["content_presences"],
  statements: [
    `create table "content_presences" (
      ${row},
      "content" text collate "C",
      "space" text collate "C" references "spaces" ("id") on delete cascade deferrable initially deferred,
      "expiresAt" bigint
    )`,
    `create index "content_presences_ofContent_idx" on "content_presences" ("content", "expiresAt", "id")`,
    `create index "content_presences_expiry_idx" on "content_presences" ("expiresAt", "id")`,
    `create index "content_presences_space_ref" on "content_presences" ("space")`
  ]
}
