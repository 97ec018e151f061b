import type { Migration } from "../Migrations.ts"

/** Requested PDFs of published sites. */
export const sitePdfs: Migration = {
  id: 25,
  name: "site_pdfs",
  statements: [
    `create table "site_pdfs" (
      "id" text collate "C" primary key,
      "doc" jsonb not null,
      "doc_version" integer not null,
      "version" bigint not null,
      "created_at" bigint not null,
      "created_by" text collate "C" not null,
      "updated_at" bigint not null,
      "updated_by" text collate "C" not null,
      "site" text collate "C",
      "waiting" boolean,
      "askedAt" bigint,
      "blobs" text[] collate "C" not null
    )`,
    `create index "site_pdfs_inSite_idx" on "site_pdfs" ("site", "id")`,
    `create index "site_pdfs_waiting_idx" on "site_pdfs" ("site", "waiting", "id")`,
    `create index "site_pdfs_asked_idx" on "site_pdfs" ("askedAt", "id")`,
    `create index "site_pdfs_blobs_set" on "site_pdfs" using gin ("blobs")`,
    `alter table "site_pdfs" add constraint "site_pdfs_site_fkey"
      foreign key ("site") references "sites" ("id")
      on delete cascade deferrable initially deferred`
  ]
}
