import { CodePoint, Placement, SearchIndex } from "@quire/core"
import { Effect, HashMap, Layer, Option, Result, Schema } from "effect"
import { segmenterVersion } from "../text/SegmenterVersion.ts"
import * as First from "./First.ts"
import type { MemoryState } from "./MemoryState.ts"
import { MemoryStore, type Transaction } from "./MemoryStore.ts"
import * as OrderedRows from "./OrderedRows.ts"
import * as Readers from "./Readers.ts"
import * as Score from "./Score.ts"
import * as SearchedSpace from "./SearchedSpace.ts"
import * as Segment from "./Segment.ts"
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
    searched: HashMap.isEmpty(next.pages) ? rest : HashMap.set(rest, space, next)
  }
}

interface SpaceMatch {
  readonly space: string
  readonly found: Segment.PageMatch
}

const byScore = ({ found: left, space: one }: SpaceMatch, { found: right, space: other }: SpaceMatch) =>
  right.score - left.score || CodePoint.compare(left.page.page, right.page.page) || CodePoint.compare(one, other)

const searchSpace = (
  state: MemoryState,
  space: string,
  query: Score.QueryTerms,
  passing?: Segment.SectionFilter
): ReadonlyArray<SpaceMatch> =>
  SearchedSpace.search(searchedOf(state, space), query, passing).map((found) => ({ space, found }))

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
  page: found.page.page,
  score: found.score,
  sections: Segment.sectionHits(found)
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
  query: Score.QueryTerms
): ReadonlyArray<FoundSpace> =>
  readableSpaces(state, scope).flatMap((space) => {
    const found = searchSpace(state, space, query)
    const best = found.reduce((most, { found: { score } }) => Math.max(most, score), 0)
    return best === 0 ? [] : [{ space, found, best }]
  })

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

const make = (store: typeof MemoryStore.Service, version: string): typeof SearchIndex.SearchIndex.Service => ({
  update: (space, { put, removed }) => {
    if (put.length + removed.length === 0) return Effect.void
    return store.atomic(
      Effect.gen(function* () {
        const before = yield* store.read("update", (state) => searchedOf(state, space))
        const next = SearchedSpace.update(before, put, removed)
        yield* store.within("update", (transaction) => {
          setSegmenterState(transaction, space, stateAfterWrite(segmenterStateOf(transaction.draft, space), version))
          replaceSpace(transaction, space, next)
        })
      })
    )
  },
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
    store.read("search", (state) => {
      const asked = Score.toTerms(query)
      return toPart(
        [...new Set(spaces)].flatMap((space) => searchSpace(state, space, asked)),
        page
      )
    }),
  conditions: (spaces) => store.read("conditions", (state) => listConditions(state, spaces)),
  searchPublished: (spaces, query, page) =>
    store.read("searchPublished", (state) => {
      const asked = Score.toTerms(query)
      const passing = new Map(spaces.map((each) => [each.space, Segment.passingOf(each.passing)]))
      return toPart(
        [...passing].flatMap(([space, keys]) => searchSpace(state, space, asked, keys)),
        page
      )
    }),
  searchSpaces: (scope, query, { offset, limit, pagesPerSpace }) =>
    store.read("searchSpaces", (state) => {
      const asked = Score.toTerms(query)
      const found = searchReadable(state, scope, asked)
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

/** `SearchIndex` in memory. In each space, only the sections with the rarest word of a query are examined, and those with words that its prefix begins. */
export const layerOf = (version: string): Layer.Layer<SearchIndex.SearchIndex, never, MemoryStore> =>
  Layer.effect(
    SearchIndex.SearchIndex,
    Effect.map(MemoryStore, (store) => make(store, version))
  )

/** The index for the segmenter of this process's Node. */
export const layer: Layer.Layer<SearchIndex.SearchIndex, never, MemoryStore> = layerOf(segmenterVersion)
