import type { Migration } from "../Migrations.ts"

const columns = `"id" text collate "C" primary key,
      "doc" jsonb not null,
      "doc_version" integer not null,
      "version" bigint not null,
      "created_at" bigint not null,
      "created_by" text collate "C" not null,
      "updated_at" bigint not null,
      "updated_by" text collate "C" not null`

/** What is translated, into which languages, what a run has got so far, and the terms of the glossary. */
export const translations: Migration = {
  id: 21,
  name: "translations",
  statements: [
    `create table "translation_settings" (
      ${columns},
      "organization" text collate "C",
      "source" text collate "C"
    )`,
    `create index "translation_settings_inOrganization_idx" on "translation_settings" ("organization", "id")`,
    `create index "translation_settings_ofSource_idx" on "translation_settings" ("source", "id")`,
    `create table "translation_languages" (
      ${columns},
      "organization" text collate "C",
      "settings" text collate "C",
      "language" text collate "C" not null,
      "space" text collate "C"
    )`,
    `create index "translation_languages_ofSettings_idx" on "translation_languages" ("settings", "id")`,
    `create index "translation_languages_inOrganization_idx" on "translation_languages" ("organization", "id")`,
    `create unique index "translation_languages_language_key" on "translation_languages" ("settings", "language")
      nulls not distinct`,
    `create unique index "translation_languages_space_key" on "translation_languages" ("space") nulls not distinct`,
    `create table "translated_texts" (
      ${columns},
      "language" text collate "C"
    )`,
    `create index "translated_texts_ofLanguage_idx" on "translated_texts" ("language", "id")`,
    `create table "glossary_entries" (
      ${columns},
      "organization" text collate "C"
    )`,
    `create index "glossary_entries_inOrganization_idx" on "glossary_entries" ("organization", "id")`,
    `alter table "translation_settings" add constraint "translation_settings_organization_fkey"
      foreign key ("organization") references "organizations" ("id")
      on delete no action deferrable initially deferred`,
    `alter table "translation_languages" add constraint "translation_languages_settings_fkey"
      foreign key ("settings") references "translation_settings" ("id")
      on delete cascade deferrable initially deferred`,
    `alter table "translation_languages" add constraint "translation_languages_space_fkey"
      foreign key ("space") references "spaces" ("id")
      on delete cascade deferrable initially deferred`,
    `alter table "translated_texts" add constraint "translated_texts_language_fkey"
      foreign key ("language") references "translation_languages" ("id")
      on delete cascade deferrable initially deferred`,
    `alter table "glossary_entries" add constraint "glossary_entries_organization_fkey"
      foreign key ("organization") references "organizations" ("id")
      on delete no action deferrable initially deferred`
  ]
}
