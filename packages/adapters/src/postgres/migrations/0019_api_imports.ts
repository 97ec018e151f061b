import type { Migration } from "../Migrations.ts"

/** Pages that spaces have of descriptions of APIs. */
export const apiImports: Migration = {
  id: 19,
  name: "api imports",
  statements: [
    `create table "api_imports" (
      "id" text collate "C" primary key,
      "doc" jsonb not null,
      "doc_version" integer not null,
      "version" bigint not null,
      "created_at" bigint not null,
      "created_by" text collate "C" not null,
      "updated_at" bigint not null,
      "updated_by" text collate "C" not null,
      "space" text collate "C",
      "spec" text collate "C"
    )`,
    `create index "api_imports_inSpace_idx" on "api_imports" ("space", "id")`,
    `create index "api_imports_ofSpec_idx" on "api_imports" ("spec", "id")`,
    `create unique index "api_imports_place_key" on "api_imports" ("space", "spec") nulls not distinct`,
    `alter table "api_imports" add constraint "api_imports_space_fkey"
      foreign key ("space") references "spaces" ("id")
      on delete cascade deferrable initially deferred`,
    `alter table "api_imports" add constraint "api_imports_spec_fkey"
      foreign key ("spec") references "openapi_specs" ("id")
      on delete cascade deferrable initially deferred`
  ]
}
