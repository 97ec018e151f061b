import { Ranking, type SearchIndex, SearchPlan } from "@quire/core"
import * as SearchTokens from "./SearchTokens.ts"
import type * as SqlText from "./SqlText.ts"
import { makeParameters, qualify, type Parameters as Values } from "./SqlText.ts"

/** Context for writing a statement about one query. */
export interface QueryWriter extends Values {
  readonly schema: string
  readonly entries: string
  /** The indexed expression of a section `s`. */
  readonly indexed: string
  readonly plan: SearchPlan.SearchPlan
  /** Adds a tsquery as a parameter. */
  readonly tsquery: (text: string) => string
}

const makeWriter = (schema: string, plan: SearchPlan.SearchPlan): QueryWriter => {
  const values = makeParameters()
  return {
    ...values,
    schema,
    entries: qualify(schema, "search_entries"),
    indexed: `${qualify(schema, "search_tokens")}(s.words, s.space)`,
    plan,
    tsquery: (text) => `${values.add(text)}::tsquery`
  }
}

const or = (conditions: ReadonlyArray<string>): string => `(${conditions.join(" or ")})`
const and = (matches: ReadonlyArray<string>): string => matches.join(" & ")
const any = (matches: ReadonlyArray<string>): string => `(${matches.join(" | ")})`

const termsOf = ({ forms, others, word }: SearchPlan.PlannedTerm): ReadonlyArray<string> => [word, ...forms, ...others]

/** Tsqueries for sections with a term, and with the term in title or heading. */
const matchTerm = (term: SearchPlan.PlannedTerm): string =>
  any([SearchTokens.matchAny(termsOf(term)), ...term.expressions.map(SearchTokens.matchAll)])
const matchHead = (term: SearchPlan.PlannedTerm): string =>
  any([
    SearchTokens.matchInHead(termsOf(term)),
    ...term.expressions.map((words) => and([SearchTokens.matchInHead(words.flat()), SearchTokens.matchAll(words)]))
  ])

/** Whether a text has one of some terms; and whether it has one for every word. */
const hasAny = ({ add }: Values, terms: ReadonlyArray<string>, text: string): string =>
  or(terms.map((term) => `strpos(${text}, ${add(SearchTokens.phraseText([term]))}) > 0`))
const hasAll = (write: Values, words: SearchPlan.Expression, text: string): string =>
  words.map((terms) => hasAny(write, terms, text)).join(" and ")

/** Sections that match, which either all have the same rough score or are scored individually. */
interface Matches<Score> {
  readonly match: string
  readonly score: Score
}

/** The rough score of the title and heading of a section `s`. */
const headScore = (write: QueryWriter): string => {
  const { plan, tsquery } = write
  const { leading, terms } = plan
  const { heading, title } = Ranking.headScores
  const scores = leading.flatMap((at) => {
    const term = terms[at]
    if (term === undefined) return []
    const has = (field: "A" | "B") => {
      const own = `s.heads @@ ${tsquery(SearchTokens.matchField(termsOf(term), field))}`
      const expressions = term.expressions.map(
        (words) =>
          `s.heads @@ ${tsquery(SearchTokens.matchField(words.flat(), field))} and ${hasAll(write, words, "s.words")}`
      )
      return `${or([own, ...expressions])}::int`
    }
    return [`${term.weight} * (${title} * ${has("A")} + ${heading} * ${has("B")})`]
  })
  return scores.join(" + ")
}

/**
 * All matching sections in classes that the index distinguishes, with their rough scores (`Ranking.roughScore`). Those
 * of `scored` contain a leading term in their title or heading. The sections of one class of `levels` have the same
 * score, not higher than that of any previous class.
 */
const matchClasses = (
  write: QueryWriter
): { readonly scored: ReadonlyArray<Matches<string>>; readonly levels: ReadonlyArray<Matches<number>> } => {
  const { leading, terms } = write.plan
  const complete = and(terms.map(matchTerm))
  const led = leading.flatMap((at) => terms[at] ?? [])
  const head = any(led.map(matchHead))
  const score = headScore(write)
  const scoredComplete = { match: and([complete, head]), score: `${Ranking.completeScore} + ${score}` }
  const levelComplete = { match: and([complete, `!${head}`]), score: Ranking.completeScore }
  if (terms.length === 1) return { scored: [{ ...scoredComplete, match: head }], levels: [levelComplete] }
  const others = led.map((term, at) => {
    const before = led.slice(0, at).map((other) => `!${matchTerm(other)}`)
    return {
      match: and([matchTerm(term), ...before, `!${head}`, `!(${complete})`]),
      score: term.weight
    }
  })
  return {
    scored: [scoredComplete, { match: and([head, `!(${complete})`]), score }],
    levels: [levelComplete, ...others]
  }
}

/** A match limited to sections with the words of all phrases, and without excluded labels. */
const withPhrases = ({ plan }: QueryWriter, match: string): string =>
  and([
    ...[...new Set(plan.phrases.flat())].map((word) => SearchTokens.matchAny([word])),
    ...plan.excludedLabels.map((label) => `!${SearchTokens.matchAny([label])}`),
    `(${match})`
  ])

/**
 * The phrase conditions. The signature is checked first, as it is stored in the row: `case` keeps the server from
 * choosing another order.
 */
const phraseConditions = ({ add, plan }: QueryWriter): ReadonlyArray<string> => {
  const phrases = plan.phrases.filter(({ length }) => length > 1)
  if (phrases.length === 0) return []
  const bits = SearchTokens.pairsOf(phrases).map(
    (hash) => `get_bit(s.signature, ${add(hash)}::bigint % (8 * octet_length(s.signature))) = 1`
  )
  const parts = phrases.map((phrase) => `strpos(s.words, ${add(SearchTokens.phraseText(phrase))}) > 0`)
  return [`case when ${bits.join(" and ")} then ${parts.join(" and ")} else false end`]
}

/** The table of the pages that an excluded term keeps from being found, and the condition on sections `s`. */
const exclusion = (write: QueryWriter, where: Where) => {
  const { excluded } = write.plan
  if (excluded.length === 0) return { tables: [], conditions: [] }
  const match = any(
    excluded.map((terms) => `(${and(terms.map(({ forms, word }) => SearchTokens.matchAny([word, ...forms])))})`)
  )
  return {
    tables: [
      `excluded as materialized (select distinct s.space, s.page from ${write.entries} s where ${where(match)})`
    ],
    conditions: ["(s.space, s.page) not in (select space, page from excluded)"]
  }
}

interface Page {
  readonly offset: number
  readonly limit: number
}

/** Conditions on the sections `s` in addition to the match. */
type Narrowing = ReadonlyArray<string>

/** How a term occurs in title, heading and body, as expressions on a section `s` and its `body`. */
const factsOfTerm = (write: QueryWriter, term: SearchPlan.PlannedTerm) => {
  const { add, tsquery } = write
  const { expressions, forms, isPrefix, others, word } = term
  /** The kind of the term in a field, by a condition on its terms. */
  const kindIn = (has: (terms: ReadonlyArray<string>) => string, guard = "") => {
    const inField = expressions.map((words) => `${has(words.flat())} and ${hasAll(write, words, "w.words")}`)
    const kinds = [
      { conditions: [has([word])], kind: Ranking.kinds.word },
      { conditions: [...(forms.length === 0 ? [] : [has(forms)]), ...inField], kind: Ranking.kinds.form },
      { conditions: others.length === 0 ? [] : [`${guard}${has(others)}`], kind: Ranking.kinds.other }
    ].filter(({ conditions }) => conditions.length > 0)
    const cases = kinds.map(({ conditions, kind }) => `when ${or(conditions)} then ${kind}`)
    return `case ${cases.join(" ")} else ${Ranking.kinds.absent} end`
  }
  const inHead = (field: "A" | "B") => kindIn((terms) => `s.heads @@ ${tsquery(SearchTokens.matchField(terms, field))}`)
  const guard = isPrefix ? `strpos(b.body, ${add(SearchTokens.prefixText(word))}) > 0 and ` : ""
  return [inHead("A"), inHead("B"), kindIn((terms) => hasAny(write, terms, "b.body"), guard)]
}

/** How the terms of a plan occur in a section (`Ranking.SectionFacts`): digits by name, and how many terms occur. */
const factsSql = (write: QueryWriter) => {
  const { pairs, terms } = write.plan
  const digits = terms.map((term, at) =>
    factsOfTerm(write, term).map((sql, field) => ({ name: `t${at}_${field}`, sql }))
  )
  const neighbours = pairs.map(([left, right], at) => {
    const words = [left, right].map((term) => terms[term]?.word ?? "")
    return { name: `p${at}`, sql: `(strpos(w.words, ${write.add(SearchTokens.phraseText(words))}) > 0)::int` }
  })
  const all = [...digits.flat(), ...neighbours]
  return {
    columns: all.map(({ name, sql }) => `${sql} as ${name}`).join(", "),
    facts: all.map(({ name }) => `f.${name}::text`).join(" || "),
    count: digits.map((fields) => `(${fields.map(({ name }) => `f.${name}`).join(" + ")} > 0)::int`).join(" + ")
  }
}

/**
 * Selects the pages of `hits` in the given order, each with the sections that are compared: anchor, position, the digest
 * of the text shown, and the facts. Only the total when there are no hits. The texts are read once for each section.
 */
const selectHits = (write: QueryWriter, order: string, narrowing: Narrowing = []): string => {
  const { columns, count, facts } = factsSql(write)
  const phrases = write.plan.phrases.map(
    (phrase) => `strpos(w.words, ${write.add(SearchTokens.phraseText(phrase))}) > 0`
  )
  const conditions = [...narrowing, ...phrases]
  return `select h.space, h.page, h.score, counted.total, coalesce((
      select json_agg(json_build_array(r.section, r.ordinal, r.changed_at, r.digest, r.facts) order by r.place)
      from (
        select r.*, row_number() over (order by r.count desc, r.ordinal) as place
        from (
          select s.section, s.ordinal, s.changed_at, s.digest, ${facts} as facts, ${count} as count
          from (select * from ${write.entries} s where s.space = h.space and s.page = h.page offset 0) s
          cross join lateral (select s.words || '' as words offset 0) w
          cross join lateral (select ${SearchTokens.bodySql("w.words")} as body offset 0) b
          cross join lateral (select ${columns} offset 0) f
          ${conditions.length === 0 ? "" : `where ${conditions.join(" and ")}`}
        ) r where r.count > 0
        order by place limit ${Ranking.limits.sectionsRanked}
      ) r
    ), '[]') as sections
    from (select count(*) as total from found) counted left join hits h on true order by ${order}`
}

/** Selects the texts shown by sections, with their digests. `$1`: spaces, `$2`: pages, `$3`: positions in the pages. */
export const selectTexts = (schema: string): string =>
  `select s.space, s.digest, s.words, s.shown
    from unnest($1::text[], $2::text[], $3::int[]) as wanted(space, page, ordinal)
    join ${qualify(schema, "search_entries")} s using (space, page, ordinal) where s.shown is not null`

const limitClause = ({ add }: Values, { offset, limit }: Page): string => `limit ${add(limit)} offset ${add(offset)}`

/** A condition on sections `s`, by a tsquery. */
type Where = (match: string) => string

/** The table of the pages found by title or heading, each with its best score. */
const headsTable = (write: QueryWriter, { scored }: ReturnType<typeof matchClasses>, where: Where) => {
  const each = scored.map(
    ({ match, score }) =>
      `select s.space, s.page, ${score} as score from ${write.entries} s where ${where(withPhrases(write, match))}`
  )
  return `heads as materialized (
      select space, page, max(score) as score from (${each.join(" union all ")}) s group by space, page
    )`
}

const best = "score desc, page, space"

const depth = Ranking.limits.pages

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
  const matching: Where = (match) =>
    [
      `${write.indexed} @@ ${write.tsquery(isNamed ? `${SearchTokens.matchSpaces(spaces)} & (${match})` : match)}`,
      ...(isNamed ? [] : [`s.space = any(${write.add(spaces)}::text[])`]),
      ...narrowing
    ].join(" and ")
  const excluded = exclusion(write, matching)
  const where: Where = (match) => [matching(match), ...phraseConditions(write), ...excluded.conditions].join(" and ")
  const levels = classes.levels.map(({ match, score }, at) => {
    const before = at === 0 ? "heads" : `level_${at}`
    return `level_${at + 1} as materialized (
      select space, page, max(score) as score from (
        select space, page, score from ${before} union all
        select s.space, s.page, ${score} from ${write.entries} s
        where (select count(*) from ${before} where score > ${score}) < ${depth} and ${where(withPhrases(write, match))}
      ) s group by space, page
    )`
  })
  const tables = [
    ...given,
    ...excluded.tables,
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
  plan: SearchPlan.SearchPlan,
  page: Page
): SqlText.Statement => searchIn(makeWriter(schema, plan), spaces, page, { narrowing: [], tables: [] })

/** Conditions as stored. */
export const encodeConditions = (conditions: SearchIndex.ConditionList): string => JSON.stringify(conditions)

/** The table of the conditions under which sections of each space may be found. */
const passingTable = ({ add }: Values, spaces: ReadonlyArray<SearchIndex.PublishedSpace>): string => {
  const passing = spaces.flatMap(({ passing: lists, space }) =>
    [[], ...lists].map((conditions) => ({ space, conditions: encodeConditions(conditions) }))
  )
  const column = (values: ReadonlyArray<string>) => `${add(values)}::text[]`
  const [names, conditions] = [passing.map(({ space }) => space), passing.map((each) => each.conditions)]
  return `passing as materialized (
      select * from unnest(${column(names)}, ${column(conditions)}) as given(space, conditions)
    )`
}

/** `search` limited to sections without conditions or with passing ones. */
export const searchPublished = (
  schema: string,
  spaces: ReadonlyArray<SearchIndex.PublishedSpace>,
  plan: SearchPlan.SearchPlan,
  page: Page
): SqlText.Statement => {
  const write = makeWriter(schema, plan)
  return searchIn(
    write,
    spaces.map(({ space }) => space),
    page,
    {
      tables: [passingTable(write, spaces)],
      narrowing: ["(s.space, s.conditions) in (select space, conditions from passing)"]
    }
  )
}

/** The sections whose terms are counted: those of some spaces, of a scope, or of a publication. */
export type SearchedSections =
  | SearchIndex.SearchScope
  | { readonly published: ReadonlyArray<SearchIndex.PublishedSpace> }

/** The counts `v` of the terms of the searched sections, with the tables that the condition needs. */
const countedTerms = (schema: string, write: Values, searched: SearchedSections) => {
  const counts = `${qualify(schema, "search_spaces")} n join ${qualify(schema, "search_terms")} v on v.number = n.number`
  if (!("published" in searched)) {
    return {
      tables: `scope as materialized (${readableSpaces(schema, write, searched)})`,
      counts,
      condition: "n.space in (select space from scope)"
    }
  }
  return {
    tables: `${passingTable(write, searched.published)},
    audiences as materialized (
      select space, ('x' || substr(md5(conditions), 1, 16))::bit(64)::bigint as audience from passing
    )`,
    counts,
    condition: "(n.space, v.audience) in (select space, audience from audiences)"
  }
}

/** The end of the terms that begin with a text. */
const endOf = (text: string): string => `${text}\u{10ffff}`

/**
 * Selects the number of sections with each term, the empty one for all, and the most frequent words that begin with a
 * prefix.
 */
export const selectCounts = (
  schema: string,
  searched: SearchedSections,
  { prefix, terms }: Parameters<SearchPlan.Vocabulary["lookUp"]>[0]
): SqlText.Statement => {
  const write = makeParameters()
  const { condition, counts, tables } = countedTerms(schema, write, searched)
  const select = (isPrefix: boolean, where: string) =>
    `select ${isPrefix} as prefix, v.term, sum(v.sections)::int as sections from ${counts}
      where ${condition} and ${where} group by v.term`
  const own = select(false, `v.term = any(${write.add(["", ...terms])}::text[])`)
  const beginning =
    prefix === undefined
      ? ""
      : ` union all (${select(true, `v.term >= ${write.add(prefix)} and v.term < ${write.add(endOf(prefix))}`)}
        order by sections desc, v.term limit ${SearchPlan.limits.beginning})`
  return { text: `with ${tables} ${own}${beginning}`, params: write.values }
}

/** Selects the words with the first character of a word that are about as long and have a part, the most frequent ones. */
export const selectSimilar = (
  schema: string,
  searched: SearchedSections,
  { distance, parts, word }: SearchPlan.SimilarWords
): SqlText.Statement => {
  const write = makeParameters()
  const { condition, counts, tables } = countedTerms(schema, write, searched)
  const [first = ""] = word
  const length = [...word].length
  return {
    text: `with ${tables} select v.term, sum(v.sections)::int as sections from ${counts}
      where ${condition} and v.term >= ${write.add(first)} and v.term < ${write.add(endOf(first))}
        and length(v.term) between ${write.add(length - distance)} and ${write.add(length + distance)}
        and ${or(parts.map((part) => `strpos(v.term, ${write.add(part)}) > 0`))}
      group by v.term order by sections desc, v.term limit ${SearchPlan.limits.compared}`,
    params: write.values
  }
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

const readableSpaces = (schema: string, { add }: Values, scope: SearchIndex.SearchScope): string => {
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
  plan: SearchPlan.SearchPlan,
  page: Page & { readonly pagesPerSpace: number }
): SqlText.Statement => {
  const write = makeWriter(schema, plan)
  const { levels, scored } = matchClasses(write)
  const phrases = phraseConditions(write)
  const excluded = exclusion(write, (match) => matchIn(write, "scope", write.tsquery(match)))
  const perSpace = write.add(page.pagesPerSpace)
  /** Selects from the sections of a class in the spaces of a table. */
  const select = (columns: string, table: string, match: string, ...conditions: ReadonlyArray<string>) =>
    `select ${columns} from ${write.entries} s
        where ${[...conditions, matchIn(write, table, write.tsquery(withPhrases(write, match))), ...phrases, ...excluded.conditions].join(" and ")}`
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
    ...excluded.tables,
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
