import type { Migration } from "../Migrations.ts"

/**
 * People and access: teams, invites, mail, custom fields and the audit log, and the columns that lists of members are
 * ordered by.
 */
export const people: Migration = {
  id: 4,
  name: "people",
  statements: [
    `alter table "members" add column "lastSeenAt" bigint, add column "isSeen" boolean`,
    `update "members" set "isSeen" = false`,
    `alter table "grants" add column "kind" text collate "C"`,
    `update "grants" set "kind" = split_part("reader", ':', 1)`,
    `alter table "placements" add column "creator" text collate "C"`,
    `update "placements" set "creator" = coalesce("doc"->>'createdBy', '')`,
    `alter table "api_tokens" add column "revoked" boolean, add column "expiresAt" bigint`,
    `update "api_tokens" set "revoked" = coalesce("doc"->>'revokedAt', '') <> '', "expiresAt" = coalesce(("doc"->>'expiresAt')::bigint, 9007199254740991)`,
    `create index "users_byEmail_idx" on "users" ("email", "id")`,
    `create index "api_tokens_kept_idx" on "api_tokens" ("user", "revoked", "id")`,
    `create index "api_tokens_live_idx" on "api_tokens" ("user", "revoked", "expiresAt", "id")`,
    `create index "members_ofRole_idx" on "members" ("organization", "role", "joinedAt", "id")`,
    `create index "members_seen_idx" on "members" ("organization", "lastSeenAt", "id") where "isSeen" = true`,
    `create index "members_seenOfRole_idx" on "members" ("organization", "role", "lastSeenAt", "id") where "isSeen" = true`,
    `create index "members_byId_idx" on "members" ("organization", "id")`,
    `create unique index "members_scoped_key" on "members" ("organization", "id")`,
    `create index "placements_byCreator_idx" on "placements" ("organization", "creator", "id")`,
    `create index "grants_direct_idx" on "grants" ("resource", "kind", "id")`,
    `create unique index "spaces_scoped_key" on "spaces" ("organization", "id")`,
    `create table "teams" (
      "id" text collate "C" primary key,
      "doc" jsonb not null,
      "doc_version" integer not null,
      "version" bigint not null,
      "created_at" bigint not null,
      "created_by" text collate "C" not null,
      "updated_at" bigint not null,
      "updated_by" text collate "C" not null,
      "organization" text collate "C",
      "words" text collate "C" not null
    )`,
    `create table "teams_counters" (
      "id" text collate "C" primary key references "teams" ("id") on delete cascade,
      "members" bigint not null default 0,
      "spaces" bigint not null default 0
    )`,
    `create index "teams_inOrganization_idx" on "teams" ("organization", "id")`,
    `create unique index "teams_scoped_key" on "teams" ("organization", "id")`,
    `do $do$
        declare home name := (select extnamespace::regnamespace::text from pg_extension where extname = 'pg_trgm');
        begin if home is not null then execute format('create index "teams_words_words" on "teams" using gin ("words" %s.gin_trgm_ops)', home); end if;
      end $do$`,
    `create table "team_members" (
      "id" text collate "C" primary key,
      "doc" jsonb not null,
      "doc_version" integer not null,
      "version" bigint not null,
      "created_at" bigint not null,
      "created_by" text collate "C" not null,
      "updated_at" bigint not null,
      "updated_by" text collate "C" not null,
      "organization" text collate "C",
      "team" text collate "C",
      "user" text collate "C",
      "member" text collate "C"
    )`,
    `create index "team_members_inTeam_idx" on "team_members" ("team", "id")`,
    `create index "team_members_ofUser_idx" on "team_members" ("organization", "user", "id")`,
    `create index "team_members_member_ref" on "team_members" ("member")`,
    `create table "link_invites" (
      "id" text collate "C" primary key,
      "doc" jsonb not null,
      "doc_version" integer not null,
      "version" bigint not null,
      "created_at" bigint not null,
      "created_by" text collate "C" not null,
      "updated_at" bigint not null,
      "updated_by" text collate "C" not null,
      "organization" text collate "C",
      "kind" text collate "C",
      "resource" text collate "C",
      "creator" text collate "C",
      "createdAt" bigint
    )`,
    `create index "link_invites_inOrganization_idx" on "link_invites" ("organization", "kind", "createdAt", "id")`,
    `create index "link_invites_onResource_idx" on "link_invites" ("resource", "id")`,
    `create index "link_invites_byCreator_idx" on "link_invites" ("organization", "creator", "id")`,
    `create table "sign_in_codes" (
      "id" text collate "C" primary key,
      "doc" jsonb not null,
      "doc_version" integer not null,
      "version" bigint not null,
      "created_at" bigint not null,
      "created_by" text collate "C" not null,
      "updated_at" bigint not null,
      "updated_by" text collate "C" not null,
      "user" text collate "C",
      "expiresAt" bigint
    )`,
    `create index "sign_in_codes_ofUser_idx" on "sign_in_codes" ("user", "id")`,
    `create index "sign_in_codes_expiring_idx" on "sign_in_codes" ("expiresAt", "id")`,
    `create table "mails" (
      "id" text collate "C" primary key,
      "doc" jsonb not null,
      "doc_version" integer not null,
      "version" bigint not null,
      "created_at" bigint not null,
      "created_by" text collate "C" not null,
      "updated_at" bigint not null,
      "updated_by" text collate "C" not null,
      "dueAt" bigint
    )`,
    `create index "mails_due_idx" on "mails" ("dueAt", "id")`,
    `create table "custom_fields" (
      "id" text collate "C" primary key,
      "doc" jsonb not null,
      "doc_version" integer not null,
      "version" bigint not null,
      "created_at" bigint not null,
      "created_by" text collate "C" not null,
      "updated_at" bigint not null,
      "updated_by" text collate "C" not null,
      "organization" text collate "C",
      "name" text collate "C" not null
    )`,
    `create index "custom_fields_inOrganization_idx" on "custom_fields" ("organization", "id")`,
    `create unique index "custom_fields_name_key" on "custom_fields" ("organization", "name") nulls not distinct`,
    `create unique index "custom_fields_scoped_key" on "custom_fields" ("organization", "id")`,
    `create table "custom_field_uses" (
      "id" text collate "C" primary key,
      "doc" jsonb not null,
      "doc_version" integer not null,
      "version" bigint not null,
      "created_at" bigint not null,
      "created_by" text collate "C" not null,
      "updated_at" bigint not null,
      "updated_by" text collate "C" not null,
      "organization" text collate "C",
      "space" text collate "C",
      "field" text collate "C",
      "options" text[] collate "C" not null
    )`,
    `create index "custom_field_uses_ofField_idx" on "custom_field_uses" ("field", "id")`,
    `create index "custom_field_uses_inSpace_idx" on "custom_field_uses" ("space", "id")`,
    `create index "custom_field_uses_options_set" on "custom_field_uses" using gin ("options")`,
    `create table "audit_entries" (
      "id" text collate "C" primary key,
      "doc" jsonb not null,
      "doc_version" integer not null,
      "version" bigint not null,
      "created_at" bigint not null,
      "created_by" text collate "C" not null,
      "updated_at" bigint not null,
      "updated_by" text collate "C" not null,
      "organization" text collate "C" not null,
      "sequence" bigint not null,
      "at" bigint,
      "type" text collate "C",
      "actor" text collate "C",
      "subjects" text[] collate "C" not null
    )`,
    `create index "audit_entries_inOrganization_idx" on "audit_entries" ("organization", "sequence", "id")`,
    `create index "audit_entries_inTime_idx" on "audit_entries" ("organization", "at", "sequence", "id")`,
    `create index "audit_entries_byActor_idx" on "audit_entries" ("organization", "actor", "at", "sequence", "id")`,
    `create index "audit_entries_ofType_idx" on "audit_entries" ("organization", "type", "at", "sequence", "id")`,
    `create index "audit_entries_byActorOfType_idx" on "audit_entries" ("organization", "actor", "type", "at", "sequence", "id")`,
    `create unique index "audit_entries_place_key" on "audit_entries" ("organization", "sequence")`,
    `create index "audit_entries_subjects_set" on "audit_entries" using gin ("subjects")`,
    `create table "audit_chains" (
      "id" text collate "C" primary key,
      "doc" jsonb not null,
      "doc_version" integer not null,
      "version" bigint not null,
      "created_at" bigint not null,
      "created_by" text collate "C" not null,
      "updated_at" bigint not null,
      "updated_by" text collate "C" not null
    )`,
    `alter table "teams" add constraint "teams_organization_fkey"
      foreign key ("organization") references "organizations" ("id")
      on delete no action deferrable initially deferred`,
    `alter table "team_members" add constraint "team_members_team_fkey"
      foreign key ("organization", "team") references "teams" ("organization", "id")
      on delete no action deferrable initially deferred`,
    `alter table "team_members" add constraint "team_members_member_fkey"
      foreign key ("organization", "member") references "members" ("organization", "id")
      on delete no action deferrable initially deferred`,
    `alter table "link_invites" add constraint "link_invites_organization_fkey"
      foreign key ("organization") references "organizations" ("id")
      on delete no action deferrable initially deferred`,
    `alter table "link_invites" add constraint "link_invites_resource_fkey"
      foreign key ("organization", "resource") references "placements" ("organization", "id")
      on delete cascade deferrable initially deferred`,
    `alter table "sign_in_codes" add constraint "sign_in_codes_user_fkey"
      foreign key ("user") references "users" ("id")
      on delete cascade deferrable initially deferred`,
    `alter table "custom_fields" add constraint "custom_fields_organization_fkey"
      foreign key ("organization") references "organizations" ("id")
      on delete no action deferrable initially deferred`,
    `alter table "custom_field_uses" add constraint "custom_field_uses_field_fkey"
      foreign key ("organization", "field") references "custom_fields" ("organization", "id")
      on delete no action deferrable initially deferred`,
    `alter table "custom_field_uses" add constraint "custom_field_uses_space_fkey"
      foreign key ("organization", "space") references "spaces" ("organization", "id")
      on delete cascade deferrable initially deferred`
  ]
}
