import { SearchIndex } from "@quire/core"
import { Effect, Layer, Schema } from "effect"
import { segmenterVersion } from "../text/SegmenterVersion.ts"
import { PgSession } from "./PgSession.ts"
import * as Rows from "./Rows.ts"
import * as SearchSql from "./SearchSql.ts"
import * as SearchTokens from "./SearchTokens.ts"
import * as SearchUpkeepSql from "./SearchUpkeepSql.ts"

/** A page of hits and how many there are; no hit, only the total, where the page lies behind the last one. */
const Found = Schema.Struct({
  total: Schema.Number,
  space: Schema.NullOr(Schema.String),
  page: Schema.NullOr(Schema.String),
  score: Schema.NullOr(Schema.Number),
  sections: Schema.Array(
    Schema.Struct({
      section: Schema.String,
      score: Schema.Number,
      shown: Schema.optionalKey(Schema.Struct({ title: Schema.String, text: Schema.String }))
    })
  )
})

const decode = Rows.decoder(Found)
const decodeSpaces = Rows.decoder(Schema.Struct({ space: Schema.String }))

interface Answer {
  readonly hits: ReadonlyArray<SearchIndex.PageHit>
  readonly total: number
}

const answer = (rows: ReadonlyArray<typeof Found.Type>): Answer => ({
  hits: rows.flatMap(({ space, page, score, sections }) =>
    space === null || page === null || score === null ? [] : [{ space, page, score, sections }]
  ),
  total: rows[0]?.total ?? 0
})

const isEmpty = ({ terms, phrases }: SearchIndex.SearchQuery): boolean =>
  terms.length === 0 && phrases.every((phrase) => phrase.length === 0)

const sectionsOf = (space: string, pages: ReadonlyArray<SearchIndex.PageEntry>) =>
  [...new Map(pages.map((entry) => [entry.page, entry])).values()].flatMap(({ page, sections }) =>
    sections.map((entry, ordinal) => ({
      page,
      ordinal,
      section: entry.section,
      ...SearchTokens.vectors(space, entry),
      signature: SearchTokens.signature(entry),
      words: SearchTokens.words(entry),
      shown: entry.shown === undefined ? null : JSON.stringify(entry.shown)
    }))
  )

/** Hits of one space stand together. */
const bySpace = (hits: ReadonlyArray<SearchIndex.PageHit>) => {
  const spaces = new Map<string, Array<SearchIndex.PageHit>>()
  for (const hit of hits) {
    const pages = spaces.get(hit.space)
    if (pages === undefined) spaces.set(hit.space, [hit])
    else pages.push(hit)
  }
  return [...spaces].map(([space, pages]) => ({ space, pages }))
}

const make = ({ query, schema }: typeof PgSession.Service, version: string): typeof SearchIndex.SearchIndex.Service => {
  const update = SearchUpkeepSql.update(schema)
  const copy = SearchUpkeepSql.copy(schema)
  const remove = SearchUpkeepSql.removeSpace(schema)
  const outdated = SearchUpkeepSql.outdated(schema)
  const begin = SearchUpkeepSql.beginRebuild(schema)
  const end = SearchUpkeepSql.endRebuild(schema)
  const found = (
    operation: string,
    { text, params }: { readonly text: string; readonly params: ReadonlyArray<unknown> }
  ) =>
    Effect.map(
      Effect.flatMap(query(text, params), (rows) => decode(operation, rows)),
      answer
    )
  return {
    update: (space, { put, removed }) => {
      const pages = [...removed, ...put.map(({ page }) => page)]
      if (pages.length === 0) return Effect.void
      return Effect.asVoid(query(update, [space, pages, JSON.stringify(sectionsOf(space, put)), version]))
    },
    removeSpace: (space) => Effect.asVoid(query(remove, [space])),
    copy: (from, to) =>
      Effect.asVoid(query(copy, [from, to, SearchTokens.spaceLexeme(from), SearchTokens.spaceVector(to)])),
    search: (spaces, wanted, page) =>
      isEmpty(wanted) || spaces.length === 0
        ? Effect.succeed({ hits: [], total: 0 })
        : found("SearchIndex.search", SearchSql.search(schema, spaces, wanted, page)),
    searchSpaces: (scope, wanted, page) =>
      isEmpty(wanted)
        ? Effect.succeed({ spaces: [], total: 0 })
        : Effect.map(
            found("SearchIndex.searchSpaces", SearchSql.searchSpaces(schema, scope, wanted, page)),
            ({ hits, total }) => ({ spaces: bySpace(hits), total })
          ),
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
 * `SearchIndex` on a GIN index over the tokens that core made. Terms, fields and phrases are matched exactly: no
 * stemming, no stop words, and none of the limits that a tsvector has for positions.
 */
export const layerOf = (version: string): Layer.Layer<SearchIndex.SearchIndex, never, PgSession> =>
  Layer.effect(
    SearchIndex.SearchIndex,
    Effect.map(PgSession, (session) => make(session, version))
  )

/** The index of this process, whose segmenter has the version given by Node. */
export const layer: Layer.Layer<SearchIndex.SearchIndex, never, PgSession> = layerOf(segmenterVersion)
