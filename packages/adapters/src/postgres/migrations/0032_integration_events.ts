import type { Migration } from "../Migrations.ts"

/** Events delivered to scripts of integrations, and the results. */
export const integrationEvents: Migration = {
  id: 32,
  name: "integration_events",
  statements: [
    `create table "integration_events" (
      "id" text collate "C" primary key,
      "doc" jsonb not null,
      "doc_version" integer not null,
      "version" bigint not null,
      "created_at" bigint not null,
      "created_by" text collate "C" not null,
      "updated_at" bigint not null,
      "updated_by" text collate "C" not null,
      "integration" text collate "C",
      "installation" text collate "C",
      "at" bigint
    )`,
    `create index "integration_events_ofIntegration_idx" on "integration_events" ("integration", "at", "id")`,
    `create index "integration_events_ofInstallation_idx" on "integration_events" ("integration", "installation", "at", "id")`,
    `create index "integration_events_kept_idx" on "integration_events" ("at", "id")`,
    `alter table "integration_events" add constraint "integration_events_integration_fkey"
      foreign key ("integration") references "integrations" ("id")
      on delete cascade deferrable initially deferred`
  ]
}
