import type { Migration } from "../Migrations.ts"

/** Integrations in organizations, what they have on spaces and sites, and what requests to them are signed with. */
export const installations: Migration = {
  id: 29,
  name: "installations",
  statements: [
    `create table "integration_installations" (
      "id" text collate "C" primary key,
      "doc" jsonb not null,
      "doc_version" integer not null,
      "version" bigint not null,
      "created_at" bigint not null,
      "created_by" text collate "C" not null,
      "updated_at" bigint not null,
      "updated_by" text collate "C" not null,
      "organization" text collate "C",
      "integration" text collate "C",
      "externalIds" text[] collate "C" not null
    )`,
    `create index "integration_installations_inOrganization_idx" on "integration_installations" ("organization", "id")`,
    `create index "integration_installations_ofIntegration_idx" on "integration_installations" ("integration", "id")`,
    `create index "integration_installations_ofIntegrationIn_idx" on "integration_installations" ("integration", "organization", "id")`,
    `create unique index "integration_installations_pair_key" on "integration_installations" ("organization", "integration") nulls not distinct`,
    `create unique index "integration_installations_scoped_key" on "integration_installations" ("organization", "id")`,
    `create index "integration_installations_externalIds_set" on "integration_installations" using gin ("externalIds")`,
    `create table "installation_secrets" (
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
    `create index "installation_secrets_sealed_idx" on "installation_secrets" ("sealedWith", "id")`,
    `create table "place_installations" (
      "id" text collate "C" primary key,
      "doc" jsonb not null,
      "doc_version" integer not null,
      "version" bigint not null,
      "created_at" bigint not null,
      "created_by" text collate "C" not null,
      "updated_at" bigint not null,
      "updated_by" text collate "C" not null,
      "organization" text collate "C",
      "integration" text collate "C",
      "installation" text collate "C",
      "kind" text collate "C",
      "place" text collate "C",
      "externalIds" text[] collate "C" not null
    )`,
    `create index "place_installations_ofInstallation_idx" on "place_installations" ("installation", "kind", "id")`,
    `create index "place_installations_onPlace_idx" on "place_installations" ("place", "id")`,
    `create index "place_installations_ofIntegration_idx" on "place_installations" ("integration", "kind", "id")`,
    `create index "place_installations_ofIntegrationIn_idx" on "place_installations" ("integration", "kind", "organization", "id")`,
    `create index "place_installations_externalIds_set" on "place_installations" using gin ("externalIds")`,
    `alter table "integration_installations" add constraint "integration_installations_organization_fkey"
      foreign key ("organization") references "organizations" ("id")
      on delete no action deferrable initially deferred`,
    `alter table "integration_installations" add constraint "integration_installations_integration_fkey"
      foreign key ("integration") references "integrations" ("id")
      on delete no action deferrable initially deferred`,
    `alter table "installation_secrets" add constraint "installation_secrets_id_fkey"
      foreign key ("id") references "integration_installations" ("id")
      on delete cascade deferrable initially deferred`,
    `alter table "place_installations" add constraint "place_installations_installation_fkey"
      foreign key ("organization", "installation") references "integration_installations" ("organization", "id")
      on delete cascade deferrable initially deferred`,
    `alter table "place_installations" add constraint "place_installations_place_fkey"
      foreign key ("organization", "place") references "placements" ("organization", "id")
      on delete cascade deferrable initially deferred`
  ]
}
