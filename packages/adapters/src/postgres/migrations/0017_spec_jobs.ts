import type { Migration } from "../Migrations.ts"

/** Specs waiting to be processed become jobs. Whether a spec is public becomes a field of the spec. */
export const specJobs: Migration = {
  id: 17,
  name: "spec jobs",
  statements: [
    `insert into "jobs" ("id", "kind", "key", "payload", "sequence", "offered_at", "run_at", "attempts")
      select 'openapi-spec/' || "id", 'openapi-spec', "id", 'null', 1, "updated_at", "dueAt", 0
      from "openapi_specs" where "dueAt" is not null`,
    `update "openapi_specs" set "doc" = ("doc" - 'run' - 'dueAt') || '{"visibility": null}'`,
    `drop index "openapi_specs_due_idx"`,
    `alter table "openapi_specs" drop column "waits", drop column "dueAt"`
  ]
}
