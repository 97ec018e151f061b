import type { Migration } from "../Migrations.ts"
import { row } from "./initial-schema/Columns.ts"

/** Imports that jobs perform. */
export const importRuns: Migration = {
  id: 6,
  name: "import_runs",
  additive: true,
  adds: ["import_runs"],
  statements: [
    `create table "import_runs" (
      ${row},
      "space" text collate "C" references "spaces" ("id") on delete cascade deferrable initially deferred,
      "isActive" boolean,
      "createdAt" bigint,
      "blobs" text[] collate "C" not null
    )`,
    `create index "import_runs_inSpace_idx" on "import_runs" ("space", "createdAt", "id")`,
    `create index "import_runs_active_idx" on "import_runs" ("space", "isActive", "id")`,
    `create index "import_runs_byState_idx" on "import_runs" ("isActive", "createdAt", "id")`,
    `create index "import_runs_blobs_set" on "import_runs" using gin ("blobs")`
  ]
}
