import type { Migration } from "../Migrations.ts"

/** Sites and what they publish. */
export const sites: Migration = {
  id: 9,
  name: "sites",
  statements: [
    `alter table "organization_trees_counters" add column "sites" bigint not null default 0`,
    `create table "sites" (
      "id" text collate "C" primary key,
      "doc" jsonb not null,
      "doc_version" integer not null,
      "version" bigint not null,
      "created_at" bigint not null,
      "created_by" text collate "C" not null,
      "updated_at" bigint not null,
      "updated_by" text collate "C" not null,
      "organization" text collate "C",
      "basename" text collate "C" not null,
      "hostname" text collate "C",
      "hasHostname" boolean,
      "type" text collate "C",
      "published" boolean,
      "words" text collate "C" not null
    )`,
    `create index "sites_inOrganization_idx" on "sites" ("organization", "published", "type", "id")`,
    `create unique index "sites_basename_key" on "sites" ("organization", "basename") nulls not distinct`,
    `create unique index "sites_hostname_key" on "sites" ("hostname") where "hasHostname" = true`,
    `create unique index "sites_scoped_key" on "sites" ("organization", "id")`,
    `do $do$
      declare home name := (select extnamespace::regnamespace::text from pg_extension where extname = 'pg_trgm');
      begin if home is not null then
        execute format('create index "sites_words_words" on "sites" using gin ("words" %s.gin_trgm_ops)', home);
      end if;
    end $do$`,
    `create table "site_structures" (
      "id" text collate "C" primary key,
      "doc" jsonb not null,
      "doc_version" integer not null,
      "version" bigint not null,
      "created_at" bigint not null,
      "created_by" text collate "C" not null,
      "updated_at" bigint not null,
      "updated_by" text collate "C" not null,
      "organization" text collate "C",
      "spaces" text[] collate "C" not null
    )`,
    `create index "site_structures_inOrganization_idx" on "site_structures" ("organization", "id")`,
    `create index "site_structures_spaces_set" on "site_structures" using gin ("spaces")`,
    `create table "site_adaptive_schemas" (
      "id" text collate "C" primary key,
      "doc" jsonb not null,
      "doc_version" integer not null,
      "version" bigint not null,
      "created_at" bigint not null,
      "created_by" text collate "C" not null,
      "updated_at" bigint not null,
      "updated_by" text collate "C" not null,
      "organization" text collate "C"
    )`,
    `alter table "site_adaptive_schemas" add constraint "site_adaptive_schemas_id_fkey"
      foreign key ("organization", "id") references "sites" ("organization", "id")
      on delete cascade deferrable initially deferred`,
    `alter table "sites" add constraint "sites_organization_fkey"
      foreign key ("organization") references "organizations" ("id") deferrable initially deferred`,
    `alter table "sites" add constraint "sites_id_fkey"
      foreign key ("organization", "id") references "placements" ("organization", "id")
      on delete cascade deferrable initially deferred`,
    `alter table "site_structures" add constraint "site_structures_organization_fkey"
      foreign key ("organization") references "organizations" ("id") deferrable initially deferred`,
    `alter table "site_structures" add constraint "site_structures_id_fkey"
      foreign key ("organization", "id") references "sites" ("organization", "id")
      on delete cascade deferrable initially deferred`
  ]
}
