import type { Migration } from "../Migrations.ts"

/**
 * Named subscriptions to events, the order of events of one space, and the position up to which events were removed.
 */
export const eventSubscriptions: Migration = {
  id: 39,
  name: "event subscriptions",
  statements: [
    `create table "event_subscriptions" (
      "id" text collate "C" primary key,
      "doc" jsonb not null,
      "doc_version" integer not null,
      "version" bigint not null,
      "created_at" bigint not null,
      "created_by" text collate "C" not null,
      "updated_at" bigint not null,
      "updated_by" text collate "C" not null
    )`,
    `create index outbox_events_of on outbox_events ((coalesce(event->>'space', event->>'organization')), epoch, xid)`,
    `create table "outbox_pruned" (
      "only_one" boolean primary key default true check ("only_one"),
      "epoch" integer not null,
      "xid" xid8 not null,
      "seq" bigint not null
    )`
  ]
}
