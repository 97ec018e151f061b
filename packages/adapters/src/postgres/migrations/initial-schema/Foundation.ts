import { row } from "./Columns.ts"

/** Keys, files, jobs, events and rate budgets. */
export const foundationTables = `
do $do$ begin
  create extension if not exists pg_trgm;
  exception when insufficient_privilege or undefined_file or feature_not_supported or unique_violation then null;
end $do$;

-- The store's own key, the address of its server, its sealed signing keys, and the location of its files.
create table "installations" (
  ${row}
);

create table "server_addresses" (
  ${row}
);

create table "signing_keys" (
  ${row},
  "sealedWith" text collate "C",
  "signsFrom" bigint
);
create index "signing_keys_sealed_idx" on "signing_keys" ("sealedWith", "id");
create index "signing_keys_inOrder_idx" on "signing_keys" ("signsFrom", "id");

create table "blob_locations" (
  ${row},
  "blobs" text[] collate "C" not null
);
create index "blob_locations_blobs_set" on "blob_locations" using gin ("blobs");

-- Files that are stored in the database.
create table "blobs" (
  "hash" text collate "C" primary key,
  "bytes" bytea not null,
  "put_at" bigint not null
);
alter table "blobs" alter column "bytes" set storage external;

-- Background jobs. A job is due when it is requested and no run holds it. Failed jobs are never due. A job of a kind
-- that organizations share has its organization as its share.
create table "jobs" (
  "id" text collate "C" primary key,
  "kind" text collate "C" not null,
  "key" text collate "C" not null,
  "share" text collate "C" not null default '',
  "payload" text collate "C" not null,
  "sequence" bigint not null,
  "offered_at" bigint not null,
  "run_at" bigint not null,
  "attempts" integer not null,
  "held_by" text collate "C",
  "held_until" bigint,
  "reason" text collate "C",
  "failed_at" bigint,
  "withdrawn" boolean not null default false,
  "due_at" bigint generated always as (greatest("run_at", "held_until")) stored
);
create index "jobs_due_idx" on "jobs" ("kind", "due_at", "key") where "failed_at" is null and not "withdrawn";
create index "jobs_failed_idx" on "jobs" ("failed_at", "id") where "failed_at" is not null;

-- Events, grouped into epochs: one per server, in the order of time. The server of an epoch is recognized by the
-- transaction that wrote its row. "person" is the user whose personal data the event contains. Events are searched
-- as text, because external data may contain characters that Postgres text cannot.
create table "outbox_epochs" (
  "epoch" integer primary key,
  "name" text collate "C" not null,
  "written_by" text collate "C" not null
);
insert into "outbox_epochs" ("epoch", "name", "written_by")
  values (1, gen_random_uuid()::text, pg_current_xact_id()::xid::text);
do $do$ begin
  execute format('create function %1$I.outbox_epoch() returns integer language sql stable
      as $fn$select max(epoch) from %1$I.outbox_epochs$fn$', current_schema());
end $do$;
create table "outbox_events" (
  "epoch" integer not null default outbox_epoch(),
  "xid" xid8 not null default pg_current_xact_id(),
  "seq" bigint not null generated always as identity,
  "event" json not null,
  "person" text collate "C",
  primary key ("epoch", "xid", "seq")
);
create index "outbox_events_of" on "outbox_events"
  ((coalesce("event"->>'space', "event"->>'organization')), "epoch", "xid");
create index "outbox_events_person" on "outbox_events" ("person") where "person" is not null;

-- The position up to which events were removed.
create table "outbox_pruned" (
  "only_one" boolean primary key default true check ("only_one"),
  "epoch" integer not null,
  "xid" xid8 not null,
  "seq" bigint not null
);

-- Usage of the rate budgets that servers share. The table may be lost in a crash, which forgets the requests of one
-- minute.
create unlogged table "rate_budgets" (
  "key" text collate "C" primary key,
  "untils" bigint[] not null,
  "tokens" integer[] not null,
  "most" integer not null,
  "wanted" integer not null,
  "unused_until" bigint not null,
  "unused" integer not null,
  "granted" integer not null,
  "until" bigint not null
) with (fillfactor = 50);
create index "rate_budgets_until_idx" on "rate_budgets" ("until");
`
