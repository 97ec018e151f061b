import type { Migration } from "../Migrations.ts"
import * as SearchTokens from "../SearchTokens.ts"

/**
 * The searched sections, rebuilt at the next start to replace `search_sections`. A search that examines many rows
 * should read few blocks. Therefore `filler` makes each row long enough for the server to store all columns except IDs,
 * `heads` and `signature` out of line; `filler` itself compresses to a few bytes. The index is on tokens computed from
 * `words`. Its pending list is short, because every search reads all of it. Older program versions delete spaces
 * without knowing of entries.
 */
export const searchEntries: Migration = {
  id: 44,
  name: "search entries",
  additive: true,
  replaces: ["search_sections"],
  statements: [
    `create table "search_entries" (
      "space" text collate "C" not null,
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
    ) with (toast_tuple_target = 400)`,
    `alter table "search_entries" alter column "space" set storage plain, alter column "page" set storage plain,
      alter column "section" set storage main, alter column "conditions" set storage main,
      alter column "heads" set storage main, alter column "signature" set storage main,
      alter column "shown" set storage external`,
    SearchTokens.createTokensFunction(),
    `create index "search_entries_tokens" on "search_entries" using gin (search_tokens("words", "space"))
      with (gin_pending_list_limit = 512)`,
    `create index "search_entries_conditions" on "search_entries" ("space", md5("conditions"))
      where "conditions" <> '[]'`,
    `alter table "search_entries" add constraint "search_entries_space_fkey"
      foreign key ("space") references "search_spaces" ("space") on delete cascade`,
    `alter table "search_spaces" add column "form" integer`
  ]
}
