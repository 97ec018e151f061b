import type { Migration } from "../Migrations.ts"

/** Identity providers of organizations. */
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
      on delete cascade deferrable initially deferred`
  ]
}
