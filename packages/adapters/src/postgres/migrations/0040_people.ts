import type { Migration } from "../Migrations.ts"

/**
 * The identifiers that identity providers use for people, and the columns by which the data of one person is found.
 * Events are searched as text, because external data may contain characters that Postgres text cannot.
 */
export const people: Migration = {
  id: 40,
  name: "data of people",
  statements: [
    `create table "user_identities" (
      "id" text collate "C" primary key,
      "doc" jsonb not null,
      "doc_version" integer not null,
      "version" bigint not null,
      "created_at" bigint not null,
      "created_by" text collate "C" not null,
      "updated_at" bigint not null,
      "updated_by" text collate "C" not null,
      "user" text collate "C"
    )`,
    `create index "user_identities_ofUser_idx" on "user_identities" ("user", "id")`,
    `create unique index "user_identities_user_key" on "user_identities" ("user") nulls not distinct`,
    `alter table "user_identities" add constraint "user_identities_user_fkey"
      foreign key ("user") references "users" ("id")
      on delete cascade deferrable initially deferred`,
    `create index "comments_ofPerson_idx" on "comments" ("postedBy", "postedAt", "id")`,
    `create index "comment_replies_ofPerson_idx" on "comment_replies" ("postedBy", "postedAt", "id")`,
    `create index "reviews_ofPerson_idx" on "reviews" ("reviewer", "id")`,
    `create index "audit_entries_ofPerson_idx" on "audit_entries" ("actor", "at", "id")`,
    `alter table outbox_events add column person text collate "C"`,
    `update outbox_events set person = event->'subjects'->>-1
      where event::text ~ '"type":"(users\\.update|tokens\\.create)"'`,
    `create index outbox_events_person on outbox_events (person) where person is not null`
  ]
}
