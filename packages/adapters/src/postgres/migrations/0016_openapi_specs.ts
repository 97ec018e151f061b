import type { Migration } from "../Migrations.ts"

/** Descriptions of APIs, and what was read of them. */
export const openApiSpecs: Migration = {
  id: 16,
  name: "openapi specs",
  statements: [
    `create table "openapi_specs" (
      "id" text collate "C" primary key,
      "doc" jsonb not null,
      "doc_version" integer not null,
      "version" bigint not null,
      "created_at" bigint not null,
      "created_by" text collate "C" not null,
      "updated_at" bigint not null,
      "updated_by" text collate "C" not null,
      "organization" text collate "C",
      "slug" text collate "C" not null,
      "waits" boolean,
      "dueAt" bigint,
      "blobs" text[] collate "C" not null
    )`,
    `create index "openapi_specs_inOrganization_idx" on "openapi_specs" ("organization", "id")`,
    `create index "openapi_specs_due_idx" on "openapi_specs" ("waits", "dueAt", "id") where "waits" = true`,
    `create index "openapi_specs_blobs_set" on "openapi_specs" using gin ("blobs")`,
    `create unique index "openapi_specs_slug_key" on "openapi_specs" ("organization", "slug") nulls not distinct`,
    `create table "openapi_versions" (
      "id" text collate "C" primary key,
      "doc" jsonb not null,
      "doc_version" integer not null,
      "version" bigint not null,
      "created_at" bigint not null,
      "created_by" text collate "C" not null,
      "updated_at" bigint not null,
      "updated_by" text collate "C" not null,
      "spec" text collate "C",
      "blobs" text[] collate "C" not null
    )`,
    `create index "openapi_versions_ofSpec_idx" on "openapi_versions" ("spec", "id")`,
    `create index "openapi_versions_blobs_set" on "openapi_versions" using gin ("blobs")`,
    `alter table "openapi_specs" add constraint "openapi_specs_organization_fkey"
      foreign key ("organization") references "organizations" ("id")
      on delete no action deferrable initially deferred`,
    `alter table "openapi_versions" add constraint "openapi_versions_spec_fkey"
      foreign key ("spec") references "openapi_specs" ("id")
      on delete cascade deferrable initially deferred`
  ]
}
