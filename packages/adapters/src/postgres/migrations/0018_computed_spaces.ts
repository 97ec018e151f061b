import type { Migration } from "../Migrations.ts"

/** Which versions of descriptions the computed pages of spaces are indexed of. */
export const computedSpaces: Migration = {
  id: 18,
  name: "computed spaces",
  statements: [
    `create table "computed_spaces" (
      "id" text collate "C" primary key,
      "doc" jsonb not null,
      "doc_version" integer not null,
      "version" bigint not null,
      "created_at" bigint not null,
      "created_by" text collate "C" not null,
      "updated_at" bigint not null,
      "updated_by" text collate "C" not null,
      "specs" text[] collate "C" not null
    )`,
    `create index "computed_spaces_specs_set" on "computed_spaces" using gin ("specs")`,
    `alter table "computed_spaces" add constraint "computed_spaces_id_fkey"
      foreign key ("id") references "spaces" ("id")
      on delete cascade deferrable initially deferred`
  ]
}
