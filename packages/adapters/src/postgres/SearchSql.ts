import { SearchIndex } from "@quire/core"
import * as SearchTokens from "./SearchTokens.ts"
import type * as SqlText from "./SqlText.ts"
import { makeParameters, type Parameters, qualify } from "./SqlText.ts"

/** Context for writing a statement about one query. */
export interface QueryWriter extends Parameters {
  readonly entries: string
  /** The indexed expression of a section `s`. */
  readonly indexed: string
  readonly wanted: SearchTokens.QueryTerms
  /** Adds a tsquery as a parameter. */
  readonly tsquery: (text: string) => string
}

const makeWriter = (schema: string, query: SearchIndex.SearchQuery): QueryWriter => {
  const values = makeParameters()
  return {
    ...values,
    entries: qualify(schema, "search_entries"),
    indexed: `${qualify(schema, "search_tokens")}(s.words, s.space)`,
    wanted: SearchTokens.toTerms(query),
    tsquery: (text) => `${values.add(text)}::tsquery`
  }
}

const fieldWeights = [
  ["A", SearchIndex.weights.title],
  ["B", SearchIndex.weights.heading],
  ["C", SearchIndex.weights.body]
] as const

/** The score of a term in a section `s`: the weights of the fields that contain it. */
const termScore = ({ tsquery }: QueryWriter, term: string): string => {
  const fields = fieldWeights.map(
    ([field, weight]) => `${weight} * (s.heads @@ ${tsquery(SearchTokens.matchFields(term, field))})::int`
  )
  const own = tsquery(SearchTokens.matchFields(term))
  return `case when s.heads @@ ${own} then ${fields.join(" + ")} else ${SearchIndex.weights.body} end`
}

const float = (score: number): string => `${score}::float8`

/** The score of a prefix in a section `s` that does not contain the prefix as a word. */
const prefixScore = ({ tsquery }: QueryWriter, prefix: string): string => {
  const { body, heading, title } = SearchIndex.prefixWeights
  const inField = (field: string) => `s.heads @@ ${tsquery(SearchTokens.matchPrefixFields(prefix, field))}`
  return `case when ${inField("A")} then ${float(title)} when ${inField("B")} then ${float(heading)} else ${float(body)} end`
}

const sum = (scores: ReadonlyArray<string>): string => scores.join(" + ")

/**
 * Whether a section `s` has a term, or a word that begins with a prefix. Reads `words`, which is stored out of line, only
 * if title and heading do not have it.
 */
const hasTerm = ({ add, tsquery }: QueryWriter, term: string): string =>
  `(s.heads @@ ${tsquery(SearchTokens.matchTerm(term))} or strpos(s.words, ${add(SearchTokens.termText(term))}) > 0)`
const hasPrefix = ({ add, tsquery }: QueryWriter, prefix: string): string =>
  `(s.heads @@ ${tsquery(SearchTokens.matchPrefix(prefix))} or strpos(s.words, ${add(SearchTokens.prefixText(prefix))}) > 0)`

/** The score of any matching section `s`. Reads `words` if there is a prefix. */
const scoreSql = (write: QueryWriter): string => {
  const { prefix, terms } = write.wanted
  const scores = terms.map((term) => termScore(write, term))
  if (prefix === undefined) return sum(scores)
  return sum([
    ...scores,
    `case when ${hasTerm(write, prefix)} then ${termScore(write, prefix)} else ${prefixScore(write, prefix)} end`
  ])
}

/** Sections that match, which either all have the same score or are scored individually. */
interface Matches<Score> {
  readonly match: string
  readonly score: Score
}

const and = (matches: ReadonlyArray<string>): string => matches.join(" & ")
const or = (matches: ReadonlyArray<string>): string => `(${matches.join(" | ")})`

/**
 * The matches in title or heading, and those elsewhere. A single word that is in the head needs no second look-up: that
 * of a prefix reads every word that it begins, in all spaces.
 */
const splitMatches = (all: ReadonlyArray<string>, inHead: ReadonlyArray<string>) => ({
  scored: and(all.length === 1 ? inHead : [...all, or(inHead)]),
  level: and([...all, `!${or(inHead)}`])
})

/** Sections with all terms: scored by title and heading where some term is in them, else by their number. */
const splitTerms = (write: QueryWriter, terms: ReadonlyArray<string>) => {
  const { level, scored } = splitMatches(terms.map(SearchTokens.matchTerm), terms.map(SearchTokens.matchInHead))
  return {
    scored: { match: scored, score: sum(terms.map((term) => termScore(write, term))) },
    level: { match: level, score: String(terms.length * SearchIndex.weights.body) }
  }
}

/** Sections with all terms, and a word that begins with the prefix but not the prefix itself. */
const splitPrefix = (write: QueryWriter, terms: ReadonlyArray<string>, prefix: string) => {
  const { level, scored } = splitMatches(
    [...terms.map(SearchTokens.matchTerm), SearchTokens.matchPrefix(prefix)],
    [...terms.map(SearchTokens.matchInHead), SearchTokens.matchPrefixInHead(prefix)]
  )
  const isOther = `!${SearchTokens.matchTerm(prefix)}`
  const scores = terms.map((term) => termScore(write, term))
  const { body } = SearchIndex.prefixWeights
  return {
    scored: { match: and([scored, isOther]), score: sum([...scores, prefixScore(write, prefix)]) },
    level: { match: and([level, isOther]), score: float(terms.length * SearchIndex.weights.body + body) }
  }
}

/**
 * All matching sections in classes that the index distinguishes. Those of `scored` contain a word of the query in their
 * title or heading. The sections of one class of `levels` have the same score, lower than that of all previous classes.
 */
const matchClasses = (
  write: QueryWriter
): { readonly scored: ReadonlyArray<Matches<string>>; readonly levels: ReadonlyArray<Matches<string>> } => {
  const { prefix, terms } = write.wanted
  const split =
    prefix === undefined
      ? [splitTerms(write, terms)]
      : [splitTerms(write, [...terms, prefix]), splitPrefix(write, terms, prefix)]
  return { scored: split.map(({ scored }) => scored), levels: split.map(({ level }) => level) }
}

/** The conditions of all matching sections `s`, without the index and but for the phrases. */
const wordConditions = (write: QueryWriter): ReadonlyArray<string> => {
  const { prefix, terms } = write.wanted
  const own = terms.map((term) => hasTerm(write, term))
  return prefix === undefined ? own : [...own, hasPrefix(write, prefix)]
}

/** Whether some term, or a word that begins with the prefix, occurs outside the title of a matching section `s`. */
const insideCondition = (write: QueryWriter): string => {
  const {
    add,
    tsquery,
    wanted: { prefix, terms }
  } = write
  const own = terms.map(
    (term) =>
      `s.heads @@ ${tsquery(SearchTokens.matchFields(term, "BC"))} or not s.heads @@ ${tsquery(SearchTokens.matchFields(term))}`
  )
  if (prefix === undefined) return own.join(" or ")
  const inFields = `s.heads @@ ${tsquery(SearchTokens.matchPrefixFields(prefix, "BC"))}`
  const inBody = `strpos(${SearchTokens.bodySql("s.words")}, ${add(SearchTokens.prefixText(prefix))}) > 0`
  return [...own, inFields, inBody].join(" or ")
}

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

/** The greatest number of hits that paging can reach. */
const depth = 1000

const sectionsShown = 5

interface Page {
  readonly offset: number
  readonly limit: number
}

/** Conditions on the sections `s` in addition to the match. */
type Narrowing = ReadonlyArray<string>

/**
 * Selects the pages of `hits` in the given order, each with its best sections: anchor, score, position, and the digest
 * of the text shown. Only the total when there are no hits.
 */
const selectHits = (write: QueryWriter, order: string, narrowing: Narrowing = []): string => {
  const conditions = [...wordConditions(write), ...narrowing, ...phraseConditions(write), `(${insideCondition(write)})`]
  return `select h.space, h.page, h.score, counted.total, coalesce((
      select json_agg(json_build_array(r.section, r.score, r.ordinal, r.digest) order by r.place)
      from (
        select s.*, row_number() over (order by s.score desc, s.ordinal) as place
        from (
          select distinct on (s.section) s.section, s.digest, s.score, s.ordinal
          from (
            select s.*, ${scoreSql(write)} as score
            from (select * from ${write.entries} s where s.space = h.space and s.page = h.page offset 0) s
            where ${conditions.join(" and ")}
          ) s order by s.section, s.score desc, s.ordinal
        ) s order by place limit ${sectionsShown}
      ) r
    ), '[]') as sections
    from (select count(*) as total from found) counted left join hits h on true order by ${order}`
}

/** Selects the texts shown by sections, with their digests. `$1`: spaces, `$2`: pages, `$3`: positions in the pages. */
export const selectTexts = (schema: string): string =>
  `select s.space, s.digest, s.words, s.shown
    from unnest($1::text[], $2::text[], $3::int[]) as wanted(space, page, ordinal)
    join ${qualify(schema, "search_entries")} s using (space, page, ordinal) where s.shown is not null`

const limitClause = ({ add }: Parameters, { offset, limit }: Page): string =>
  `limit ${add(limit)} offset ${add(offset)}`

/** A condition on sections `s`, by a tsquery. */
type Where = (match: string) => string

/** The table of the pages found by title or heading, each with its best score. */
const headsTable = (write: QueryWriter, { scored }: ReturnType<typeof matchClasses>, where: Where) => {
  const each = scored.map(
    ({ match, score }) => `select s.space, s.page, ${score} as score from ${write.entries} s where ${where(match)}`
  )
  return `heads as materialized (
      select space, page, max(score) as score from (${each.join(" union all ")}) s group by space, page
    )`
}

const best = "score desc, page, space"

/**
 * Searches some spaces. Pages found by title or heading come first and are scored one by one. The others score the same
 * within a class; they are searched only where the better ones do not fill the reachable hits.
 */
const searchIn = (
  write: QueryWriter,
  spaces: ReadonlyArray<string>,
  page: Page,
  { narrowing, tables: given }: { readonly narrowing: Narrowing; readonly tables: ReadonlyArray<string> }
): SqlText.Statement => {
  const classes = matchClasses(write)
  const isNamed = spaces.length <= SearchTokens.maximumSpaces
  const where: Where = (match) =>
    [
      `${write.indexed} @@ ${write.tsquery(isNamed ? `${SearchTokens.matchSpaces(spaces)} & (${match})` : match)}`,
      ...(isNamed ? [] : [`s.space = any(${write.add(spaces)}::text[])`]),
      ...narrowing,
      ...phraseConditions(write)
    ].join(" and ")
  const levels = classes.levels.map(({ match, score }, at) => {
    const before = at === 0 ? "heads" : `level_${at}`
    return `level_${at + 1} as materialized (
      select space, page, max(score) as score from (
        select space, page, score from ${before} union all
        select s.space, s.page, ${score} from ${write.entries} s
        where (select count(*) from ${before} where score > ${score}) < ${depth} and ${where(match)}
      ) s group by space, page
    )`
  })
  const tables = [
    ...given,
    headsTable(write, classes, where),
    ...levels,
    `found as materialized (select * from level_${levels.length} order by ${best} limit ${depth})`,
    `hits as materialized (select * from found order by ${best} ${limitClause(write, page)})`
  ]
  return {
    text: `with ${tables.join(",\n    ")}\n    ${selectHits(write, "h.score desc, h.page, h.space", narrowing)}`,
    params: write.values
  }
}

export const search = (
  schema: string,
  spaces: ReadonlyArray<string>,
  query: SearchIndex.SearchQuery,
  page: Page
): SqlText.Statement => searchIn(makeWriter(schema, query), spaces, page, { narrowing: [], tables: [] })

/** Conditions as stored. */
export const encodeConditions = (conditions: SearchIndex.ConditionList): string => JSON.stringify(conditions)

/** `search` limited to sections without conditions or with passing ones. */
export const searchPublished = (
  schema: string,
  spaces: ReadonlyArray<SearchIndex.PublishedSpace>,
  query: SearchIndex.SearchQuery,
  page: Page
): SqlText.Statement => {
  const write = makeWriter(schema, query)
  const passing = spaces.flatMap(({ passing: lists, space }) =>
    [[], ...lists].map((conditions) => ({ space, conditions: encodeConditions(conditions) }))
  )
  const column = (values: ReadonlyArray<string>) => `${write.add(values)}::text[]`
  const [names, conditions] = [passing.map(({ space }) => space), passing.map((each) => each.conditions)]
  return searchIn(
    write,
    spaces.map(({ space }) => space),
    page,
    {
      tables: [
        `passing as materialized (
      select * from unnest(${column(names)}, ${column(conditions)}) as given(space, conditions)
    )`
      ],
      narrowing: ["(s.space, s.conditions) in (select space, conditions from passing)"]
    }
  )
}

/**
 * Selects the distinct conditions in some spaces, one look at the index for each. `$1`: the spaces, `$2`: limit.
 */
export const selectConditions = (schema: string): string => {
  const next = (rest: string) => `select md5(s.conditions) as digest, s.conditions
            from ${qualify(schema, "search_entries")} s where s.space = given.space and s.conditions <> '[]' ${rest}
            order by md5(s.conditions) limit 1`
  return `select given.space, found.conditions
    from (select distinct unnest($1::text[]) as space) given
    cross join lateral (
      with recursive walk as (
        (${next("")})
        union all
        select n.digest, n.conditions
        from walk cross join lateral (${next("and md5(s.conditions) > walk.digest")}) n
      )
      select conditions from walk limit $2
    ) found limit $2`
}

const readableSpaces = (schema: string, { add }: Parameters, scope: SearchIndex.SearchScope): string => {
  if ("spaces" in scope) return `select distinct unnest(${add(scope.spaces)}::text[]) as space`
  const { keys, organization } = scope
  return keys === "all"
    ? `select p."id" as space from ${qualify(schema, "placements")} p
        where p."organization" = ${add(organization)} and p."kind" = 'space' and p."active"`
    : `select distinct r.placement as space from ${qualify(schema, "placement_readers")} r
        where r.organization = ${add(organization)} and r.kind = 'space' and r.key = any(${add(keys)}::text[])`
}

/**
 * A condition on sections `s`: they match a tsquery, in the spaces of a table if these are few enough to be listed, and
 * none if the table is empty. A semi join here would let the server read each space by its key.
 */
const matchIn = ({ indexed }: QueryWriter, table: string, match: string): string =>
  `(select count(*) from ${table}) > 0 and ${indexed} @@
      (select case when count(*) <= ${SearchTokens.maximumSpaces}
        then ('(' || string_agg(${SearchTokens.matchSpaceSql("space")}, ' | ') || ')')::tsquery && ${match} else ${match} end
        from ${table})`

/**
 * Searches all readable spaces, titles and headings first. Other sections are searched only in spaces without better
 * ones, and in the spaces shown that have fewer such pages than are shown. Sections are grouped by space as they are
 * read, and only those of the spaces shown are sorted.
 */
export const searchSpaces = (
  schema: string,
  scope: SearchIndex.SearchScope,
  query: SearchIndex.SearchQuery,
  page: Page & { readonly pagesPerSpace: number }
): SqlText.Statement => {
  const write = makeWriter(schema, query)
  const { levels, scored } = matchClasses(write)
  const phrases = phraseConditions(write)
  const perSpace = write.add(page.pagesPerSpace)
  /** Selects from the sections of a class in the spaces of a table. */
  const select = (columns: string, table: string, match: string, ...conditions: ReadonlyArray<string>) =>
    `select ${columns} from ${write.entries} s
        where ${[...conditions, matchIn(write, table, write.tsquery(match)), ...phrases].join(" and ")}`
  const within = (table: string) => `where space in (select space from ${table})`
  const heads = scored.map(({ match, score }) => select(`s.space, s.page, ${score} as score`, "scope", match))
  const ranks = levels.flatMap(({ match, score }, at) => {
    const before = at === 0 ? "heads" : `level_${at}`
    const isOpen = `(select count(*) from ${before} where score > ${score}) < ${depth}`
    return [
      `rest_${at + 1} as materialized (
      select space from scope except select space from ${before} where score >= ${score}
    )`,
      `level_${at + 1} as materialized (
      select space, max(score) as score from (
        select space, score from ${before} union all
        select space, ${score} from (${select("s.space", `rest_${at + 1}`, match, isOpen)} group by s.space) s
        ${within(`rest_${at + 1}`)}
      ) s group by space
    )`
    ]
  })
  const few = levels.map(
    ({ score }, at) => `few_${at + 1} as materialized (
      select page.space from page left join known k on k.space = page.space and k.score > ${score}
      group by page.space having count(k.page) < ${perSpace}
    )`
  )
  const others = levels.map(
    ({ match, score }, at) => `select g.space, b.page, ${score} from (
        ${select("s.space, array_agg(s.page) as pages", `few_${at + 1}`, match)} group by s.space
      ) g, lateral (select distinct p.page from unnest(g.pages) p(page) order by p.page limit ${perSpace}) b
        ${within(`few_${at + 1}`)}`
  )
  const tables = [
    `scope as materialized (${readableSpaces(schema, write, scope)})`,
    `heads as materialized (
      select * from (
        select space, max(score) as score, array_agg(page) as pages, array_agg(score) as scores
        from (${heads.join("\n        union all ")} offset 0) s group by space
      ) s ${within("scope")}
    )`,
    ...ranks,
    `found as materialized (select * from level_${levels.length} order by score desc, space limit ${depth})`,
    `page as materialized (select * from found order by score desc, space ${limitClause(write, page)})`,
    `known (space, page, score) as materialized (
      select h.space, b.page, b.best from heads h join page on page.space = h.space, lateral (
        select p.page, max(p.score) as best from unnest(h.pages, h.scores) p(page, score)
        group by p.page order by best desc, p.page limit ${perSpace}
      ) b
    )`,
    ...few,
    `candidates as (select * from known union all ${others.join("\n      union all ")})`,
    `hits as materialized (
      select * from (
        select c.*, row_number() over (partition by space order by score desc, page) as place
        from (
          select c.space, c.page, max(c.score) as score, max(page.score) as best
          from candidates c join page on page.space = c.space group by c.space, c.page
        ) c
      ) c where place <= ${perSpace}
    )`
  ]
  return {
    text: `with ${tables.join(",\n    ")}\n    ${selectHits(write, "h.best desc, h.space, h.place")}`,
    params: write.values
  }
}
