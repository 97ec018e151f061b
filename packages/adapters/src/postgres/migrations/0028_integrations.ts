import type { Migration } from "../Migrations.ts"

/** Integrations, their scripts and their secrets. */
export const integrations: Migration = {
  id: 28,
  name: "integrations",
  statements: [
    `create table "integrations" (
      "id" text collate "C" primary key,
      "doc" jsonb not null,
      "doc_version" integer not null,
      "version" bigint not null,
      "created_at" bigint not null,
      "created_by" text collate "C" not null,
      "updated_at" bigint not null,
      "updated_by" text collate "C" not null,
      "organization" text collate "C",
      "published" boolean,
      "target" text collate "C",
      "hasBlocks" boolean,
      "hasSources" boolean,
      "shownTo" text[] collate "C" not null,
      "categories" text[] collate "C" not null,
      "scopes" text[] collate "C" not null,
      "domains" text[] collate "C" not null,
      "words" text collate "C" not null,
      "blobs" text[] collate "C" not null
    )`,
    `create index "integrations_listed_idx" on "integrations"
      ("published", "target", "hasBlocks", "hasSources", "id")`,
    `create index "integrations_inOrganization_idx" on "integrations" ("organization", "id")`,
    `create index "integrations_ofOwner_idx" on "integrations"
      ("organization", "published", "target", "hasBlocks", "hasSources", "id")`,
    `create index "integrations_shownTo_set" on "integrations" using gin ("shownTo")`,
    `create index "integrations_categories_set" on "integrations" using gin ("categories")`,
    `create index "integrations_scopes_set" on "integrations" using gin ("scopes")`,
    `create index "integrations_domains_set" on "integrations" using gin ("domains")`,
    `create index "integrations_blobs_set" on "integrations" using gin ("blobs")`,
    `do $do$
      declare home name := (select extnamespace::regnamespace::text from pg_extension where extname = 'pg_trgm');
      begin if home is not null then
        execute format('create index "integrations_words_words" on "integrations" using gin ("words" %s.gin_trgm_ops)', home);
      end if;
    end $do$`,
    `create table "integration_versions" (
      "id" text collate "C" primary key,
      "doc" jsonb not null,
      "doc_version" integer not null,
      "version" bigint not null,
      "created_at" bigint not null,
      "created_by" text collate "C" not null,
      "updated_at" bigint not null,
      "updated_by" text collate "C" not null,
      "integration" text collate "C",
      "number" bigint,
      "blobs" text[] collate "C" not null
    )`,
    `create index "integration_versions_ofIntegration_idx" on "integration_versions" ("integration", "number", "id")`,
    `create index "integration_versions_blobs_set" on "integration_versions" using gin ("blobs")`,
    `create table "integration_secrets" (
      "id" text collate "C" primary key,
      "doc" jsonb not null,
      "doc_version" integer not null,
      "version" bigint not null,
      "created_at" bigint not null,
      "created_by" text collate "C" not null,
      "updated_at" bigint not null,
      "updated_by" text collate "C" not null,
      "sealedWith" text collate "C"
    )`,
    `create index "integration_secrets_sealed_idx" on "integration_secrets" ("sealedWith", "id")`,
    `alter table "integrations" add constraint "integrations_organization_fkey"
      foreign key ("organization") references "organizations" ("id")
      on delete no action deferrable initially deferred`,
    `alter table "integration_versions" add constraint "integration_versions_integration_fkey"
      foreign key ("integration") references "integrations" ("id")
      on delete cascade deferrable initially deferred`,
    `alter table "integration_secrets" add constraint "integration_secrets_id_fkey"
      foreign key ("id") references "integrations" ("id")
      on delete cascade deferrable initially deferred`
  ]
}
