import type { Migration } from "../Migrations.ts"

/** The browsers that people are signed in with, and where those go that sign in. */
export const sessions: Migration = {
  id: 23,
  name: "sessions",
  statements: [
    `create table "sessions" (
      "id" text collate "C" primary key,
      "doc" jsonb not null,
      "doc_version" integer not null,
      "version" bigint not null,
      "created_at" bigint not null,
      "created_by" text collate "C" not null,
      "updated_at" bigint not null,
      "updated_by" text collate "C" not null,
      "user" text collate "C",
      "digest" text collate "C" not null,
      "previous" text collate "C" not null,
      "organization" text collate "C",
      "provider" text collate "C",
      "expiresAt" bigint
    )`,
    `create index "sessions_ofUser_idx" on "sessions" ("user", "id")`,
    `create index "sessions_forOrganization_idx" on "sessions" ("user", "organization", "id")`,
    `create index "sessions_ofProvider_idx" on "sessions" ("provider", "id")`,
    `create index "sessions_expiring_idx" on "sessions" ("expiresAt", "id")`,
    `create unique index "sessions_digest_key" on "sessions" ("digest")`,
    `create unique index "sessions_previous_key" on "sessions" ("previous")`,
    `alter table "sessions" add constraint "sessions_user_fkey"
      foreign key ("user") references "users" ("id")
      on delete cascade deferrable initially deferred`,
    `alter table "sessions" add constraint "sessions_provider_fkey"
      foreign key ("provider") references "saml_providers" ("id")
      on delete cascade deferrable initially deferred`,
    `alter table "saml_requests" add column "returnTo" text collate "C"`
  ]
}
