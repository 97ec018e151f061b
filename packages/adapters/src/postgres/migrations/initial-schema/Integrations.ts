import { row, trigramIndex } from "./Columns.ts"

/** Integrations, deliveries of events and webhooks. */
export const integrationTables = `
-- Integrations, their scripts and secrets.
create table "integrations" (
  ${row},
  "organization" text collate "C" references "organizations" ("id") deferrable initially deferred,
  "published" boolean,
  "target" text collate "C",
  "hasBlocks" boolean,
  "hasSources" boolean,
  "shownTo" text[] collate "C" not null,
  "categories" text[] collate "C" not null,
  "scopes" text[] collate "C" not null,
  "domains" text[] collate "C" not null,
  "words" text collate "C" not null,
  "blobs" text[] collate "C" not null
);
create index "integrations_listed_idx" on "integrations" ("published", "target", "hasBlocks", "hasSources", "id");
create index "integrations_inOrganization_idx" on "integrations" ("organization", "id");
create index "integrations_ofOwner_idx"
  on "integrations" ("organization", "published", "target", "hasBlocks", "hasSources", "id");
create index "integrations_shownTo_set" on "integrations" using gin ("shownTo");
create index "integrations_categories_set" on "integrations" using gin ("categories");
create index "integrations_scopes_set" on "integrations" using gin ("scopes");
create index "integrations_domains_set" on "integrations" using gin ("domains");
create index "integrations_blobs_set" on "integrations" using gin ("blobs");
${trigramIndex("integrations")};

create table "integration_versions" (
  ${row},
  "integration" text collate "C" references "integrations" ("id") on delete cascade deferrable initially deferred,
  "number" bigint,
  "blobs" text[] collate "C" not null
);
create index "integration_versions_ofIntegration_idx" on "integration_versions" ("integration", "number", "id");
create index "integration_versions_blobs_set" on "integration_versions" using gin ("blobs");

create table "integration_secrets" (
  ${row},
  "sealedWith" text collate "C",
  foreign key ("id") references "integrations" ("id") on delete cascade deferrable initially deferred
);
create index "integration_secrets_sealed_idx" on "integration_secrets" ("sealedWith", "id");

-- Installations in organizations, and on spaces and sites.
create table "integration_installations" (
  ${row},
  "organization" text collate "C" references "organizations" ("id") deferrable initially deferred,
  "integration" text collate "C" references "integrations" ("id") deferrable initially deferred,
  "externalIds" text[] collate "C" not null
);
create unique index "integration_installations_scoped_key" on "integration_installations" ("organization", "id");
create index "integration_installations_inOrganization_idx" on "integration_installations" ("organization", "id");
create index "integration_installations_ofIntegration_idx" on "integration_installations" ("integration", "id");
create index "integration_installations_ofIntegrationIn_idx"
  on "integration_installations" ("integration", "organization", "id");
create unique index "integration_installations_pair_key"
  on "integration_installations" ("organization", "integration") nulls not distinct;
create index "integration_installations_externalIds_set" on "integration_installations" using gin ("externalIds");

create table "installation_secrets" (
  ${row},
  "sealedWith" text collate "C",
  foreign key ("id") references "integration_installations" ("id") on delete cascade deferrable initially deferred
);
create index "installation_secrets_sealed_idx" on "installation_secrets" ("sealedWith", "id");

create table "place_installations" (
  ${row},
  "organization" text collate "C",
  "integration" text collate "C",
  "installation" text collate "C",
  "kind" text collate "C",
  "place" text collate "C",
  "externalIds" text[] collate "C" not null,
  constraint "place_installations_installation_fkey" foreign key ("organization", "installation")
    references "integration_installations" ("organization", "id") on delete cascade deferrable initially deferred,
  constraint "place_installations_place_fkey" foreign key ("organization", "place")
    references "placements" ("organization", "id") on delete cascade deferrable initially deferred
);
create index "place_installations_ofInstallation_idx" on "place_installations" ("installation", "kind", "id");
create index "place_installations_onPlace_idx" on "place_installations" ("place", "id");
create index "place_installations_ofIntegration_idx" on "place_installations" ("integration", "kind", "id");
create index "place_installations_ofIntegrationIn_idx"
  on "place_installations" ("integration", "kind", "organization", "id");
create index "place_installations_externalIds_set" on "place_installations" using gin ("externalIds");

-- What scripts of integrations ran, and what they made.
create table "integration_events" (
  ${row},
  "integration" text collate "C" references "integrations" ("id") on delete cascade deferrable initially deferred,
  "installation" text collate "C",
  "at" bigint
);
create index "integration_events_ofIntegration_idx" on "integration_events" ("integration", "at", "id");
create index "integration_events_ofInstallation_idx"
  on "integration_events" ("integration", "installation", "at", "id");
create index "integration_events_kept_idx" on "integration_events" ("at", "id");

create table "integration_tasks" (
  ${row},
  "integration" text collate "C" references "integrations" ("id") on delete cascade deferrable initially deferred,
  "installation" text collate "C"
    references "integration_installations" ("id") on delete cascade deferrable initially deferred
);
create index "integration_tasks_ofIntegration_idx" on "integration_tasks" ("integration", "id");
create index "integration_tasks_installation_ref" on "integration_tasks" ("installation");

create table "block_drawings" (
  ${row},
  "space" text collate "C" references "spaces" ("id") on delete cascade deferrable initially deferred,
  "day" bigint
);
create index "block_drawings_ofSpace_idx" on "block_drawings" ("space", "id");
create index "block_drawings_kept_idx" on "block_drawings" ("day", "id");

-- The visibility of spaces that was last reported to scripts.
create table "told_visibilities" (
  ${row},
  "sites" text[] collate "C" not null,
  foreign key ("id") references "spaces" ("id") on delete cascade deferrable initially deferred
);
create index "told_visibilities_sites_set" on "told_visibilities" using gin ("sites");

-- Deliveries of events: the outbox position, subscriptions, the pending deliveries of each receiver, and a log.
create table "outbox_places" (
  ${row}
);

create table "event_subscriptions" (
  ${row}
);

create table "delivery_queues" (
  ${row},
  "organization" text collate "C" references "organizations" ("id") on delete cascade deferrable initially deferred,
  "dueAt" bigint,
  "isDue" boolean
);
create index "delivery_queues_due_idx" on "delivery_queues" ("dueAt", "id") where "isDue" = true;
create index "delivery_queues_organization_ref" on "delivery_queues" ("organization");

create table "event_deliveries" (
  ${row},
  "receiver" text collate "C" references "delivery_queues" ("id") on delete cascade deferrable initially deferred,
  "status" text collate "C",
  "seq" bigint,
  "createdAt" bigint
);
create index "event_deliveries_ofReceiver_idx" on "event_deliveries" ("receiver", "seq", "id");
create index "event_deliveries_ofStatus_idx" on "event_deliveries" ("receiver", "status", "seq", "id");
create index "event_deliveries_old_idx" on "event_deliveries" ("createdAt", "id");

-- Webhooks.
create table "webhooks" (
  ${row},
  "organization" text collate "C" references "organizations" ("id") on delete cascade deferrable initially deferred
);
create index "webhooks_inOrganization_idx" on "webhooks" ("organization", "id");

create table "webhook_secrets" (
  ${row},
  "sealedWith" text collate "C",
  foreign key ("id") references "webhooks" ("id") on delete cascade deferrable initially deferred
);
create index "webhook_secrets_sealed_idx" on "webhook_secrets" ("sealedWith", "id");
`
