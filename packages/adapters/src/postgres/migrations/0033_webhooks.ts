import type { Migration } from "../Migrations.ts"

/** Webhooks and their signing secrets. */
export const webhooks: Migration = {
  id: 33,
  name: "webhooks",
  statements: [
    `create table "webhooks" (
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
    `create index "webhooks_inOrganization_idx" on "webhooks" ("organization", "id")`,
    `create table "webhook_secrets" (
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
    `create index "webhook_secrets_sealed_idx" on "webhook_secrets" ("sealedWith", "id")`,
    `alter table "webhooks" add constraint "webhooks_organization_fkey"
      foreign key ("organization") references "organizations" ("id")
      on delete cascade deferrable initially deferred`,
    `alter table "webhook_secrets" add constraint "webhook_secrets_id_fkey"
      foreign key ("id") references "webhooks" ("id")
      on delete cascade deferrable initially deferred`
  ]
}
