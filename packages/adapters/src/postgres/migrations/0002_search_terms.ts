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

/** Adds these changes to the counts. */
const count = (rows: string) => `with changed as (
    ${changes(rows)}
  ), gone as (
    delete from search_terms s using changed c
    where s.number = c.number and s.term = c.term and s.audience = c.audience and s.sections + c.change <= 0
  )
  insert into search_terms as s (number, term, audience, sections)
  select c.number, c.term, c.audience, c.change from changed c left join search_terms s using (number, term, audience)
  where coalesce(s.sections, 0) + c.change > 0 order by c.number, c.term, c.audience
  on conflict (number, term, audience) do update set sections = s.sections + excluded.sections`

const added = "select space, conditions, words, 1 as sign from added"
const removed = "select space, conditions, words, -1 as sign from removed"

/** Counts the sections of each space in which terms occur, by what these may be found by, and when sections changed. */
export const searchTerms: Migration = {
  id: 2,
  name: "search terms",
  additive: true,
  derived: true,
  statements: [
    `alter table "search_entries" add column "changed_at" bigint not null default 0`,
    `alter table "search_spaces" add column "number" integer generated always as identity unique`,
    `create table "search_terms" (
      "number" integer not null references "search_spaces" ("number") on delete cascade,
      "term" text collate "C" not null,
      "audience" bigint not null,
      "sections" integer not null,
      primary key ("number", "term", "audience")
    )`,
    `create function count_search_terms() returns trigger language plpgsql set search_path from current as $count$
    begin
      if tg_op = 'INSERT' then ${count(added)};
      elsif tg_op = 'DELETE' then ${count(removed)};
      else ${count(`${added} union all ${removed}`)};
      end if;
      return null;
    end $count$`,
    `create trigger "count_added" after insert on "search_entries"
      referencing new table as added for each statement execute function count_search_terms()`,
    `create trigger "count_changed" after update on "search_entries"
      referencing new table as added old table as removed for each statement execute function count_search_terms()`,
    `create trigger "count_removed" after delete on "search_entries"
      referencing old table as removed for each statement execute function count_search_terms()`,
    `insert into "search_terms" (number, term, audience, sections)
      select number, term, audience, change from (${changes("select *, 1 as sign from search_entries")}) changed`
  ]
}
