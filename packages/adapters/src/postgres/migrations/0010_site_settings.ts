import type { Migration } from "../Migrations.ts"

/** Settings, redirects and share links of sites, and how their visitors sign in. */
export const siteSettings: Migration = {
  id: 10,
  name: "site settings",
  statements: [
    `create table "customizations" (
      "id" text collate "C" primary key,
      "doc" jsonb not null,
      "doc_version" integer not null,
      "version" bigint not null,
      "created_at" bigint not null,
      "created_by" text collate "C" not null,
      "updated_at" bigint not null,
      "updated_by" text collate "C" not null,
      "organization" text collate "C",
      "site" text collate "C"
    )`,
    `create index "customizations_inSite_idx" on "customizations" ("organization", "site", "id")`,
    `create table "site_redirects" (
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
      "source" text collate "C" not null
    )`,
    `create index "site_redirects_inSite_idx" on "site_redirects" ("organization", "site", "id")`,
    `create unique index "site_redirects_source_key" on "site_redirects" ("site", "source") nulls not distinct`,
    `create table "share_links" (
      "id" text collate "C" primary key,
      "doc" jsonb not null,
      "doc_version" integer not null,
      "version" bigint not null,
      "created_at" bigint not null,
      "created_by" text collate "C" not null,
      "updated_at" bigint not null,
      "updated_by" text collate "C" not null,
      "sealedWith" text collate "C",
      "organization" text collate "C",
      "site" text collate "C",
      "digest" text collate "C" not null
    )`,
    `create index "share_links_sealed_idx" on "share_links" ("sealedWith", "id")`,
    `create index "share_links_inSite_idx" on "share_links" ("organization", "site", "id")`,
    `create unique index "share_links_digest_key" on "share_links" ("digest")`,
    `create table "publishing_auth" (
      "id" text collate "C" primary key,
      "doc" jsonb not null,
      "doc_version" integer not null,
      "version" bigint not null,
      "created_at" bigint not null,
      "created_by" text collate "C" not null,
      "updated_at" bigint not null,
      "updated_by" text collate "C" not null,
      "sealedWith" text collate "C",
      "organization" text collate "C"
    )`,
    `create index "publishing_auth_sealed_idx" on "publishing_auth" ("sealedWith", "id")`,
    `create index "publishing_auth_organization_ref" on "publishing_auth" ("organization")`,
    ...["customizations", "site_redirects", "share_links", "publishing_auth"].map(
      (table) => `alter table "${table}" add constraint "${table}_organization_fkey"
        foreign key ("organization") references "organizations" ("id")
        on delete no action deferrable initially deferred`
    ),
    ...["customizations", "site_redirects", "share_links"].map(
      (table) => `alter table "${table}" add constraint "${table}_site_fkey"
        foreign key ("organization", "site") references "sites" ("organization", "id")
        on delete cascade deferrable initially deferred`
    ),
    `alter table "publishing_auth" add constraint "publishing_auth_id_fkey"
      foreign key ("organization", "id") references "sites" ("organization", "id")
      on delete cascade deferrable initially deferred`
  ]
}
