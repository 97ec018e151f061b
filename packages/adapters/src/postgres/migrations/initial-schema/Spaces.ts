import { row } from "./Columns.ts"

const heads = `replace(split_part(words, E'\\t', 1), E'\\n', E'\\n' || E'\\t')`
const lines = `string_to_array(words || ${heads} || E'\\n' || E'\\t\\t' || space, E'\\n')`

/** Spaces, their content, change requests, comments and search. */
export const spaceTables = `
-- Spaces, collections, and their settings.
create table "collections" (
  ${row},
  "organization" text collate "C" references "organizations" ("id") deferrable initially deferred,
  constraint "collections_id_fkey" foreign key ("organization", "id")
    references "placements" ("organization", "id") on delete cascade deferrable initially deferred
);
create index "collections_inOrganization_idx" on "collections" ("organization", "id");

create table "spaces" (
  ${row},
  "organization" text collate "C" references "organizations" ("id") deferrable initially deferred,
  "revision" text collate "C",
  constraint "spaces_id_fkey" foreign key ("organization", "id")
    references "placements" ("organization", "id") on delete cascade deferrable initially deferred
);
create unique index "spaces_scoped_key" on "spaces" ("organization", "id");
create index "spaces_inOrganization_idx" on "spaces" ("organization", "id");
create table "spaces_counters" (
  "id" text collate "C" primary key references "spaces" ("id") on delete cascade,
  "comments" bigint not null default 0,
  "changeRequests" bigint not null default 0,
  "changeRequestsOpen" bigint not null default 0,
  "changeRequestsDraft" bigint not null default 0
);

create table "custom_fields" (
  ${row},
  "organization" text collate "C" references "organizations" ("id") deferrable initially deferred,
  "name" text collate "C" not null
);
create unique index "custom_fields_scoped_key" on "custom_fields" ("organization", "id");
create index "custom_fields_inOrganization_idx" on "custom_fields" ("organization", "id");
create unique index "custom_fields_name_key" on "custom_fields" ("organization", "name") nulls not distinct;

create table "custom_field_uses" (
  ${row},
  "organization" text collate "C",
  "space" text collate "C",
  "field" text collate "C",
  "options" text[] collate "C" not null,
  constraint "custom_field_uses_field_fkey" foreign key ("organization", "field")
    references "custom_fields" ("organization", "id") deferrable initially deferred,
  constraint "custom_field_uses_space_fkey" foreign key ("organization", "space")
    references "spaces" ("organization", "id") on delete cascade deferrable initially deferred
);
create index "custom_field_uses_ofField_idx" on "custom_field_uses" ("field", "id");
create index "custom_field_uses_inSpace_idx" on "custom_field_uses" ("space", "id");
create index "custom_field_uses_options_set" on "custom_field_uses" using gin ("options");

-- Content: revisions, nodes of pages by hash, files, and links.
create table "revisions" (
  ${row},
  "space" text collate "C" references "spaces" ("id") on delete cascade deferrable initially deferred,
  "createdAt" bigint,
  "changeRequest" text collate "C"
);
create index "revisions_inSpace_idx" on "revisions" ("space", "id");
create index "revisions_ofPrimary_idx" on "revisions" ("space", "changeRequest", "id");
create index "revisions_ofPrimaryAt_idx" on "revisions" ("space", "changeRequest", "createdAt", "id");

create table "content_nodes" (
  "space" text collate "C" not null,
  "hash" text collate "C" not null,
  "text" text collate "C" not null,
  primary key ("space", "hash")
);

create table "file_records" (
  ${row},
  "space" text collate "C" references "spaces" ("id") on delete cascade deferrable initially deferred,
  "file" text collate "C",
  "blob" text collate "C"
);
create index "file_records_ofFile_idx" on "file_records" ("space", "file", "id");
create index "file_records_ofBlob_idx" on "file_records" ("blob", "id");

create table "link_sources" (
  ${row},
  "space" text collate "C" references "spaces" ("id") on delete cascade deferrable initially deferred,
  "lookups" text[] collate "C" not null,
  "marks" text[] collate "C" not null
);
create index "link_sources_inSpace_idx" on "link_sources" ("space", "id");
create index "link_sources_lookups_set" on "link_sources" using gin ("lookups");
create index "link_sources_marks_set" on "link_sources" using gin ("marks");

create table "link_totals" (
  ${row},
  "spaces" text[] collate "C" not null,
  foreign key ("id") references "spaces" ("id") on delete cascade deferrable initially deferred
);
create index "link_totals_spaces_set" on "link_totals" using gin ("spaces");

-- Requested PDFs.
create table "pdfs" (
  ${row},
  "space" text collate "C" references "spaces" ("id") on delete cascade deferrable initially deferred,
  "askedAt" bigint,
  "blobs" text[] collate "C" not null
);
create index "pdfs_inSpace_idx" on "pdfs" ("space", "id");
create index "pdfs_asked_idx" on "pdfs" ("askedAt", "id");
create index "pdfs_blobs_set" on "pdfs" using gin ("blobs");

-- Change requests, reviews and merge rules.
create table "change_requests" (
  ${row},
  "space" text collate "C" not null references "spaces" ("id") on delete cascade deferrable initially deferred,
  "number" bigint not null,
  "status" text collate "C",
  "contributors" text[] collate "C" not null,
  "creator" text[] collate "C" not null,
  "age" bigint
);
create index "change_requests_inSpace_idx" on "change_requests" ("space", "status", "number", "id");
create index "change_requests_acrossSpaces_idx" on "change_requests" ("space", "status", "space", "age", "id");
create unique index "change_requests_number_key" on "change_requests" ("space", "number");
create index "change_requests_contributors_set" on "change_requests" using gin ("contributors");
create index "change_requests_creator_set" on "change_requests" using gin ("creator");
create table "change_requests_counters" (
  "id" text collate "C" primary key references "change_requests" ("id") on delete cascade,
  "comments" bigint not null default 0
);

create table "reviews" (
  ${row},
  "changeRequest" text collate "C"
    references "change_requests" ("id") on delete cascade deferrable initially deferred,
  "reviewer" text collate "C",
  "submitted" boolean,
  "outdated" boolean
);
create index "reviews_ofRequest_idx" on "reviews" ("changeRequest", "submitted", "id");
create index "reviews_current_idx" on "reviews" ("changeRequest", "outdated", "id");
create index "reviews_ofPerson_idx" on "reviews" ("reviewer", "id");
create unique index "reviews_latest_key"
  on "reviews" ("changeRequest", "reviewer") nulls not distinct where "outdated" = false;

create table "merge_rules" (
  ${row},
  "organization" text collate "C" references "organizations" ("id") on delete cascade deferrable initially deferred,
  "space" text collate "C" references "spaces" ("id") on delete cascade deferrable initially deferred
);
create index "merge_rules_organization_ref" on "merge_rules" ("organization");
create index "merge_rules_space_ref" on "merge_rules" ("space");

-- Comments on spaces and change requests.
create table "comments" (
  ${row},
  "base" text collate "C",
  "space" text collate "C" references "spaces" ("id") on delete cascade deferrable initially deferred,
  "changeRequest" text collate "C"
    references "change_requests" ("id") on delete cascade deferrable initially deferred,
  "status" text collate "C",
  "page" text collate "C",
  "postedBy" text collate "C",
  "postedAt" bigint,
  "author" text[] collate "C" not null
);
create index "comments_inBase_idx" on "comments" ("base", "postedAt", "id");
create index "comments_withStatus_idx" on "comments" ("base", "status", "postedAt", "id");
create index "comments_onPage_idx" on "comments" ("base", "page", "status", "postedAt", "id");
create index "comments_by_idx" on "comments" ("base", "postedBy", "id");
create index "comments_ofPerson_idx" on "comments" ("postedBy", "postedAt", "id");
create index "comments_author_set" on "comments" using gin ("author");
create index "comments_space_ref" on "comments" ("space");
create index "comments_changeRequest_ref" on "comments" ("changeRequest");
create table "comments_counters" (
  "id" text collate "C" primary key references "comments" ("id") on delete cascade,
  "replies" bigint not null default 0
);

create table "comment_replies" (
  ${row},
  "comment" text collate "C" references "comments" ("id") on delete cascade deferrable initially deferred,
  "base" text collate "C",
  "postedBy" text collate "C",
  "postedAt" bigint
);
create index "comment_replies_ofComment_idx" on "comment_replies" ("comment", "postedAt", "id");
create index "comment_replies_by_idx" on "comment_replies" ("base", "postedBy", "id");
create index "comment_replies_ofPerson_idx" on "comment_replies" ("postedBy", "postedAt", "id");

create table "commenters" (
  ${row},
  "base" text collate "C",
  "space" text collate "C" references "spaces" ("id") on delete cascade deferrable initially deferred,
  "changeRequest" text collate "C"
    references "change_requests" ("id") on delete cascade deferrable initially deferred,
  "user" text collate "C"
);
create index "commenters_inBase_idx" on "commenters" ("base", "user", "id");
create index "commenters_space_ref" on "commenters" ("space");
create index "commenters_changeRequest_ref" on "commenters" ("changeRequest");

-- Who wrote the search entries of each space, and who rebuilds them.
create table "search_spaces" (
  "space" text collate "C" primary key,
  "version" text collate "C" not null,
  "rebuilding" text collate "C"
);

-- The searched sections of pages. A search that examines many rows should read few blocks. Therefore "filler" makes
-- each row long enough for the server to store all columns except ids, "heads" and "signature" out of line; "filler"
-- itself compresses to a few bytes. "conditions" of a section is JSON, and null on pages that are not listed.
create table "search_entries" (
  "space" text collate "C" not null references "search_spaces" ("space") on delete cascade,
  "page" text collate "C" not null,
  "ordinal" integer not null,
  "section" text collate "C" not null,
  "conditions" text collate "C",
  "heads" tsvector not null,
  "signature" bytea not null,
  "words" text collate "C" not null,
  "digest" uuid,
  "shown" bytea,
  "filler" text collate "C" not null default repeat(' ', 2050),
  primary key ("space", "page", "ordinal")
) with (toast_tuple_target = 400);
alter table "search_entries" alter column "space" set storage plain, alter column "page" set storage plain,
  alter column "section" set storage main, alter column "conditions" set storage main,
  alter column "heads" set storage main, alter column "signature" set storage main,
  alter column "shown" set storage external;

-- What is indexed of a section: the distinct tokens, those of title and heading a second time marked as such, and the
-- space. The server finds the index by the call, so another function needs another index. Its cost keeps searches from
-- working it out for every section of a small table; a higher one makes the server compile searches sooner. "parallel
-- restricted" keeps it from starting processes for them, which costs more than it saves.
create function search_tokens(words text, space text) returns tsvector
  language plpgsql immutable strict parallel restricted cost 1000 set search_path = pg_catalog
  as $tokens$ begin return array_to_tsvector(array_remove(array_remove(${lines}, ''), E'\\t')); end $tokens$;

-- The pending list is short, because every search reads all of it.
create index "search_entries_tokens" on "search_entries" using gin (search_tokens("words", "space"))
  with (gin_pending_list_limit = 512);
create index "search_entries_conditions" on "search_entries" ("space", md5("conditions")) where "conditions" <> '[]';
`
