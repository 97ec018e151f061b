import type { Migration } from "../Migrations.ts"

/**
 * An external id names one person. Of several who had the same, the one who came last goes by it: the host has
 * introduced them by the address that it knows now. The others keep `""`, so that nobody is bound to their address.
 */
const externalIds = [
  `alter table "users" add column "hasExternalId" boolean`,
  `update "users" u
    set doc = jsonb_set(u.doc, '{externalId}', '""'), "externalId" = '', version = u.version + 1
    from (
      select id, row_number() over (partition by "externalId" order by created_at desc, id desc) as place
      from "users" where "externalId" <> ''
    ) named
    where named.id = u.id and named.place > 1`,
  `update "users" set "hasExternalId" = coalesce("externalId", '') <> ''`,
  `create unique index "users_externalId_key" on "users" ("externalId") where "hasExternalId" = true`
]

/**
 * Events of one server are of one epoch, after those of servers that the database was on before: what is there may have
 * come from another one, so this server begins the second.
 */
const outboxEpochs = [
  `create table outbox_epochs (epoch integer primary key, name text collate "C" not null, cluster text collate "C" not null)`,
  `insert into outbox_epochs select 1, gen_random_uuid()::text, ''`,
  `insert into outbox_epochs select 2, gen_random_uuid()::text, ''`,
  `do $do$ begin
    execute format('create function %1$I.outbox_epoch() returns integer language sql stable
      as $fn$select max(epoch) from %1$I.outbox_epochs$fn$', current_schema());
  end $do$`,
  `alter table outbox_events add column epoch integer not null default 1`,
  `alter table outbox_events alter column epoch set default outbox_epoch()`,
  `alter table outbox_events drop constraint outbox_events_pkey, add primary key (epoch, xid, seq)`
]

/** What people are known by, and where readers of events stand. */
export const hosts: Migration = {
  id: 6,
  name: "hosts",
  statements: [...externalIds, ...outboxEpochs]
}
