import type { Migration } from "../Migrations.ts"

/** The tables of the first collections, and of the ports that keep no collection. */
export const foundation: Migration = {
  id: 1,
  name: "foundation",
  statements: [
    `do $do$ begin
      create extension if not exists pg_trgm;
      exception when insufficient_privilege or undefined_file or feature_not_supported or unique_violation then null;
    end $do$`,
    `create table "installations" (
      "id" text collate "C" primary key,
      "doc" jsonb not null,
      "doc_version" integer not null,
      "version" bigint not null,
      "created_at" bigint not null,
      "created_by" text collate "C" not null,
      "updated_at" bigint not null,
      "updated_by" text collate "C" not null
    )`,
    `create table "users" (
      "id" text collate "C" primary key,
      "doc" jsonb not null,
      "doc_version" integer not null,
      "version" bigint not null,
      "created_at" bigint not null,
      "created_by" text collate "C" not null,
      "updated_at" bigint not null,
      "updated_by" text collate "C" not null,
      "email" text collate "C" not null,
      "externalId" text collate "C",
      "words" text collate "C" not null
    )`,
    `create unique index "users_email_key" on "users" ("email")`,
    `do $do$
        declare home name := (select extnamespace::regnamespace::text from pg_extension where extname = 'pg_trgm');
        begin if home is not null then execute format('create index "users_words_words" on "users" using gin ("words" %s.gin_trgm_ops)', home); end if;
      end $do$`,
    `create table "api_tokens" (
      "id" text collate "C" primary key,
      "doc" jsonb not null,
      "doc_version" integer not null,
      "version" bigint not null,
      "created_at" bigint not null,
      "created_by" text collate "C" not null,
      "updated_at" bigint not null,
      "updated_by" text collate "C" not null,
      "user" text collate "C",
      "digest" text collate "C" not null
    )`,
    `create index "api_tokens_ofUser_idx" on "api_tokens" ("user", "id")`,
    `create unique index "api_tokens_digest_key" on "api_tokens" ("digest")`,
    `create table "organizations" (
      "id" text collate "C" primary key,
      "doc" jsonb not null,
      "doc_version" integer not null,
      "version" bigint not null,
      "created_at" bigint not null,
      "created_by" text collate "C" not null,
      "updated_at" bigint not null,
      "updated_by" text collate "C" not null,
      "hostname" text collate "C",
      "hasHostname" boolean,
      "emailDomains" text[] collate "C" not null
    )`,
    `create unique index "organizations_hostname_key" on "organizations" ("hostname") where "hasHostname" = true`,
    `create index "organizations_emailDomains_set" on "organizations" using gin ("emailDomains")`,
    `create table "organization_trees" (
      "id" text collate "C" primary key,
      "doc" jsonb not null,
      "doc_version" integer not null,
      "version" bigint not null,
      "created_at" bigint not null,
      "created_by" text collate "C" not null,
      "updated_at" bigint not null,
      "updated_by" text collate "C" not null
    )`,
    `create table "organization_trees_counters" (
      "id" text collate "C" primary key references "organization_trees" ("id") on delete cascade,
      "spaces" bigint not null default 0,
      "collections" bigint not null default 0
    )`,
    `create table "members" (
      "id" text collate "C" primary key,
      "doc" jsonb not null,
      "doc_version" integer not null,
      "version" bigint not null,
      "created_at" bigint not null,
      "created_by" text collate "C" not null,
      "updated_at" bigint not null,
      "updated_by" text collate "C" not null,
      "organization" text collate "C" not null,
      "user" text collate "C",
      "role" text collate "C",
      "disabled" boolean,
      "joinedAt" bigint,
      "teams" text[] collate "C" not null,
      "words" text collate "C" not null
    )`,
    `create table "members_counters" (
      "id" text collate "C" primary key references "members" ("id") on delete cascade,
      "spaces" bigint not null default 0,
      "teams" bigint not null default 0
    )`,
    `create index "members_inOrganization_idx" on "members" ("organization", "joinedAt", "id")`,
    `create index "members_withRole_idx" on "members" ("organization", "role", "disabled", "id")`,
    `create index "members_ofUser_idx" on "members" ("user", "organization", "id")`,
    `create index "members_active_idx" on "members" ("user", "disabled", "organization", "id")`,
    `create unique index "members_pair_key" on "members" ("organization", "user") nulls not distinct`,
    `create index "members_teams_set" on "members" using gin ("teams")`,
    `do $do$
        declare home name := (select extnamespace::regnamespace::text from pg_extension where extname = 'pg_trgm');
        begin if home is not null then execute format('create index "members_words_words" on "members" using gin ("words" %s.gin_trgm_ops)', home); end if;
      end $do$`,
    `create table "placements" (
      "id" text collate "C" primary key,
      "doc" jsonb not null,
      "doc_version" integer not null,
      "version" bigint not null,
      "created_at" bigint not null,
      "created_by" text collate "C" not null,
      "updated_at" bigint not null,
      "updated_by" text collate "C" not null,
      "kind" text collate "C",
      "organization" text collate "C",
      "parent" text collate "C",
      "position" text collate "C",
      "ancestors" text[] collate "C" not null,
      "readers" text[] collate "C" not null,
      "active" boolean,
      "deletedAt" bigint,
      "deletion" text collate "C"
    )`,
    `create index "placements_siblings_idx" on "placements" ("organization", "parent", "active", "position", "id")`,
    `create index "placements_children_idx" on "placements" ("organization", "parent", "kind", "active", "position", "id")`,
    `create index "placements_inOrganization_idx" on "placements" ("organization", "kind", "active", "id")`,
    `create index "placements_ofDeletion_idx" on "placements" ("organization", "deletion", "id")`,
    `create index "placements_deletedIn_idx" on "placements" ("organization", "kind", "active", "deletedAt", "id")`,
    `create index "placements_deleted_idx" on "placements" ("active", "kind", "deletedAt", "id") where "active" = false`,
    `create unique index "placements_scoped_key" on "placements" ("organization", "id")`,
    `create index "placements_ancestors_set" on "placements" using gin ("ancestors")`,
    `create index "placements_readers_set" on "placements" using gin ("readers")`,
    `create table "grants" (
      "id" text collate "C" primary key,
      "doc" jsonb not null,
      "doc_version" integer not null,
      "version" bigint not null,
      "created_at" bigint not null,
      "created_by" text collate "C" not null,
      "updated_at" bigint not null,
      "updated_by" text collate "C" not null,
      "organization" text collate "C",
      "resource" text collate "C",
      "reader" text collate "C" not null
    )`,
    `create index "grants_onResource_idx" on "grants" ("resource", "id")`,
    `create index "grants_ofReader_idx" on "grants" ("organization", "reader", "id")`,
    `create unique index "grants_pair_key" on "grants" ("resource", "reader") nulls not distinct`,
    `create table "collections" (
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
    `create index "collections_inOrganization_idx" on "collections" ("organization", "id")`,
    `create table "spaces" (
      "id" text collate "C" primary key,
      "doc" jsonb not null,
      "doc_version" integer not null,
      "version" bigint not null,
      "created_at" bigint not null,
      "created_by" text collate "C" not null,
      "updated_at" bigint not null,
      "updated_by" text collate "C" not null,
      "organization" text collate "C",
      "revision" text collate "C"
    )`,
    `create table "spaces_counters" (
      "id" text collate "C" primary key references "spaces" ("id") on delete cascade,
      "comments" bigint not null default 0,
      "changeRequests" bigint not null default 0,
      "changeRequestsOpen" bigint not null default 0,
      "changeRequestsDraft" bigint not null default 0
    )`,
    `create index "spaces_inOrganization_idx" on "spaces" ("organization", "id")`,
    `create table "revisions" (
      "id" text collate "C" primary key,
      "doc" jsonb not null,
      "doc_version" integer not null,
      "version" bigint not null,
      "created_at" bigint not null,
      "created_by" text collate "C" not null,
      "updated_at" bigint not null,
      "updated_by" text collate "C" not null,
      "space" text collate "C",
      "createdAt" bigint
    )`,
    `create index "revisions_inSpace_idx" on "revisions" ("space", "id")`,
    `create table "file_records" (
      "id" text collate "C" primary key,
      "doc" jsonb not null,
      "doc_version" integer not null,
      "version" bigint not null,
      "created_at" bigint not null,
      "created_by" text collate "C" not null,
      "updated_at" bigint not null,
      "updated_by" text collate "C" not null,
      "space" text collate "C",
      "file" text collate "C",
      "blob" text collate "C"
    )`,
    `create index "file_records_ofFile_idx" on "file_records" ("space", "file", "id")`,
    `create index "file_records_ofBlob_idx" on "file_records" ("blob", "id")`,
    `alter table "api_tokens" add constraint "api_tokens_user_fkey"
      foreign key ("user") references "users" ("id")
      on delete cascade deferrable initially deferred`,
    `alter table "organization_trees" add constraint "organization_trees_id_fkey"
      foreign key ("id") references "organizations" ("id")
      on delete cascade deferrable initially deferred`,
    `alter table "members" add constraint "members_organization_fkey"
      foreign key ("organization") references "organizations" ("id")
      on delete no action deferrable initially deferred`,
    `alter table "members" add constraint "members_user_fkey"
      foreign key ("user") references "users" ("id")
      on delete no action deferrable initially deferred`,
    `alter table "placements" add constraint "placements_organization_fkey"
      foreign key ("organization") references "organizations" ("id")
      on delete no action deferrable initially deferred`,
    `alter table "grants" add constraint "grants_resource_fkey"
      foreign key ("organization", "resource") references "placements" ("organization", "id")
      on delete cascade deferrable initially deferred`,
    `alter table "collections" add constraint "collections_organization_fkey"
      foreign key ("organization") references "organizations" ("id")
      on delete no action deferrable initially deferred`,
    `alter table "collections" add constraint "collections_id_fkey"
      foreign key ("organization", "id") references "placements" ("organization", "id")
      on delete cascade deferrable initially deferred`,
    `alter table "spaces" add constraint "spaces_organization_fkey"
      foreign key ("organization") references "organizations" ("id")
      on delete no action deferrable initially deferred`,
    `alter table "spaces" add constraint "spaces_id_fkey"
      foreign key ("organization", "id") references "placements" ("organization", "id")
      on delete cascade deferrable initially deferred`,
    `alter table "revisions" add constraint "revisions_space_fkey"
      foreign key ("space") references "spaces" ("id")
      on delete cascade deferrable initially deferred`,
    `alter table "file_records" add constraint "file_records_space_fkey"
      foreign key ("space") references "spaces" ("id")
      on delete cascade deferrable initially deferred`,
    `create table content_nodes (
      space text collate "C" not null,
      hash text collate "C" not null,
      text text collate "C" not null,
      primary key (space, hash)
    )`,
    `create table placement_readers (
      organization text collate "C" not null,
      kind text collate "C" not null,
      key text collate "C" not null,
      placement text collate "C" not null,
      primary key (organization, kind, key, placement)
    )`,
    `create index placement_readers_placement on placement_readers (placement, kind)`,
    `create table search_sections (
      space text collate "C" not null,
      page text collate "C" not null,
      ordinal integer not null,
      section text collate "C" not null,
      tokens tsvector not null,
      title text collate "C" not null,
      heading text collate "C" not null,
      body text collate "C" not null,
      primary key (space, page, ordinal)
    )`,
    `create index search_sections_tokens on search_sections using gin (tokens)`,
    `create table outbox_events (
      xid xid8 not null default pg_current_xact_id(),
      seq bigint not null generated always as identity,
      event json not null,
      primary key (xid, seq)
    )`,
    `create table blobs (hash text collate "C" primary key, bytes bytea not null, put_at bigint not null)`,
    `alter table blobs alter column bytes set storage external`
  ]
}
