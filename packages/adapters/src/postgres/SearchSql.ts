import { SearchIndex } from "@quire/core"
import * as SearchTokens from "./SearchTokens.ts"
import { makeParameters, type Parameters, qualify, type Statement } from "./SqlText.ts"

/** The greatest number of hits that paging can reach. */
const depth = 1000

const sectionsShown = 5

interface Page {
  readonly offset: number
  readonly limit: number
}

const fieldWeights = [
  ["A", SearchIndex.weights.title],
  ["B", SearchIndex.weights.heading],
  ["C", SearchIndex.weights.body]
] as const

/** Context for writing a statement about one query. */
interface QueryWriter extends Parameters {
  readonly sections: string
  readonly wanted: SearchTokens.QueryTerms
  /** Adds a tsquery as a parameter. */
  readonly tsquery: (text: string) => string
}

const makeWriter = (schema: string, query: SearchIndex.SearchQuery): QueryWriter => {
  const values = makeParameters()
  return {
    ...values,
    sections: qualify(schema, "search_sections"),
    wanted: SearchTokens.toTerms(query),
    tsquery: (text) => `${values.add(text)}::tsquery`
  }
}

/** The score of a section `s`: the sum over the distinct terms of the weights of the fields that contain them. */
const scoreSql = ({ tsquery, wanted }: QueryWriter): string =>
  wanted.terms
    .map((term) => {
      const fields = fieldWeights.map(
        ([field, weight]) => `${weight} * (s.heads @@ ${tsquery(SearchTokens.matchFields(term, field))})::int`
      )
      const own = tsquery(SearchTokens.matchFields(term))
      return `case when s.heads @@ ${own} then ${fields.join(" + ")} else ${SearchIndex.weights.body} end`
    })
    .join(" + ")

/** Whether some term occurs outside the title of a section `s`. */
const insideCondition = ({ tsquery, wanted }: QueryWriter): string =>
  wanted.terms
    .map(
      (term) =>
        `s.heads @@ ${tsquery(SearchTokens.matchFields(term, "BC"))} or not s.heads @@ ${tsquery(SearchTokens.matchFields(term))}`
    )
    .join(" or ")

/**
 * The phrase conditions. The signature is checked first, as it is stored in the row: `case` keeps the server from
 * choosing another order.
 */
const phraseConditions = ({ add, wanted }: QueryWriter): ReadonlyArray<string> => {
  if (wanted.phrases.length === 0) return []
  const bits = wanted.pairs.map(
    (hash) => `get_bit(s.signature, ${add(hash)}::bigint % (8 * octet_length(s.signature))) = 1`
  )
  const parts = wanted.phrases.map((text) => `strpos(s.words, ${add(text)}) > 0`)
  return [`case when ${bits.join(" and ")} then ${parts.join(" and ")} else false end`]
}

/** Tsqueries for sections with some term in title or heading, and for all others, which score `bodyScore` each. */
const splitByHead = ({ wanted }: QueryWriter) => ({
  heads: `${SearchTokens.matchTerms(wanted)} & ${SearchTokens.matchHead(wanted)}`,
  bodies: `${SearchTokens.matchTerms(wanted)} & !${SearchTokens.matchHead(wanted)}`,
  bodyScore: wanted.terms.length * SearchIndex.weights.body
})

/**
 * Selects the pages of `hits` in the given order, each with its best sections: anchor, score, position, and the digest
 * by which `selectTexts` finds the text shown. Only the total when there are no hits.
 */
const selectHits = (write: QueryWriter, order: string): string =>
  `select h.space, h.page, h.score, counted.total, coalesce((
      select json_agg(json_build_array(r.section, r.score, r.ordinal, md5(r.shown)) order by r.place)
      from (
        select s.section, s.shown, s.score, s.ordinal, row_number() over (order by s.score desc, s.ordinal) as place
        from (
          select s.*, ${scoreSql(write)} as score
          from (select * from ${write.sections} s where s.space = h.space and s.page = h.page offset 0) s
          where ${[`s.tokens @@ ${write.tsquery(SearchTokens.matchTerms(write.wanted))}`, ...phraseConditions(write), `(${insideCondition(write)})`].join(" and ")}
        ) s order by place limit ${sectionsShown}
      ) r
    ), '[]') as sections
    from (select count(*) as total from found) counted left join hits h on true order by ${order}`

/** Selects the texts shown by sections, with their digests. `$1`: spaces, `$2`: pages, `$3`: positions in the pages. */
export const selectTexts = (schema: string): string =>
  `select s.space, md5(s.shown) as digest, s.shown::json as shown
    from unnest($1::text[], $2::text[], $3::int[]) as wanted(space, page, ordinal)
    join ${qualify(schema, "search_sections")} s using (space, page, ordinal) where s.shown is not null`

const limitClause = ({ add }: Parameters, { offset, limit }: Page): string =>
  `limit ${add(limit)} offset ${add(offset)}`

/**
 * Searches some spaces. Pages found by title or heading come first and are scored one by one. The others all score the
 * same; they are searched only where the better ones do not fill the reachable hits.
 */
export const search = (
  schema: string,
  spaces: ReadonlyArray<string>,
  query: SearchIndex.SearchQuery,
  page: Page
): Statement => {
  const write = makeWriter(schema, query)
  const { bodies, bodyScore, heads } = splitByHead(write)
  const isNamed = spaces.length <= SearchTokens.maximumSpaces
  const where = (match: string) =>
    [
      `s.tokens @@ ${write.tsquery(isNamed ? `${SearchTokens.matchSpaces(spaces)} & ${match}` : match)}`,
      ...(isNamed ? [] : [`s.space = any(${write.add(spaces)}::text[])`]),
      ...phraseConditions(write)
    ].join(" and ")
  const best = "score desc, page, space"
  const tables = [
    `heads as materialized (
      select s.space, s.page, max(${scoreSql(write)}) as score from ${write.sections} s where ${where(heads)}
      group by s.space, s.page
    )`,
    `bodies as materialized (
      select s.space, s.page from ${write.sections} s
      where (select count(*) from heads) < ${depth} and ${where(bodies)} group by s.space, s.page
    )`,
    `pages as (
      select * from heads union all
      select space, page, ${bodyScore} from bodies where (space, page) not in (select space, page from heads)
    )`,
    `found as materialized (select * from pages order by ${best} limit ${depth})`,
    `hits as materialized (select * from found order by ${best} ${limitClause(write, page)})`
  ]
  return {
    text: `with ${tables.join(",\n    ")}\n    ${selectHits(write, "h.score desc, h.page, h.space")}`,
    params: write.values
  }
}

const readableSpaces = (
  schema: string,
  { add }: Parameters,
  { organization, keys }: SearchIndex.SearchScope
): string =>
  keys === "all"
    ? `select p."id" as space from ${qualify(schema, "placements")} p
        where p."organization" = ${add(organization)} and p."kind" = 'space' and p."active"`
    : `select distinct r.placement as space from ${qualify(schema, "placement_readers")} r
        where r.organization = ${add(organization)} and r.kind = 'space' and r.key = any(${add(keys)}::text[])`

/** A tsquery that matches the sections of a space, for a space that the statement itself reads. */
const spaceQuery = (space: string): string =>
  `('''' || E'\\n' || replace(replace(${space}, '\\', '\\\\'), '''', '''''') || '''')`

/** Restricts a tsquery to the readable spaces: a few are part of the tsquery, many are a condition beside it. */
const scopeQuery = (match: string): string =>
  `(select case when count(*) between 1 and ${SearchTokens.maximumSpaces}
      then ('(' || string_agg(${spaceQuery("space")}, ' | ') || ')')::tsquery && ${match} else ${match} end from scope)`

/**
 * Searches all readable spaces, titles and headings first. Bodies are searched in spaces without matches in those, and
 * in the spaces shown that have fewer such pages than are shown.
 */
export const searchSpaces = (
  schema: string,
  scope: SearchIndex.SearchScope,
  query: SearchIndex.SearchQuery,
  page: Page & { readonly pagesPerSpace: number }
): Statement => {
  const write = makeWriter(schema, query)
  const { bodies, bodyScore, heads } = splitByHead(write)
  const where = (match: string) =>
    [
      `s.tokens @@ ${scopeQuery(write.tsquery(match))}`,
      "s.space in (select space from scope)",
      ...phraseConditions(write)
    ].join(" and ")
  const perSpace = write.add(page.pagesPerSpace)
  const tables = [
    `scope as materialized (${readableSpaces(schema, write, scope)})`,
    `heads as materialized (
      select s.space, s.page, max(${scoreSql(write)}) as score from ${write.sections} s where ${where(heads)}
      group by s.space, s.page
    )`,
    "best as materialized (select space, max(score) as score, count(*) as pages from heads group by space)",
    `others as materialized (
      select s.space from ${write.sections} s
      where (select count(*) from best) < least(${depth}, (select count(*) from scope)) and ${where(bodies)}
      group by s.space
    )`,
    `spaces as (
      select * from best union all
      select space, ${bodyScore}, 0 from others where space not in (select space from best)
    )`,
    `found as materialized (select * from spaces order by score desc, space limit ${depth})`,
    `page as materialized (select * from found order by score desc, space ${limitClause(write, page)})`,
    `few as materialized (
      select h.space, h.page from heads h join page on page.space = h.space where page.pages < ${perSpace}
    )`,
    `candidates as (
      select h.space, h.page, h.score, page.score as best from heads h join page on page.space = h.space
      union all
      select page.space, b.page, ${bodyScore}, page.score from page, lateral (
        select s.page from ${write.sections} s
        where page.pages < ${perSpace}
          and s.tokens @@ (${spaceQuery("page.space")}::tsquery && ${write.tsquery(bodies)})
          and ${["true", ...phraseConditions(write)].join(" and ")}
          and (s.space, s.page) not in (select space, page from few)
        group by s.page order by s.page limit ${perSpace}
      ) b
    )`,
    `hits as materialized (
      select * from (
        select c.*, row_number() over (partition by space order by score desc, page) as place from candidates c
      ) c where place <= ${perSpace}
    )`
  ]
  return {
    text: `with ${tables.join(",\n    ")}\n    ${selectHits(write, "h.best desc, h.space, h.place")}`,
    params: write.values
  }
}
