import type { Migration } from "../Migrations.ts"

/**
 * Sections with the texts that hits show; all entries are rebuilt at the next start. A search that examines many rows
 * should read few blocks: `filler` makes each row long enough for the server to store all but ids, `heads` and
 * `signature` out of line, and itself compresses to a few bytes.
 */
export const search: Migration = {
  id: 3,
  name: "search",
  statements: [
    `create table search_spaces (
      space text collate "C" primary key,
      version text collate "C" not null,
      rebuilding text collate "C"
    )`,
    "insert into search_spaces (space, version) select distinct space, '' from search_sections",
    "drop table search_sections",
    `create table search_sections (
      space text collate "C" not null,
      page text collate "C" not null,
      ordinal integer not null,
      section text collate "C" not null,
      heads tsvector not null,
      tokens tsvector not null,
      signature bytea not null,
      words text collate "C" not null,
      shown text collate "C",
      filler text collate "C" not null default repeat(' ', 2100),
      primary key (space, page, ordinal)
    ) with (toast_tuple_target = 512)`,
    `alter table search_sections alter column space set storage plain, alter column page set storage plain,
      alter column section set storage main, alter column heads set storage main,
      alter column signature set storage main,
      alter column tokens set storage external, alter column words set storage external,
      alter column shown set storage external`,
    "create index search_sections_tokens on search_sections using gin (tokens)"
  ]
}
