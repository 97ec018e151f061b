import type { Migration } from "../Migrations.ts"

/** What scripts of integrations answered to the sources in the heads of spaces. */
export const computedAnswers: Migration = {
  id: 34,
  name: "computed answers",
  statements: [
    `create table "computed_answers" (
      "id" text collate "C" primary key,
      "doc" jsonb not null,
      "doc_version" integer not null,
      "version" bigint not null,
      "created_at" bigint not null,
      "created_by" text collate "C" not null,
      "updated_at" bigint not null,
      "updated_by" text collate "C" not null,
      "inputs" text[] collate "C" not null,
      "blobs" text[] collate "C" not null
    )`,
    `create index "computed_answers_inputs_set" on "computed_answers" using gin ("inputs")`,
    `create index "computed_answers_blobs_set" on "computed_answers" using gin ("blobs")`,
    `alter table "computed_answers" add constraint "computed_answers_id_fkey"
      foreign key ("id") references "spaces" ("id")
      on delete cascade deferrable initially deferred`
  ]
}
