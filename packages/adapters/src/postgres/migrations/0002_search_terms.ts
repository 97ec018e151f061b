import type { Migration } from "../Migrations.ts"

/** What a section may be found by: its conditions, and 0 on pages that no publication lists. */
const audience = `coalesce(('x' || substr(md5(conditions), 1, 16))::bit(64)::bigint, 0)`

/**
 * The changes of the counts by the rows of a query with the columns space, conditions, words and sign. The empty term
 * counts the sections.
 */
const changes = (rows: string) => `select n.number, t.term, r.audience, sum(r.sign)::integer as change
    from (select space, ${audience} as audience, words, sign from (${rows}) r) r
    join search_spaces n on n.space = r.space
    cross join lateral (select distinct unnest(string_to_array(E'\\n' || r.words, E'\\n')) as term) t
    where t.term <> E'\\t'
    group by n.number, t.term, r.audience having sum(r.sign) <> 0`

/** Adds to the counts of terms, in the order of the key so that writers of one space do not wait for each other. */
const addition = `insert into search_terms as s (number, term, audience, sections)
  select c.number, c.term, c.audience, c.change from changed c where c.change > 0
  order by c.number, c.term, c.audience
  on conflict (number, term, audience) do update set sections = s.sections + excluded.sections`

/** Adds the changes by some rows, which only add sections. */
const count = (rows: string) => `with changed as (${changes(rows)}) ${addition}`

/** Adds the changes by some rows, and removes terms that no section has any more. */
const recount = (rows: string) => `with changed as materialized (
    ${changes(rows)}
  ), reduced as (
    update search_terms s set sections = s.sections + c.change from changed c
    where c.change < 0 and s.number = c.number and s.term = c.term and s.audience = c.audience
      and s.sections + c.change > 0
  ), gone as (
    delete from search_terms s using changed c
    where c.change < 0 and s.number = c.number and s.term = c.term and s.audience = c.audience
      and s.sections + c.change <= 0
  ) ${addition}`

/** The sections of some pages of a space. */
const ofPages = (sign: string) =>
  `select space, conditions, words, ${sign} as sign from search_entries where space = searched and page = any(pages)`

const added = "select space, conditions, words, 1 as sign from added"
const removed = "select space, conditions, words, -1 as sign from removed"

/**
 * Counts the sections of each space in which terms occur, by what these may be found by, and when sections changed.
 * Triggers count what each statement writes. A transaction that writes many pages by several statements sets
 * `quire.search_terms` to `later` and counts the pages once, before and after.
 */
export const searchTerms: Migration = {
  id: 2,
  name: "search terms",
  additive: true,
  derived: true,
  statements: [
    `alter table "search_entries" add column "changed_at" bigint not null default 0`,
    `alter table "search_spaces" add column "number" integer generated always as identity unique`,
    `create table "search_terms" (
      "number" integer not null,
      "sections" integer not null,
      "audience" bigint not null,
      "term" text collate "C" not null,
      primary key ("number", "term", "audience")
    )`,
    `create function count_search_terms() returns trigger language plpgsql set search_path from current as $count$
    begin
      if current_setting('quire.search_terms', true) = 'later' then return null;
      elsif tg_op = 'INSERT' then ${count(added)};
      elsif tg_op = 'DELETE' then ${recount(removed)};
      else ${recount(`${added} union all ${removed}`)};
      end if;
      return null;
    end $count$`,
    `create trigger "count_added" after insert on "search_entries"
      referencing new table as added for each statement execute function count_search_terms()`,
    `create trigger "count_changed" after update on "search_entries"
      referencing new table as added old table as removed for each statement execute function count_search_terms()`,
    `create trigger "count_removed" after delete on "search_entries"
      referencing old table as removed for each statement execute function count_search_terms()`,
    `create function add_search_terms(searched text, pages text[]) returns void
      language sql set search_path from current as $add$ ${count(ofPages("1"))} $add$`,
    `create function take_search_terms(searched text, pages text[]) returns void
      language sql set search_path from current as $take$ ${recount(ofPages("-1"))} $take$`,
    `create function remove_search_terms() returns trigger language plpgsql set search_path from current as $remove$
    begin
      delete from search_terms where number in (select number from removed);
      return null;
    end $remove$`,
    `create trigger "terms_removed" after delete on "search_spaces"
      referencing old table as removed for each statement execute function remove_search_terms()`,
    `insert into "search_terms" (number, term, audience, sections)
      select number, term, audience, change from (${changes("select *, 1 as sign from search_entries")}) changed`
  ]
}
