import type { Migration } from "../Migrations.ts"

/** Requested PDFs. */
export const pdfs: Migration = {
  id: 22,
  name: "pdfs",
  statements: [
    `create table "pdfs" (
      "id" text collate "C" primary key,
      "doc" jsonb not null,
      "doc_version" integer not null,
      "version" bigint not null,
      "created_at" bigint not null,
      "created_by" text collate "C" not null,
      "updated_at" bigint not null,
      "updated_by" text collate "C" not null,
      "space" text collate "C",
      "askedAt" bigint,
      "blobs" text[] collate "C" not null
    )`,
    `create index "pdfs_inSpace_idx" on "pdfs" ("space", "id")`,
    `create index "pdfs_asked_idx" on "pdfs" ("askedAt", "id")`,
    `create index "pdfs_blobs_set" on "pdfs" using gin ("blobs")`,
    `alter table "pdfs" add constraint "pdfs_space_fkey"
      foreign key ("space") references "spaces" ("id")
      on delete cascade deferrable initially deferred`
  ]
}
