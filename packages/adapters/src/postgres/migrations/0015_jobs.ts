import type { Migration } from "../Migrations.ts"

/** Background jobs. A job is due when it is requested and no run holds it. Failed jobs are never due. */
export const jobs: Migration = {
  id: 15,
  name: "jobs",
  statements: [
    `create table "jobs" (
      "id" text collate "C" primary key,
      "kind" text collate "C" not null,
      "key" text collate "C" not null,
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
    )`,
    `create index "jobs_due_idx" on "jobs" ("kind", "due_at", "key")
      where "failed_at" is null and not "withdrawn"`,
    `create index "jobs_failed_idx" on "jobs" ("failed_at", "id") where "failed_at" is not null`
  ]
}
