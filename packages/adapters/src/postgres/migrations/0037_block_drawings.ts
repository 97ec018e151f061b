import type { Migration } from "../Migrations.ts"

/** What scripts of integrations drew of blocks of pages. */
export const blockDrawings: Migration = {
  id: 37,
  name: "block_drawings",
  additive: true,
  statements: [
    `create table "block_drawings" (
      "id" text collate "C" primary key,
      "doc" jsonb not null,
      "doc_version" integer not null,
      "version" bigint not null,
      "created_at" bigint not null,
      "created_by" text collate "C" not null,
      "updated_at" bigint not null,
      "updated_by" text collate "C" not null,
      "space" text collate "C",
      "day" bigint
    )`,
    `create index "block_drawings_ofSpace_idx" on "block_drawings" ("space", "id")`,
    `create index "block_drawings_kept_idx" on "block_drawings" ("day", "id")`,
    `alter table "block_drawings" add constraint "block_drawings_space_fkey"
      foreign key ("space") references "spaces" ("id")
      on delete cascade deferrable initially deferred`
  ]
}
