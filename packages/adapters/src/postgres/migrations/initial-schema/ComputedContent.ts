import { row } from "./Columns.ts"

/** API descriptions and translations. */
export const computedContentTables = `
-- Descriptions of APIs, their versions, and the spaces that have pages of them.
create table "openapi_specs" (
  ${row},
  "organization" text collate "C" references "organizations" ("id") deferrable initially deferred,
  "slug" text collate "C" not null,
  "blobs" text[] collate "C" not null
);
create index "openapi_specs_inOrganization_idx" on "openapi_specs" ("organization", "id");
create unique index "openapi_specs_slug_key" on "openapi_specs" ("organization", "slug") nulls not distinct;
create index "openapi_specs_blobs_set" on "openapi_specs" using gin ("blobs");

create table "openapi_versions" (
  ${row},
  "spec" text collate "C" references "openapi_specs" ("id") on delete cascade deferrable initially deferred,
  "blobs" text[] collate "C" not null
);
create index "openapi_versions_ofSpec_idx" on "openapi_versions" ("spec", "id");
create index "openapi_versions_blobs_set" on "openapi_versions" using gin ("blobs");

create table "api_imports" (
  ${row},
  "space" text collate "C" references "spaces" ("id") on delete cascade deferrable initially deferred,
  "spec" text collate "C" references "openapi_specs" ("id") on delete cascade deferrable initially deferred
);
create index "api_imports_inSpace_idx" on "api_imports" ("space", "id");
create index "api_imports_ofSpec_idx" on "api_imports" ("spec", "id");
create unique index "api_imports_place_key" on "api_imports" ("space", "spec") nulls not distinct;

-- The versions and the answers of scripts from which pages of a space were computed.
create table "computed_spaces" (
  ${row},
  "specs" text[] collate "C" not null,
  foreign key ("id") references "spaces" ("id") on delete cascade deferrable initially deferred
);
create index "computed_spaces_specs_set" on "computed_spaces" using gin ("specs");

create table "computed_answers" (
  ${row},
  "inputs" text[] collate "C" not null,
  "blobs" text[] collate "C" not null,
  foreign key ("id") references "spaces" ("id") on delete cascade deferrable initially deferred
);
create index "computed_answers_inputs_set" on "computed_answers" using gin ("inputs");
create index "computed_answers_blobs_set" on "computed_answers" using gin ("blobs");

-- Translations of spaces, with the progress of their runs, and the glossary.
create table "translation_settings" (
  ${row},
  "organization" text collate "C" references "organizations" ("id") deferrable initially deferred,
  "source" text collate "C"
);
create index "translation_settings_inOrganization_idx" on "translation_settings" ("organization", "id");
create index "translation_settings_ofSource_idx" on "translation_settings" ("source", "id");

create table "translation_languages" (
  ${row},
  "organization" text collate "C",
  "settings" text collate "C"
    references "translation_settings" ("id") on delete cascade deferrable initially deferred,
  "language" text collate "C" not null,
  "space" text collate "C" references "spaces" ("id") on delete cascade deferrable initially deferred
);
create index "translation_languages_ofSettings_idx" on "translation_languages" ("settings", "id");
create index "translation_languages_inOrganization_idx" on "translation_languages" ("organization", "id");
create unique index "translation_languages_language_key"
  on "translation_languages" ("settings", "language") nulls not distinct;
create unique index "translation_languages_space_key" on "translation_languages" ("space") nulls not distinct;

create table "translated_texts" (
  ${row},
  "language" text collate "C"
    references "translation_languages" ("id") on delete cascade deferrable initially deferred
);
create index "translated_texts_ofLanguage_idx" on "translated_texts" ("language", "id");

create table "glossary_entries" (
  ${row},
  "organization" text collate "C" references "organizations" ("id") deferrable initially deferred
);
create index "glossary_entries_inOrganization_idx" on "glossary_entries" ("organization", "id");
`
