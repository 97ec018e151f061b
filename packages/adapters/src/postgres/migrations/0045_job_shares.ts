import type { Migration } from "../Migrations.ts"

/** The organization of a job, of kinds that organizations share. */
export const jobShares: Migration = {
  id: 45,
  name: "job shares",
  additive: true,
  statements: [`alter table "jobs" add column "share" text collate "C" not null default ''`]
}
