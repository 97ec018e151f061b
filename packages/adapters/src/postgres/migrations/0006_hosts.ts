import type { Migration } from "../Migrations.ts"

/**
 * Makes external IDs unique. If several users have the same one, the latest keeps it, because the host introduced that
 * user with the current email address. The others get `""`, so that no user is bound to their address.
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
 * Groups events into epochs, one per server, ordered by time. Existing events may come from another server, so this
 * server begins the second epoch.
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

/** External ids of people, and positions of event readers. */
export const hosts: Migration = {
  id: 6,
  name: "hosts",
  statements: [...externalIds, ...outboxEpochs]
}
