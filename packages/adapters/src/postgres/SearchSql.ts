import { SearchIndex } from "@quire/core"
import * as SearchTokens from "./SearchTokens.ts"
import { type Parameters, parameters, qualified, type Statement } from "./SqlText.ts"

/** How many hits a search sees, however deep it is paged. */
const depth = 1000

const sectionsShown = 5

interface Page {
  readonly offset: number
  readonly limit: number
}

const worth = [
  ["A", SearchIndex.weights.title],
  ["B", SearchIndex.weights.heading],
  ["C", SearchIndex.weights.body]
] as const

/** The score of a section `s`: what each distinct term is worth in each field where it stands. */
const score = ({ add }: Parameters, { terms }: SearchTokens.Wanted): string =>
  terms
    .flatMap((term) =>
      worth.map(
        ([field, weight]) => `${weight} * (s.tokens @@ ${add(SearchTokens.inFields(term, field))}::tsquery)::int`
      )
    )
    .join(" + ")

const phrase = ({ add }: Parameters, text: string): string => {
  const part = add(text)
  return `(${["title", "heading", "body"].map((field) => `strpos(s.${field}, ${part}) > 0`).join(" or ")})`
}

/** The sections that a query finds, as the table `matched`: `inside` where a term stands below the title. */
const matched = (
  schema: string,
  parameters: Parameters,
  wanted: SearchTokens.Wanted,
  match: string,
  scope: string
): string => {
  const inside = wanted.terms.map((term) => SearchTokens.inFields(term, "BC")).join(" | ")
  const conditions = [
    `s.tokens @@ ${parameters.add(match)}::tsquery`,
    scope,
    ...wanted.phrases.map((text) => phrase(parameters, text))
  ]
  const columns = [
    "s.space",
    "s.page",
    "s.ordinal",
    "s.section",
    `${score(parameters, wanted)} as score`,
    `s.tokens @@ ${parameters.add(inside)}::tsquery as inside`
  ]
  return `matched as materialized (
      select ${columns.join(", ")} from ${qualified(schema, "search_sections")} s where ${conditions.join(" and ")}
    ),
    pages as materialized (select space, page, max(score) as score from matched group by space, page)`
}

/** The pages of `hits` in the order given, each with its best sections; the total alone when there are none. */
const shown = (order: string): string =>
  `select h.space, h.page, h.score, counted.total, coalesce((
      select json_agg(json_build_object('section', r.section, 'score', r.score) order by r.place)
      from ranked r where r.space = h.space and r.page = h.page and r.place <= ${sectionsShown}
    ), '[]') as sections
    from (select count(*) as total from found) counted left join hits h on true order by ${order}`

const ranked = `ranked as materialized (
      select m.space, m.page, m.section, m.score,
        row_number() over (partition by m.space, m.page order by m.score desc, m.ordinal) as place
      from matched m join hits h on h.space = m.space and h.page = m.page where m.inside
    )`

const sliced = ({ add }: Parameters, { offset, limit }: Page): string => `limit ${add(limit)} offset ${add(offset)}`

export const search = (
  schema: string,
  spaces: ReadonlyArray<string>,
  query: SearchIndex.SearchQuery,
  page: Page
): Statement => {
  const values = parameters()
  const wanted = SearchTokens.wanted(query)
  const scope = `s.space = any(${values.add(spaces)}::text[])`
  const best = "score desc, page, space"
  const tables = [
    matched(schema, values, wanted, SearchTokens.match(wanted, spaces), scope),
    `found as (select * from pages order by ${best} limit ${depth})`,
    `hits as materialized (select * from found order by ${best} ${sliced(values, page)})`,
    ranked
  ]
  return {
    text: `with ${tables.join(",\n    ")}\n    ${shown("h.score desc, h.page, h.space")}`,
    params: values.values
  }
}

const readable = (schema: string, { add }: Parameters, { organization, keys }: SearchIndex.SearchScope): string =>
  keys === "all"
    ? `s.space in (
        select p."id" from ${qualified(schema, "placements")} p
        where p."organization" = ${add(organization)} and p."kind" = 'space' and p."active"
      )`
    : `s.space in (
        select r.placement from ${qualified(schema, "placement_readers")} r
        where r.organization = ${add(organization)} and r.kind = 'space' and r.key = any(${add(keys)}::text[])
      )`

export const searchSpaces = (
  schema: string,
  scope: SearchIndex.SearchScope,
  query: SearchIndex.SearchQuery,
  page: Page & { readonly pagesPerSpace: number }
): Statement => {
  const values = parameters()
  const wanted = SearchTokens.wanted(query)
  const tables = [
    matched(schema, values, wanted, SearchTokens.match(wanted), readable(schema, values, scope)),
    `placed as (
      select space, page, score, row_number() over (partition by space order by score desc, page) as place from pages
    )`,
    `found as (select space, score from placed where place = 1 order by score desc, space limit ${depth})`,
    `page as (select * from found order by score desc, space ${sliced(values, page)})`,
    `hits as materialized (
      select placed.space, placed.page, placed.score, page.score as best, placed.place
      from placed join page on page.space = placed.space where placed.place <= ${values.add(page.pagesPerSpace)}
    )`,
    ranked
  ]
  return {
    text: `with ${tables.join(",\n    ")}\n    ${shown("h.best desc, h.space, h.place")}`,
    params: values.values
  }
}

/**
 * `$1`: space, `$2`: all pages that change, `$3`: their sections as JSON. Sections that stay as they were are not
 * written.
 */
export const update = (schema: string): string => {
  const table = qualified(schema, "search_sections")
  return `with given as materialized (
      select page, ordinal, section, tokens::tsvector as tokens, title, heading, body
      from json_to_recordset($3::json) as g(
        page text, ordinal integer, section text, tokens text, title text, heading text, body text
      )
    ), gone as (
      delete from ${table} s where s.space = $1 and s.page = any($2::text[])
      and not exists (select from given g where g.page = s.page and g.ordinal = s.ordinal)
    )
    insert into ${table} as s (space, page, ordinal, section, tokens, title, heading, body)
    select $1, page, ordinal, section, tokens, title, heading, body from given order by page, ordinal
    on conflict (space, page, ordinal) do update set section = excluded.section, tokens = excluded.tokens,
      title = excluded.title, heading = excluded.heading, body = excluded.body
    where (s.section, s.title, s.heading, s.body)
      is distinct from (excluded.section, excluded.title, excluded.heading, excluded.body)`
}

/** `$1` and `$2`: the spaces, `$3`: the lexeme of the first, `$4`: that of the second as a tsvector. */
export const copy = (schema: string): string => {
  const table = qualified(schema, "search_sections")
  return `insert into ${table} (space, page, ordinal, section, tokens, title, heading, body)
    select $2, page, ordinal, section, ts_delete(tokens, $3::text) || $4::tsvector, title, heading, body
    from ${table} where space = $1`
}
