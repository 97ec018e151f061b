import type { Migration } from "../Migrations.ts"

/**
 * Usage of the rate budgets that servers share. The table may be lost in a crash, which forgets the requests of one
 * minute.
 */
export const rateBudgets: Migration = {
  id: 38,
  name: "rate budgets",
  additive: true,
  statements: [
    `create unlogged table "rate_budgets" (
      "key" text collate "C" primary key,
      "untils" bigint[] not null,
      "tokens" integer[] not null,
      "most" integer not null,
      "wanted" integer not null,
      "unused_until" bigint not null,
      "unused" integer not null,
      "granted" integer not null,
      "until" bigint not null
    ) with (fillfactor = 50)`,
    `create index "rate_budgets_until_idx" on "rate_budgets" ("until")`
  ]
}
