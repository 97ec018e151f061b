import { qualify } from "./SqlText.ts"
import { makeSteps, type StatementSteps } from "./session/Statement.ts"

/** The form of entries in `search_entries`. */
const form = 2

/**
 * The version of entries: the segmenter, and the programs that know their form. A program that knows none of these
 * versions stores its own version when it writes, and leaves `form` null when it copies a version. In both cases the
 * space is outdated for this program.
 */
export const versionOf = (segmenter: string): string => `${segmenter} ${form}`

const columns = ["section", "conditions", "heads", "signature", "words", "digest", "shown"] as const

const assignments = columns.map((name) => `${name} = excluded.${name}`).join(", ")

/**
 * `$1`: space, `$2`: all pages that change, `$3`: their sections as JSON, `$4`: the segmenter's version. Unchanged
 * sections are not written.
 */
export const update = (schema: string): StatementSteps => {
  const table = qualify(schema, "search_entries")
  return makeSteps(
    [
      `#given as materialized (
      select page, ordinal, section, conditions, heads::tsvector as heads,
        signature::bytea as signature, words, digest::uuid as digest, shown::bytea as shown
      from json_to_recordset($3::json) as g(
        page text, ordinal integer, section text, conditions text, heads text, signature text, words text, digest text,
        shown text
      )
    )`,
      `#gone as (
      delete from ${table} s where s.space = $1 and s.page = any($2::text[])
      and not exists (select from #given g where g.page = s.page and g.ordinal = s.ordinal)
    )`,
      `#noted as (
      insert into ${qualify(schema, "search_spaces")} as n (space, version, form) values ($1, $4, ${form})
      on conflict (space) do update set
        version = case when n.version = $4 then n.version else '' end,
        rebuilding = case when n.rebuilding = $4 then n.rebuilding end
      where n.version <> $4 or n.rebuilding <> $4
    )`
    ],
    `insert into ${table} as s (space, page, ordinal, ${columns.join(", ")})
    select $1, page, ordinal, ${columns.join(", ")} from #given order by page, ordinal
    on conflict (space, page, ordinal) do update set ${assignments}
    where (s.section, s.conditions, s.heads, s.words, s.digest)
      is distinct from (excluded.section, excluded.conditions, excluded.heads, excluded.words, excluded.digest)`
  )
}

/** `$1` and `$2`: source and target space. */
export const copy = (schema: string): string => {
  const table = qualify(schema, "search_entries")
  const spaces = qualify(schema, "search_spaces")
  return `with noted as (
      insert into ${spaces} (space, version, form) select $2, version, form from ${spaces} where space = $1
      on conflict (space) do update set version = '', rebuilding = null
    )
    insert into ${table} (space, page, ordinal, ${columns.join(", ")})
    select $2, page, ordinal, ${columns.join(", ")} from ${table} where space = $1`
}

/** `$1`: the space; its entries go with it. */
export const removeSpace = (schema: string): string =>
  `delete from ${qualify(schema, "search_spaces")} where space = $1`

/** `$1`: the current version, `$2`: the space to continue after, `$3`: limit. */
export const outdated = (schema: string): string =>
  `select space from ${qualify(schema, "search_spaces")}
    where (version <> $1 or form is distinct from ${form}) and space > $2 order by space limit $3`

/** `$1`: the space, `$2`: the version that is rebuilding it. */
export const beginRebuild = (schema: string): string =>
  `insert into ${qualify(schema, "search_spaces")} (space, version, rebuilding) values ($1, '', $2)
    on conflict (space) do update set rebuilding = excluded.rebuilding`

/** `$1`: the space, `$2`: the version that rebuilt it. */
export const endRebuild = (schema: string): string =>
  `update ${qualify(schema, "search_spaces")} set version = $2, form = ${form}, rebuilding = null
    where space = $1 and rebuilding = $2`
