import type { Migration } from "../Migrations.ts"

/** Hostnames of sites. */
export const customHostnames: Migration = {
  id: 13,
  name: "custom hostnames",
  statements: [
    `create table "custom_hostnames" (
      "id" text collate "C" primary key,
      "doc" jsonb not null,
      "doc_version" integer not null,
      "version" bigint not null,
      "created_at" bigint not null,
      "created_by" text collate "C" not null,
      "updated_at" bigint not null,
      "updated_by" text collate "C" not null,
      "organization" text collate "C",
      "site" text collate "C",
      "hostname" text collate "C",
      "verified" boolean
    )`,
    `create index "custom_hostnames_inSite_idx" on "custom_hostnames" ("organization", "site", "id")`,
    `create index "custom_hostnames_ofHostname_idx" on "custom_hostnames" ("hostname", "id")`,
    `create unique index "custom_hostnames_verified_key" on "custom_hostnames" ("hostname") where "verified" = true`,
    `alter table "custom_hostnames" add constraint "custom_hostnames_organization_fkey"
      foreign key ("organization") references "organizations" ("id")
      on delete no action deferrable initially deferred`,
    `alter table "custom_hostnames" add constraint "custom_hostnames_site_fkey"
      foreign key ("organization", "site") references "sites" ("organization", "id")
      on delete cascade deferrable initially deferred`
  ]
}
