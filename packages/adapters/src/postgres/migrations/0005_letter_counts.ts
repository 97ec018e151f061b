import type { Migration } from "../Migrations.ts"

/** Daily counts of emails by recipient and by sender. */
export const letterCounts: Migration = {
  id: 5,
  name: "letter counts",
  statements: [
    `create table "letter_counts" (
      "id" text collate "C" primary key,
      "doc" jsonb not null,
      "doc_version" integer not null,
      "version" bigint not null,
      "created_at" bigint not null,
      "created_by" text collate "C" not null,
      "updated_at" bigint not null,
      "updated_by" text collate "C" not null
    )`,
    `alter table "letter_counts" add constraint "letter_counts_id_fkey"
      foreign key ("id") references "users" ("id")
      on delete cascade deferrable initially deferred`
  ]
}
