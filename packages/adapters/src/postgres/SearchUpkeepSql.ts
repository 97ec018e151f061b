import { qualify } from "./SqlText.ts"
import { makeSteps, type Steps } from "./session/Statement.ts"

const columns = ["section", "conditions", "heads", "tokens", "signature", "words", "shown"] as const

const assignments = columns.map((name) => `${name} = excluded.${name}`).join(", ")

/**
 * `$1`: space, `$2`: all pages that change, `$3`: their sections as JSON, `$4`: the segmenter's version. Unchanged
 * sections are not written.
 */
export const update = (schema: string): Steps => {
  const table = qualify(schema, "search_sections")
  return makeSteps(
    [
      `#given as materialized (
      select page, ordinal, section, conditions, heads::tsvector as heads, tokens::tsvector as tokens,
        signature::bytea as signature, words, shown
      from json_to_recordset($3::json) as g(
        page text, ordinal integer, section text, conditions text, heads text, tokens text, signature text, words text, shown text
      )
    )`,
      `#gone as (
      delete from ${table} s where s.space = $1 and s.page = any($2::text[])
      and not exists (select from #given g where g.page = s.page and g.ordinal = s.ordinal)
    )`,
      `#noted as (
      insert into ${qualify(schema, "search_spaces")} as n (space, version) values ($1, $4)
      on conflict (space) do update set
        version = case when n.version = $4 then n.version else '' end,
        rebuilding = case when n.rebuilding = $4 then n.rebuilding end
      where n.version <> $4 or n.rebuilding <> $4
    )`
    ],
    `insert into ${table} as s (space, page, ordinal, ${columns.join(", ")})
    select $1, page, ordinal, ${columns.join(", ")} from #given order by page, ordinal
    on conflict (space, page, ordinal) do update set ${assignments}
    where (s.section, s.conditions, s.heads, s.words, s.shown)
      is distinct from (excluded.section, excluded.conditions, excluded.heads, excluded.words, excluded.shown)`
  )
}

/** `$1` and `$2`: source and target space, `$3`: the lexeme of the source, `$4`: that of the target as a tsvector. */
export const copy = (schema: string): string => {
  const table = qualify(schema, "search_sections")
  const spaces = qualify(schema, "search_spaces")
  return `with noted as (
      insert into ${spaces} (space, version) select $2, version from ${spaces} where space = $1
      on conflict (space) do update set version = '', rebuilding = null
    )
    insert into ${table} (space, page, ordinal, ${columns.join(", ")})
    select $2, page, ordinal, section, conditions, heads, ts_delete(tokens, $3::text) || $4::tsvector, signature, words,
      shown
    from ${table} where space = $1`
}

/** `$1`: the space. */
export const removeSpace = (schema: string): string =>
  `with noted as (delete from ${qualify(schema, "search_spaces")} where space = $1)
    delete from ${qualify(schema, "search_sections")} where space = $1`

/** `$1`: the current version, `$2`: the space to continue after, `$3`: limit. */
export const outdated = (schema: string): string =>
  `select space from ${qualify(schema, "search_spaces")} where version <> $1 and space > $2 order by space limit $3`

/** `$1`: the space, `$2`: the version that is rebuilding it. */
export const beginRebuild = (schema: string): string =>
  `insert into ${qualify(schema, "search_spaces")} (space, version, rebuilding) values ($1, '', $2)
    on conflict (space) do update set rebuilding = excluded.rebuilding`

/** `$1`: the space, `$2`: the version that rebuilt it. */
export const endRebuild = (schema: string): string =>
  `update ${qualify(schema, "search_spaces")} set version = $2, rebuilding = null
    where space = $1 and rebuilding = $2`
