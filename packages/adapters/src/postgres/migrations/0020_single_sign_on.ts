import type { Migration } from "../Migrations.ts"

/** Identity providers of organizations, pending sign-in requests, and assertions that were already used. */
export const singleSignOn: Migration = {
  id: 20,
  name: "single sign-on",
  statements: [
    `create table "saml_providers" (
      "id" text collate "C" primary key,
      "doc" jsonb not null,
      "doc_version" integer not null,
      "version" bigint not null,
      "created_at" bigint not null,
      "created_by" text collate "C" not null,
      "updated_at" bigint not null,
      "updated_by" text collate "C" not null,
      "organization" text collate "C",
      "usable" boolean,
      "defaultTeam" text collate "C"
    )`,
    `create index "saml_providers_inOrganization_idx" on "saml_providers" ("organization", "id")`,
    `create index "saml_providers_usable_idx" on "saml_providers" ("organization", "usable", "id")`,
    `create index "saml_providers_withTeam_idx" on "saml_providers" ("organization", "defaultTeam", "id")`,
    `alter table "saml_providers" add constraint "saml_providers_organization_fkey"
      foreign key ("organization") references "organizations" ("id")
      on delete cascade deferrable initially deferred`,
    `create table "saml_requests" (
      "id" text collate "C" primary key,
      "doc" jsonb not null,
      "doc_version" integer not null,
      "version" bigint not null,
      "created_at" bigint not null,
      "created_by" text collate "C" not null,
      "updated_at" bigint not null,
      "updated_by" text collate "C" not null,
      "provider" text collate "C",
      "expiresAt" bigint
    )`,
    `create index "saml_requests_expiring_idx" on "saml_requests" ("expiresAt", "id")`,
    `create index "saml_requests_ofProvider_idx" on "saml_requests" ("provider", "id")`,
    `create table "used_assertions" (
      "id" text collate "C" primary key,
      "doc" jsonb not null,
      "doc_version" integer not null,
      "version" bigint not null,
      "created_at" bigint not null,
      "created_by" text collate "C" not null,
      "updated_at" bigint not null,
      "updated_by" text collate "C" not null,
      "provider" text collate "C",
      "digest" text collate "C" not null,
      "expiresAt" bigint
    )`,
    `create index "used_assertions_expiring_idx" on "used_assertions" ("expiresAt", "id")`,
    `create unique index "used_assertions_assertion_key" on "used_assertions" ("provider", "digest") nulls not distinct`,
    `alter table "saml_requests" add constraint "saml_requests_provider_fkey"
      foreign key ("provider") references "saml_providers" ("id")
      on delete cascade deferrable initially deferred`,
    `alter table "used_assertions" add constraint "used_assertions_provider_fkey"
      foreign key ("provider") references "saml_providers" ("id")
      on delete cascade deferrable initially deferred`
  ]
}
