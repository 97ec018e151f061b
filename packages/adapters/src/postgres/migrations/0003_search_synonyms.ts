import type { Migration } from "../Migrations.ts"
import { row } from "./initial-schema/Columns.ts"

/** The synonyms that searches of each organization use. */
export const searchSynonyms: Migration = {
  id: 3,
  name: "search synonyms",
  additive: true,
  adds: ["search_synonyms"],
  statements: [
    `create table "search_synonyms" (
      ${row},
      foreign key ("id") references "organizations" ("id") on delete cascade deferrable initially deferred
    )`
  ]
}
