import type { Migration } from "../Migrations.ts"

/** Deliveries of events: the outbox position, the pending deliveries of each receiver, and a log of what was sent. */
export const deliveries: Migration = {
  id: 30,
  name: "deliveries",
  statements: [
    `create table "outbox_places" (
      "id" text collate "C" primary key,
      "doc" jsonb not null,
      "doc_version" integer not null,
      "version" bigint not null,
      "created_at" bigint not null,
      "created_by" text collate "C" not null,
      "updated_at" bigint not null,
      "updated_by" text collate "C" not null
    )`,
    `create table "delivery_queues" (
      "id" text collate "C" primary key,
      "doc" jsonb not null,
      "doc_version" integer not null,
      "version" bigint not null,
      "created_at" bigint not null,
      "created_by" text collate "C" not null,
      "updated_at" bigint not null,
      "updated_by" text collate "C" not null,
      "organization" text collate "C",
      "dueAt" bigint,
      "isDue" boolean
    )`,
    `create index "delivery_queues_due_idx" on "delivery_queues" ("dueAt", "id") where "isDue" = true`,
    `create index "delivery_queues_organization_ref" on "delivery_queues" ("organization")`,
    `create table "event_deliveries" (
      "id" text collate "C" primary key,
      "doc" jsonb not null,
      "doc_version" integer not null,
      "version" bigint not null,
      "created_at" bigint not null,
      "created_by" text collate "C" not null,
      "updated_at" bigint not null,
      "updated_by" text collate "C" not null,
      "receiver" text collate "C",
      "status" text collate "C",
      "seq" bigint,
      "createdAt" bigint
    )`,
    `create index "event_deliveries_ofReceiver_idx" on "event_deliveries" ("receiver", "seq", "id")`,
    `create index "event_deliveries_ofStatus_idx" on "event_deliveries" ("receiver", "status", "seq", "id")`,
    `create index "event_deliveries_old_idx" on "event_deliveries" ("createdAt", "id")`,
    `alter table "delivery_queues" add constraint "delivery_queues_organization_fkey"
      foreign key ("organization") references "organizations" ("id")
      on delete cascade deferrable initially deferred`,
    `alter table "event_deliveries" add constraint "event_deliveries_receiver_fkey"
      foreign key ("receiver") references "delivery_queues" ("id")
      on delete cascade deferrable initially deferred`
  ]
}
