import type { Migration } from "../Migrations.ts"

/** The secrets that OpenID providers gave this server. */
export const openIdConnect: Migration = {
  id: 24,
  name: "OpenID Connect",
  statements: [
    `create table "oidc_client_secrets" (
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
    `create index "oidc_client_secrets_sealed_idx" on "oidc_client_secrets" ("sealedWith", "id")`,
    `alter table "oidc_client_secrets" add constraint "oidc_client_secrets_id_fkey"
      foreign key ("id") references "saml_providers" ("id")
      on delete cascade deferrable initially deferred`
  ]
}
