import { createHash } from "node:crypto"
import { Ranking, SearchIndex, SearchPlan } from "@quire/core"
import { Effect, Layer, Schema } from "effect"
import { tokensVersion } from "../text/TokensVersion.ts"
import * as Batches from "./Batches.ts"
import * as PackedText from "./PackedText.ts"
import { PgSession } from "./PgSession.ts"
import * as Rows from "./Rows.ts"
import * as SearchSql from "./SearchSql.ts"
import * as SearchTokens from "./SearchTokens.ts"
import * as ShownTexts from "./ShownTexts.ts"
import type * as SqlText from "./SqlText.ts"
import { qualify } from "./SqlText.ts"
import { makeSteps, type StatementSteps } from "./session/Statement.ts"

/** The form of entries in `search_entries`. */
const form = 3

/** The version of entries: that of their tokens, and their form. Spaces whose entries have another version are outdated. */
export const versionOf = (tokens: string): string => `${tokens} ${form}`

const columns = ["section", "conditions", "heads", "signature", "words", "digest", "shown", "changed_at"] as const

const assignments = columns.map((name) => `${name} = excluded.${name}`).join(", ")

/**
 * `$1`: space, `$2`: all pages that change, `$3`: their sections as JSON, `$4`: the version of the tokens. Unchanged
 * sections are not written.
 */
export const updateSql = (schema: string): StatementSteps => {
  const table = qualify(schema, "search_entries")
  return makeSteps(
    [
      `#given as materialized (
      select page, ordinal, section, conditions, heads::tsvector as heads,
        signature::bytea as signature, words, digest::uuid as digest, shown::bytea as shown, changed_at
      from json_to_recordset($3::json) as g(
        page text, ordinal integer, section text, conditions text, heads text, signature text, words text, digest text,
        shown text, changed_at bigint
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
    where (s.section, s.conditions, s.heads, s.words, s.digest)
      is distinct from (excluded.section, excluded.conditions, excluded.heads, excluded.words, excluded.digest)`
  )
}

/** Takes the terms of the pages from the counts, and adds them again. `$1`: space, `$2`: pages. */
const countSql = (schema: string) => {
  const call = (name: string, mode: string) =>
    `select set_config('quire.search_terms', '${mode}', true), ${qualify(schema, name)}($1, $2::text[])`
  return { before: call("take_search_terms", "later"), after: call("add_search_terms", "") }
}

/** `$1` and `$2`: source and target space. */
export const copySql = (schema: string): string => {
  const table = qualify(schema, "search_entries")
  const spaces = qualify(schema, "search_spaces")
  return `with noted as (
      insert into ${spaces} (space, version) select $2, version from ${spaces} where space = $1
      on conflict (space) do update set version = '', rebuilding = null
    )
    insert into ${table} (space, page, ordinal, ${columns.join(", ")})
    select $2, page, ordinal, ${columns.join(", ")} from ${table} where space = $1`
}

/** `$1`: the space; its entries go with it. */
export const removeSpace = (schema: string): string =>
  `delete from ${qualify(schema, "search_spaces")} where space = $1`

/** `$1`: the current version, `$2`: the space to continue after, `$3`: limit. */
export const outdatedSql = (schema: string): string =>
  `select space from ${qualify(schema, "search_spaces")}
    where version <> $1 and space > $2 order by space limit $3`

/** `$1`: the space, `$2`: the version that is rebuilding it. */
export const beginRebuild = (schema: string): string =>
  `insert into ${qualify(schema, "search_spaces")} (space, version, rebuilding) values ($1, '', $2)
    on conflict (space) do update set rebuilding = excluded.rebuilding`

/** `$1`: the space, `$2`: the version that rebuilt it. */
export const endRebuild = (schema: string): string =>
  `update ${qualify(schema, "search_spaces")} set version = $2, rebuilding = null
    where space = $1 and rebuilding = $2`

/** Anchor, position in the page, the time of the last change, the digest of the text shown, and the facts. */
const Section = Schema.Tuple([Schema.String, Schema.Int, Schema.Int, Schema.NullOr(Schema.String), Schema.String])

/** A hit, and the total number of hits; only the total when the page is past the last hit. */
const HitRow = Schema.Struct({
  total: Schema.Number,
  space: Schema.NullOr(Schema.String),
  page: Schema.NullOr(Schema.String),
  score: Schema.NullOr(Schema.Number),
  sections: Schema.Array(Section)
})

const decode = Rows.makeDecoder(HitRow)
const decodeConditions = Rows.makeDecoder(
  Schema.Struct({ space: Schema.String, conditions: Schema.fromJsonString(Schema.Array(Schema.String)) })
)
const decodeSpaces = Rows.makeDecoder(Schema.Struct({ space: Schema.String }))

const decodeCounts = Rows.makeDecoder(
  Schema.Struct({ prefix: Schema.Boolean, term: Schema.String, sections: Schema.Int })
)
const decodeSimilar = Rows.makeDecoder(Schema.Struct({ term: Schema.String, sections: Schema.Int }))

/** What the searched sections say about words. */
const makeVocabulary =
  ({ query, schema }: typeof PgSession.Service) =>
  (searched: SearchSql.SearchedSections): SearchPlan.Vocabulary => ({
    lookUp: (wanted) =>
      Effect.gen(function* () {
        const { params, text } = SearchSql.selectCounts(schema, searched, wanted)
        const rows = yield* decodeCounts("SearchIndex.terms", yield* query(text, params, "replica"))
        const counts = new Map(
          rows.flatMap(({ prefix, sections, term }) => (prefix ? [] : [[term, sections] as const]))
        )
        return { sections: counts.get("") ?? 0, counts, beginning: rows.filter(({ prefix }) => prefix) }
      }),
    similar: (wanted) => {
      const { params, text } = SearchSql.selectSimilar(schema, searched, wanted)
      return Effect.flatMap(query(text, params, "replica"), (rows) => decodeSimilar("SearchIndex.similar", rows))
    }
  })

type SectionMatch = Ranking.SectionMatch & { readonly digest: string | null }
type PageMatch = Ranking.PageMatch<SectionMatch>

/** The pages of the rows, and the total. */
const readPages = (rows: ReadonlyArray<typeof HitRow.Type>) => ({
  found: rows.flatMap(
    ({ page, score, sections, space }): ReadonlyArray<PageMatch> =>
      space === null || page === null || score === null
        ? []
        : [
            {
              space,
              page,
              score,
              sections: sections.map(([section, ordinal, changedAt, digest, facts]) => ({
                section,
                ordinal,
                changedAt,
                digest,
                facts
              }))
            }
          ]
  ),
  total: rows[0]?.total ?? 0
})

const noHits = { hits: [], total: 0 }

const makeSearch = (session: typeof PgSession.Service) => {
  const textsOf = ShownTexts.make(session)
  const vocabulary = makeVocabulary(session)

  const find = Effect.fnUntraced(function* (operation: string, { params, text }: SqlText.Statement) {
    return readPages(yield* decode(operation, yield* session.query(text, params, "replica")))
  })

  /** Hits with the texts that they show; sections whose text has changed since the search are omitted. */
  const show = Effect.fnUntraced(function* (pages: ReadonlyArray<Ranking.RankedPage<SectionMatch>>) {
    const shown = pages.flatMap(({ page, sections, space }) =>
      sections.flatMap(({ found: { digest, ordinal } }) => (digest === null ? [] : [{ space, page, ordinal, digest }]))
    )
    const textOf = yield* textsOf(shown)
    return pages.map((ranked) => {
      const { page, space } = ranked
      const shownOf = ({ digest, ordinal }: SectionMatch) =>
        digest === null ? undefined : textOf({ space, page, ordinal, digest })
      const sections = ranked.sections.filter(({ found }) => found.digest === null || shownOf(found) !== undefined)
      return Ranking.toHit({ ...ranked, sections }, shownOf)
    })
  })

  /** Searches sections with a statement for a plan and the pages that are compared. */
  const search = Effect.fnUntraced(function* (
    operation: string,
    searched: SearchSql.SearchedSections,
    query: SearchIndex.SearchQuery,
    slice: Ranking.Slice,
    statement: (plan: SearchPlan.SearchPlan, window: Ranking.Slice) => SqlText.Statement
  ) {
    const { corrections, plan } = yield* SearchPlan.make(query, vocabulary(searched))
    if (plan === undefined) return { ...noHits, corrections }
    const { found, total } = yield* find(operation, statement(plan, Ranking.windowOf(slice)))
    return { hits: yield* show(Ranking.sliceOf(plan, found, slice)), total, corrections }
  })

  const searchSpaces = Effect.fnUntraced(function* (
    scope: SearchIndex.SearchScope,
    query: SearchIndex.SearchQuery,
    page: Ranking.Slice & { readonly pagesPerSpace: number }
  ) {
    const { corrections, plan } = yield* SearchPlan.make(query, vocabulary(scope))
    if (plan === undefined) return { spaces: [], total: 0, corrections }
    const { found, total } = yield* find(
      "SearchIndex.searchSpaces",
      SearchSql.searchSpaces(session.schema, scope, plan, page)
    )
    const hits = yield* show(groupBySpace(found).flatMap(({ pages }) => Ranking.rank(plan, pages)))
    return { spaces: groupBySpace(hits), total, corrections }
  })
  return { search, searchSpaces }
}

/** Work of one statement, of packing a text and of encoding a token. */
const workPerStatement = 4_000
const textWork = 10
const tokenWork = 0.2

const workOfSection = ({ body, heading, shown, title }: SearchIndex.SectionEntry): number =>
  1 + (shown === undefined ? 0 : textWork) + tokenWork * (body.words.length + heading.words.length + title.words.length)

const workOf = ({ sections }: SearchIndex.PageEntry): number =>
  sections.reduce((sum, section) => sum + workOfSection(section), 0)

/** The entries in groups, of which each is encoded in one go; of several entries of a page the last counts. */
const groupEntries = (entries: ReadonlyArray<SearchIndex.PageEntry>) =>
  Batches.group([...new Map(entries.map((entry) => [entry.page, entry])).values()], workPerStatement, workOf)

/** Digests have the form of the ids that the server keeps in 16 bytes. */
const digestOf = (text: string): string =>
  createHash("sha256")
    .update(text)
    .digest("hex")
    .slice(0, 32)
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-")

const encodeShown = (shown: SearchIndex.HitContent | undefined, words: string) => {
  if (shown === undefined) return { digest: null, shown: null }
  const text = JSON.stringify(shown)
  return { digest: digestOf(text), shown: `\\x${Buffer.from(PackedText.pack(text, words)).toString("hex")}` }
}

const encodeSections = (pages: ReadonlyArray<SearchIndex.PageEntry>) =>
  pages.flatMap(({ isListed, page, sections, updatedAt }) =>
    sections.map((entry, ordinal) => {
      const columns = SearchTokens.makeColumns(entry)
      return {
        page,
        ordinal,
        section: entry.section,
        conditions: isListed ? SearchSql.encodeConditions(entry.conditions) : null,
        ...columns,
        ...encodeShown(entry.shown, columns.words),
        changed_at: updatedAt
      }
    })
  )

/** Groups pages by space. */
const groupBySpace = <P extends { readonly space: string }>(found: ReadonlyArray<P>) => {
  const spaces = new Map<string, Array<P>>()
  for (const hit of found) {
    const pages = spaces.get(hit.space)
    if (pages === undefined) spaces.set(hit.space, [hit])
    else pages.push(hit)
  }
  return [...spaces].map(([space, pages]) => ({ space, pages }))
}

const make = (session: typeof PgSession.Service, tokens: string): typeof SearchIndex.SearchIndex.Service => {
  const { query, schema } = session
  const version = versionOf(tokens)
  const update = updateSql(schema)
  const count = countSql(schema)
  const copy = copySql(schema)
  const remove = removeSpace(schema)
  const outdated = outdatedSql(schema)
  const conditions = SearchSql.selectConditions(schema)
  const begin = beginRebuild(schema)
  const end = endRebuild(schema)
  const { search, searchSpaces } = makeSearch(session)

  const write = (space: string, removed: ReadonlyArray<string>, put: ReadonlyArray<SearchIndex.PageEntry>) =>
    Effect.suspend(() => {
      const pages = [...removed, ...put.map(({ page }) => page)]
      return Effect.asVoid(query(update, [space, pages, JSON.stringify(encodeSections(put)), version]))
    })
  return {
    update: (space, { put, removed }) => {
      const [first = [], ...others] = groupEntries(put)
      if (removed.length + first.length === 0) return Effect.void
      const written = write(space, removed, first)
      if (others.length === 0) return written
      const pages = [...removed, ...put.map(({ page }) => page)]
      return session.atomic(
        Effect.gen(function* () {
          yield* query(count.before, [space, pages])
          yield* written
          for (const group of others) yield* write(space, [], group)
          yield* query(count.after, [space, pages])
        })
      )
    },
    removeSpace: (space) => Effect.asVoid(query(remove, [space])),
    copy: (from, to) => Effect.asVoid(query(copy, [from, to])),
    search: (spaces, query, slice) =>
      search("SearchIndex.search", { spaces }, query, slice, (plan, window) =>
        SearchSql.search(schema, spaces, plan, window)
      ),
    conditions: (spaces) =>
      Effect.flatMap(query(conditions, [spaces, SearchIndex.limits.conditions], "replica"), (rows) =>
        decodeConditions("SearchIndex.conditions", rows)
      ),
    searchPublished: (spaces, query, slice) =>
      search("SearchIndex.searchPublished", { published: spaces }, query, slice, (plan, window) =>
        SearchSql.searchPublished(schema, spaces, plan, window)
      ),
    searchSpaces,
    outdated: ({ after, limit }) =>
      Effect.map(
        Effect.flatMap(query(outdated, [version, after, limit]), (rows) => decodeSpaces("SearchIndex.outdated", rows)),
        (rows) => rows.map(({ space }) => space)
      ),
    beginRebuild: (space) => Effect.asVoid(query(begin, [space, version])),
    endRebuild: (space) => Effect.asVoid(query(end, [space, version]))
  }
}

/**
 * `SearchIndex` on a GIN index over the tokens made by core, which are stored once, as `words`. Terms, fields and
 * phrases are matched exactly: no stemming, no stop words, and none of the position limits of tsvector. Many pages are
 * written in several statements, so that other work can run while they are encoded.
 */
export const layerOf = (version: string): Layer.Layer<SearchIndex.SearchIndex, never, PgSession> =>
  Layer.effect(
    SearchIndex.SearchIndex,
    Effect.map(PgSession, (session) => make(session, version))
  )

/** The index for the tokens of this process's Node. */
export const layer: Layer.Layer<SearchIndex.SearchIndex, never, PgSession> = layerOf(tokensVersion)
