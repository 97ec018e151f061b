import { CodePoint, EventLoop, Placement, SearchIndex } from "@quire/core"
import { Effect, HashMap, Layer, Option, Result, Schema } from "effect"
import { segmenterVersion } from "../text/SegmenterVersion.ts"
import * as First from "./First.ts"
import type { MemoryState } from "./MemoryState.ts"
import { MemoryStore, type Transaction } from "./MemoryStore.ts"
import * as OrderedRows from "./OrderedRows.ts"
import * as Readers from "./Readers.ts"
import * as SearchedSpace from "./SearchedSpace.ts"
import * as Table from "./Table.ts"

/** The greatest number of hits that paging can reach. */
const depth = 1000

const searchedOf = ({ searched }: MemoryState, space: string): SearchedSpace.SearchedSpace =>
  Option.getOrElse(HashMap.get(searched, space), () => SearchedSpace.empty)

const replaceSpace = (transaction: Transaction, space: string, next: SearchedSpace.SearchedSpace) => {
  const { draft } = transaction
  const rest = HashMap.remove(draft.searched, space)
  transaction.draft = {
    ...draft,
    searched: HashMap.isEmpty(next) ? rest : HashMap.set(rest, space, next)
  }
}

interface SpaceMatch {
  readonly space: string
  readonly found: SearchedSpace.PageMatch
}

const byScore = ({ found: left, space: one }: SpaceMatch, { found: right, space: other }: SpaceMatch) =>
  right.score - left.score || CodePoint.compare(left.page, right.page) || CodePoint.compare(one, other)

/** The matching pages of a space, in no particular order. */
const searchSpace = (
  state: MemoryState,
  space: string,
  query: SearchIndex.SearchQuery,
  passing?: SearchedSpace.SectionFilter
): Effect.Effect<ReadonlyArray<SpaceMatch>> => {
  const match = SearchedSpace.makeMatcher(query, passing)
  const pages = [...HashMap.values(searchedOf(state, space))]
  return Effect.map(EventLoop.map(pages, match), (all) =>
    all.flatMap((found) => (found === undefined ? [] : [{ space, found }]))
  )
}

/** The requested page of the results, best first. */
const toPart = (
  found: ReadonlyArray<SpaceMatch>,
  { limit, offset }: { readonly offset: number; readonly limit: number }
) => {
  const best = First.takeFirst(found, Math.min(offset + limit, depth), byScore)
  return { hits: best.slice(offset).map(hitOf), total: Math.min(found.length, depth) }
}

const decodeConditions = Schema.decodeUnknownSync(Schema.fromJsonString(Schema.Array(Schema.String)))

const listConditions = (state: MemoryState, spaces: ReadonlyArray<string>) => {
  const found = [...new Set(spaces)].flatMap((space) =>
    Array.from(SearchedSpace.conditionKeys(searchedOf(state, space)), (key) => ({ space, key }))
  )
  return found
    .slice(0, SearchIndex.limits.conditions)
    .map(({ key, space }) => ({ space, conditions: decodeConditions(key) }))
}

const hitOf = ({ found, space }: SpaceMatch): SearchIndex.PageHit => ({
  space,
  page: found.page,
  score: found.score,
  sections: SearchedSpace.sectionHits(found)
})

const readableSpaces = ({ readers, tables }: MemoryState, scope: SearchIndex.SearchScope): ReadonlyArray<string> => {
  if ("spaces" in scope) return [...new Set(scope.spaces)]
  const { keys, organization } = scope
  if (keys !== "all") return Readers.readablePlacements(readers, organization, "space", keys)
  return Option.match(HashMap.get(tables, Placement.collection.name), {
    onNone: () => [],
    onSome: (table) =>
      OrderedRows.rows(Table.groupMembers(table, Table.groupKey("inOrganization", [organization, "space", true]))).map(
        ({ id }) => id
      )
  })
}

interface FoundSpace {
  readonly space: string
  readonly found: ReadonlyArray<SpaceMatch>
  /** Score of its best page. */
  readonly best: number
}

const byBest = (left: FoundSpace, right: FoundSpace) =>
  right.best - left.best || CodePoint.compare(left.space, right.space)

/** The spaces with hits, each with its hits. */
const searchReadable = (
  state: MemoryState,
  scope: SearchIndex.SearchScope,
  query: SearchIndex.SearchQuery
): Effect.Effect<ReadonlyArray<FoundSpace>> =>
  Effect.map(
    Effect.forEach(readableSpaces(state, scope), (space) =>
      Effect.map(searchSpace(state, space, query), (found) => ({
        space,
        found,
        best: found.reduce((most, { found: { score } }) => Math.max(most, score), 0)
      }))
    ),
    (all) => all.filter(({ best }) => best > 0)
  )

type SegmenterState = { readonly version: string; readonly rebuilding?: string }

const segmenterStateOf = ({ segmented }: MemoryState, space: string) =>
  Option.getOrUndefined(HashMap.get(segmented, space))

const setSegmenterState = (transaction: Transaction, space: string, next: SegmenterState | undefined) => {
  const { draft } = transaction
  const segmented =
    next === undefined ? HashMap.remove(draft.segmented, space) : HashMap.set(draft.segmented, space, next)
  transaction.draft = { ...draft, segmented }
}

/** The index state of a space after this version has written to it. */
const stateAfterWrite = (seen: SegmenterState | undefined, version: string): SegmenterState => {
  if (seen === undefined) return { version }
  const kept = seen.version === version ? version : ""
  return seen.rebuilding === version ? { version: kept, rebuilding: version } : { version: kept }
}

const rebuildOperations = ({ write }: typeof MemoryStore.Service, version: string) => ({
  beginRebuild: (space: string) =>
    write("beginRebuild", (transaction) => {
      const seen = segmenterStateOf(transaction.draft, space)
      return Result.succeed(
        setSegmenterState(transaction, space, { version: seen?.version ?? "", rebuilding: version })
      )
    }),
  endRebuild: (space: string) =>
    write("endRebuild", (transaction) => {
      const seen = segmenterStateOf(transaction.draft, space)
      return Result.succeed(
        seen?.rebuilding === version ? setSegmenterState(transaction, space, { version }) : undefined
      )
    })
})

const outdatedSpaces = ({ segmented }: MemoryState, version: string, after: string) =>
  [...segmented]
    .flatMap(([space, seen]) => (seen.version !== version && CodePoint.compare(space, after) > 0 ? [space] : []))
    .sort(CodePoint.compare)

const isEmpty = ({ phrases, prefix, terms }: SearchIndex.SearchQuery): boolean =>
  prefix === undefined && terms.length === 0 && phrases.every((phrase) => phrase.length === 0)

/** Searches spaces, each once. */
const searchAll = Effect.fnUntraced(function* (
  store: typeof MemoryStore.Service,
  spaces: ReadonlyArray<{ readonly space: string; readonly passing?: SearchedSpace.SectionFilter }>,
  query: SearchIndex.SearchQuery,
  page: { readonly offset: number; readonly limit: number }
) {
  const state = yield* store.read("search", (state) => state)
  const distinct = new Map(spaces.map(({ passing, space }) => [space, passing]))
  const found = isEmpty(query)
    ? []
    : yield* Effect.forEach(distinct, ([space, passing]) => searchSpace(state, space, query, passing))
  return toPart(found.flat(), page)
})

const make = (store: typeof MemoryStore.Service, version: string): typeof SearchIndex.SearchIndex.Service => ({
  update: (space, { put, removed }) =>
    put.length + removed.length === 0
      ? Effect.void
      : Effect.flatMap(EventLoop.map(put, SearchedSpace.toPage), (pages) =>
          store.write("update", (transaction) => {
            setSegmenterState(transaction, space, stateAfterWrite(segmenterStateOf(transaction.draft, space), version))
            return Result.succeed(
              replaceSpace(
                transaction,
                space,
                SearchedSpace.update(searchedOf(transaction.draft, space), pages, removed)
              )
            )
          })
        ),
  removeSpace: (space) =>
    store.write("removeSpace", (transaction) => {
      setSegmenterState(transaction, space, undefined)
      return Result.succeed(replaceSpace(transaction, space, SearchedSpace.empty))
    }),
  copy: (from, to) =>
    store.write("copy", (transaction) => {
      const seen = segmenterStateOf(transaction.draft, from)
      setSegmenterState(transaction, to, seen === undefined ? undefined : { version: seen.version })
      return Result.succeed(replaceSpace(transaction, to, searchedOf(transaction.draft, from)))
    }),
  search: (spaces, query, page) =>
    searchAll(
      store,
      spaces.map((space) => ({ space })),
      query,
      page
    ),
  conditions: (spaces) => store.read("conditions", (state) => listConditions(state, spaces)),
  searchPublished: (spaces, query, page) =>
    searchAll(
      store,
      spaces.map(({ passing, space }) => ({ space, passing: SearchedSpace.passingOf(passing) })),
      query,
      page
    ),
  searchSpaces: (scope, query, { offset, limit, pagesPerSpace }) =>
    Effect.gen(function* () {
      const state = yield* store.read("searchSpaces", (state) => state)
      const found = isEmpty(query) ? [] : yield* searchReadable(state, scope, query)
      const best = First.takeFirst(found, Math.min(offset + limit, depth), byBest)
      const spaces = best.slice(offset).map(({ found: pages, space }) => ({
        space,
        pages: First.takeFirst(pages, pagesPerSpace, byScore).map(hitOf)
      }))
      return { spaces, total: Math.min(found.length, depth) }
    }),
  outdated: ({ after, limit }) =>
    store.read("outdated", (state) => outdatedSpaces(state, version, after).slice(0, limit)),
  ...rebuildOperations(store, version)
})

/** `SearchIndex` in memory. A search reads every section of the searched spaces. */
export const layerOf = (version: string): Layer.Layer<SearchIndex.SearchIndex, never, MemoryStore> =>
  Layer.effect(
    SearchIndex.SearchIndex,
    Effect.map(MemoryStore, (store) => make(store, version))
  )

/** The index for the segmenter of this process's Node. */
export const layer: Layer.Layer<SearchIndex.SearchIndex, never, MemoryStore> = layerOf(segmenterVersion)
