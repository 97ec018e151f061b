import type { Migration } from "../Migrations.ts"

/** The place that holds the files of the store. */
export const blobLocations: Migration = {
  id: 49,
  name: "blob locations",
  additive: true,
  statements: [
    `create table "blob_locations" (
      "id" text collate "C" primary key,
      "doc" jsonb not null,
      "doc_version" integer not null,
      "version" bigint not null,
      "created_at" bigint not null,
      "created_by" text collate "C" not null,
      "updated_at" bigint not null,
      "updated_by" text collate "C" not null,
      "blobs" text[] collate "C" not null
    )`,
    `create index "blob_locations_blobs_set" on "blob_locations" using gin ("blobs")`
  ]
}
