import type { Migration } from "../Migrations.ts"

/** The columns that every collection of rows has. */
const row = `"id" text collate "C" primary key,
      "doc" jsonb not null,
      "doc_version" integer not null,
      "version" bigint not null,
      "created_at" bigint not null,
      "created_by" text collate "C" not null,
      "updated_at" bigint not null,
      "updated_by" text collate "C" not null`

/** The visibility of spaces that are already published, as it would have been reported to scripts. */
const published = `insert into "told_visibilities" (
      "id", "doc", "doc_version", "version", "created_at", "created_by", "updated_at", "updated_by", "sites"
    )
    select p."id",
      jsonb_build_object(
        'id', p."id",
        'visibility', (array['public', 'unlisted', 'share-link', 'visitor-auth'])[min(
          array_position(array['public', 'unlisted', 'share-link', 'visitor-auth'], s."doc"->>'visibility')
        )],
        'sites', p."doc"->'sites'
      ),
      1, 1, p."created_at", 'system', p."created_at", 'system',
      array(select jsonb_array_elements_text(p."doc"->'sites'))
    from "placements" p join "sites" s on p."doc"->'sites' ? s."id"
    where p."kind" = 'space' and p."active" and s."doc"->>'publishedAt' is not null
    group by p."id"`

/** Scheduled tasks of integrations, and the visibility of spaces that was last reported to scripts. */
export const integrationTasks: Migration = {
  id: 35,
  name: "integration_tasks",
  statements: [
    `create table "integration_tasks" (
      ${row},
      "integration" text collate "C",
      "installation" text collate "C"
    )`,
    `create index "integration_tasks_ofIntegration_idx" on "integration_tasks" ("integration", "id")`,
    `create index "integration_tasks_installation_ref" on "integration_tasks" ("installation")`,
    `alter table "integration_tasks" add constraint "integration_tasks_integration_fkey"
      foreign key ("integration") references "integrations" ("id")
      on delete cascade deferrable initially deferred`,
    `alter table "integration_tasks" add constraint "integration_tasks_installation_fkey"
      foreign key ("installation") references "integration_installations" ("id")
      on delete cascade deferrable initially deferred`,
    `create table "told_visibilities" (
      ${row},
      "sites" text[] collate "C" not null
    )`,
    `create index "told_visibilities_sites_set" on "told_visibilities" using gin ("sites")`,
    `alter table "told_visibilities" add constraint "told_visibilities_id_fkey"
      foreign key ("id") references "spaces" ("id")
      on delete cascade deferrable initially deferred`,
    published
  ]
}
