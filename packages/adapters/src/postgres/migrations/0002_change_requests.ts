import type { Migration } from "../Migrations.ts"

/** The tables of change requests and their parts, and the change requests of revisions. */
export const changeRequests: Migration = {
  id: 2,
  name: "change requests",
  statements: [
    `alter table "revisions" add column "changeRequest" text collate "C"`,
    `create table "change_requests" (
      "id" text collate "C" primary key,
      "doc" jsonb not null,
      "doc_version" integer not null,
      "version" bigint not null,
      "created_at" bigint not null,
      "created_by" text collate "C" not null,
      "updated_at" bigint not null,
      "updated_by" text collate "C" not null,
      "space" text collate "C" not null,
      "number" bigint not null,
      "status" text collate "C",
      "contributors" text[] collate "C" not null,
      "creator" text[] collate "C" not null,
      "age" bigint
    )`,
    `create table "change_requests_counters" (
      "id" text collate "C" primary key references "change_requests" ("id") on delete cascade,
      "comments" bigint not null default 0
    )`,
    `create index "change_requests_inSpace_idx" on "change_requests" ("space", "status", "number", "id")`,
    `create index "change_requests_acrossSpaces_idx" on "change_requests" ("space", "status", "space", "age", "id")`,
    `create unique index "change_requests_number_key" on "change_requests" ("space", "number")`,
    `create index "change_requests_contributors_set" on "change_requests" using gin ("contributors")`,
    `create index "change_requests_creator_set" on "change_requests" using gin ("creator")`,
    `create table "comments" (
      "id" text collate "C" primary key,
      "doc" jsonb not null,
      "doc_version" integer not null,
      "version" bigint not null,
      "created_at" bigint not null,
      "created_by" text collate "C" not null,
      "updated_at" bigint not null,
      "updated_by" text collate "C" not null,
      "base" text collate "C",
      "space" text collate "C",
      "changeRequest" text collate "C",
      "status" text collate "C",
      "page" text collate "C",
      "postedBy" text collate "C",
      "postedAt" bigint,
      "author" text[] collate "C" not null
    )`,
    `create table "comments_counters" (
      "id" text collate "C" primary key references "comments" ("id") on delete cascade,
      "replies" bigint not null default 0
    )`,
    `create index "comments_inBase_idx" on "comments" ("base", "postedAt", "id")`,
    `create index "comments_withStatus_idx" on "comments" ("base", "status", "postedAt", "id")`,
    `create index "comments_onPage_idx" on "comments" ("base", "page", "status", "postedAt", "id")`,
    `create index "comments_by_idx" on "comments" ("base", "postedBy", "id")`,
    `create index "comments_author_set" on "comments" using gin ("author")`,
    `create index "comments_space_ref" on "comments" ("space")`,
    `create index "comments_changeRequest_ref" on "comments" ("changeRequest")`,
    `create table "comment_replies" (
      "id" text collate "C" primary key,
      "doc" jsonb not null,
      "doc_version" integer not null,
      "version" bigint not null,
      "created_at" bigint not null,
      "created_by" text collate "C" not null,
      "updated_at" bigint not null,
      "updated_by" text collate "C" not null,
      "comment" text collate "C",
      "base" text collate "C",
      "postedBy" text collate "C",
      "postedAt" bigint
    )`,
    `create index "comment_replies_ofComment_idx" on "comment_replies" ("comment", "postedAt", "id")`,
    `create index "comment_replies_by_idx" on "comment_replies" ("base", "postedBy", "id")`,
    `create table "commenters" (
      "id" text collate "C" primary key,
      "doc" jsonb not null,
      "doc_version" integer not null,
      "version" bigint not null,
      "created_at" bigint not null,
      "created_by" text collate "C" not null,
      "updated_at" bigint not null,
      "updated_by" text collate "C" not null,
      "base" text collate "C",
      "space" text collate "C",
      "changeRequest" text collate "C",
      "user" text collate "C"
    )`,
    `create index "commenters_inBase_idx" on "commenters" ("base", "user", "id")`,
    `create index "commenters_space_ref" on "commenters" ("space")`,
    `create index "commenters_changeRequest_ref" on "commenters" ("changeRequest")`,
    `create index "revisions_ofPrimary_idx" on "revisions" ("space", "changeRequest", "id")`,
    `create table "link_sources" (
      "id" text collate "C" primary key,
      "doc" jsonb not null,
      "doc_version" integer not null,
      "version" bigint not null,
      "created_at" bigint not null,
      "created_by" text collate "C" not null,
      "updated_at" bigint not null,
      "updated_by" text collate "C" not null,
      "space" text collate "C",
      "lookups" text[] collate "C" not null,
      "marks" text[] collate "C" not null
    )`,
    `create index "link_sources_inSpace_idx" on "link_sources" ("space", "id")`,
    `create index "link_sources_lookups_set" on "link_sources" using gin ("lookups")`,
    `create index "link_sources_marks_set" on "link_sources" using gin ("marks")`,
    `create table "link_totals" (
      "id" text collate "C" primary key,
      "doc" jsonb not null,
      "doc_version" integer not null,
      "version" bigint not null,
      "created_at" bigint not null,
      "created_by" text collate "C" not null,
      "updated_at" bigint not null,
      "updated_by" text collate "C" not null,
      "spaces" text[] collate "C" not null
    )`,
    `create index "link_totals_spaces_set" on "link_totals" using gin ("spaces")`,
    `create table "merge_rules" (
      "id" text collate "C" primary key,
      "doc" jsonb not null,
      "doc_version" integer not null,
      "version" bigint not null,
      "created_at" bigint not null,
      "created_by" text collate "C" not null,
      "updated_at" bigint not null,
      "updated_by" text collate "C" not null,
      "organization" text collate "C",
      "space" text collate "C"
    )`,
    `create index "merge_rules_organization_ref" on "merge_rules" ("organization")`,
    `create index "merge_rules_space_ref" on "merge_rules" ("space")`,
    `create table "reviews" (
      "id" text collate "C" primary key,
      "doc" jsonb not null,
      "doc_version" integer not null,
      "version" bigint not null,
      "created_at" bigint not null,
      "created_by" text collate "C" not null,
      "updated_at" bigint not null,
      "updated_by" text collate "C" not null,
      "changeRequest" text collate "C",
      "reviewer" text collate "C",
      "submitted" boolean,
      "outdated" boolean
    )`,
    `create index "reviews_ofRequest_idx" on "reviews" ("changeRequest", "submitted", "id")`,
    `create index "reviews_current_idx" on "reviews" ("changeRequest", "outdated", "id")`,
    `create unique index "reviews_latest_key" on "reviews" ("changeRequest", "reviewer") nulls not distinct where "outdated" = false`,
    `alter table "change_requests" add constraint "change_requests_space_fkey"
      foreign key ("space") references "spaces" ("id")
      on delete cascade deferrable initially deferred`,
    `alter table "comments" add constraint "comments_space_fkey"
      foreign key ("space") references "spaces" ("id")
      on delete cascade deferrable initially deferred`,
    `alter table "comments" add constraint "comments_changeRequest_fkey"
      foreign key ("changeRequest") references "change_requests" ("id")
      on delete cascade deferrable initially deferred`,
    `alter table "comment_replies" add constraint "comment_replies_comment_fkey"
      foreign key ("comment") references "comments" ("id")
      on delete cascade deferrable initially deferred`,
    `alter table "commenters" add constraint "commenters_space_fkey"
      foreign key ("space") references "spaces" ("id")
      on delete cascade deferrable initially deferred`,
    `alter table "commenters" add constraint "commenters_changeRequest_fkey"
      foreign key ("changeRequest") references "change_requests" ("id")
      on delete cascade deferrable initially deferred`,
    `alter table "link_sources" add constraint "link_sources_space_fkey"
      foreign key ("space") references "spaces" ("id")
      on delete cascade deferrable initially deferred`,
    `alter table "link_totals" add constraint "link_totals_id_fkey"
      foreign key ("id") references "spaces" ("id")
      on delete cascade deferrable initially deferred`,
    `alter table "merge_rules" add constraint "merge_rules_organization_fkey"
      foreign key ("organization") references "organizations" ("id")
      on delete cascade deferrable initially deferred`,
    `alter table "merge_rules" add constraint "merge_rules_space_fkey"
      foreign key ("space") references "spaces" ("id")
      on delete cascade deferrable initially deferred`,
    `alter table "reviews" add constraint "reviews_changeRequest_fkey"
      foreign key ("changeRequest") references "change_requests" ("id")
      on delete cascade deferrable initially deferred`
  ]
}
