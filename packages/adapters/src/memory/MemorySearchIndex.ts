import { CodePoint, EventLoop, Placement, Ranking, SearchIndex, SearchPlan } from "@quire/core"
import { Effect, HashMap, Layer, Option, Result, Schema } from "effect"
import { tokensVersion } from "../text/TokensVersion.ts"
import * as First from "./First.ts"
import type { MemoryState } from "./MemoryState.ts"
import { MemoryStore, type Transaction } from "./MemoryStore.ts"
import * as OrderedRows from "./OrderedRows.ts"
import * as Readers from "./Readers.ts"
import * as SearchedSpace from "./SearchedSpace.ts"
import * as Table from "./Table.ts"

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

/** A searched space with the pages that the audience may find. */
interface Searched {
  readonly space: string
  readonly pages: ReadonlyArray<SearchedSpace.SearchedPage>
}

const openSpace = (state: MemoryState, space: string, passing: SearchedSpace.SectionFilter): Searched => ({
  space,
  pages: Array.from(HashMap.values(searchedOf(state, space)), (page) => SearchedSpace.filter(page, passing))
})

/** Pages that are read without letting other fibers run. */
const pagesAtOnce = 20

const chunksOf = (spaces: ReadonlyArray<Searched>) =>
  spaces.flatMap(({ pages, space }) =>
    Array.from({ length: Math.ceil(pages.length / pagesAtOnce) }, (_, at) => ({
      space,
      pages: pages.slice(at * pagesAtOnce, (at + 1) * pagesAtOnce)
    }))
  )

const countSections = (spaces: ReadonlyArray<Searched>): number =>
  spaces.reduce((sum, { pages }) => pages.reduce((own, { sections }) => own + sections.length, sum), 0)

const byFrequency = (left: SearchPlan.TermCount, right: SearchPlan.TermCount) =>
  right.sections - left.sections || CodePoint.compare(left.term, right.term)

type PageMatch = Ranking.PageMatch<SearchedSpace.SectionMatch>

/**
 * Plans a query by the words of some spaces, and finds the matching pages in no particular order: among those that were
 * seen to contain a word of the plan.
 */
const findPages = Effect.fnUntraced(function* (query: SearchIndex.SearchQuery, spaces: ReadonlyArray<Searched>) {
  const chunks = chunksOf(spaces)
  const readAll = (read: (page: SearchedSpace.SearchedPage) => void) =>
    EventLoop.map(chunks, ({ pages }) => pages.forEach(read))
  const found: Array<SearchedSpace.Occurrences> = []
  const vocabulary: SearchPlan.Vocabulary = {
    lookUp: Effect.fnUntraced(function* (wanted) {
      const { beginning, own, read } = SearchedSpace.makeTermFinder(wanted)
      found.push(own, beginning)
      yield* readAll(read)
      return {
        sections: countSections(spaces),
        counts: new Map(own.counts.map(({ sections, term }) => [term, sections])),
        beginning: First.takeFirst(beginning.counts, SearchPlan.limits.beginning, byFrequency)
      }
    }),
    similar: Effect.fnUntraced(function* (wanted) {
      const similar = SearchedSpace.makeSimilarFinder(wanted)
      found.push(similar.found)
      yield* readAll(similar.read)
      return First.takeFirst(similar.found.counts, SearchPlan.limits.compared, byFrequency)
    })
  }
  const { corrections, plan } = yield* SearchPlan.make(query, vocabulary)
  if (plan === undefined) return { corrections, plan, matches: [] }
  const match = SearchedSpace.makeMatcher(plan)
  const matches = yield* EventLoop.map(chunks, ({ pages, space }) =>
    pages.flatMap((page): ReadonlyArray<PageMatch> => {
      const own = found.some((each) => each.pages.has(page)) ? match(space, page) : undefined
      return own === undefined ? [] : [own]
    })
  )
  return { corrections, plan, matches: matches.flat() }
})

const toHit = (page: Ranking.RankedPage<SearchedSpace.SectionMatch>) => Ranking.toHit(page, ({ shown }) => shown)

const searchAll = Effect.fnUntraced(function* (
  spaces: ReadonlyArray<Searched>,
  query: SearchIndex.SearchQuery,
  slice: Ranking.Slice
) {
  const { corrections, matches, plan } = yield* findPages(query, spaces)
  if (plan === undefined) return { hits: [], total: 0, corrections }
  const { limit, offset } = Ranking.windowOf(slice)
  const best = First.takeFirst(matches, Math.min(offset + limit, Ranking.limits.pages), SearchedSpace.byRoughScore)
  return {
    hits: Ranking.sliceOf(plan, best.slice(offset), slice).map(toHit),
    total: Math.min(matches.length, Ranking.limits.pages),
    corrections
  }
})

const decodeConditions = Schema.decodeUnknownSync(Schema.fromJsonString(Schema.Array(Schema.String)))

const listConditions = (state: MemoryState, spaces: ReadonlyArray<string>) => {
  const found = [...new Set(spaces)].flatMap((space) =>
    Array.from(SearchedSpace.conditionKeys(searchedOf(state, space)), (key) => ({ space, key }))
  )
  return found
    .slice(0, SearchIndex.limits.conditions)
    .map(({ key, space }) => ({ space, conditions: decodeConditions(key) }))
}

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
  readonly pages: ReadonlyArray<PageMatch>
  /** The rough score of its best page. */
  readonly best: number
}

const byBest = (left: FoundSpace, right: FoundSpace) =>
  right.best - left.best || CodePoint.compare(left.space, right.space)

/** The spaces of some pages, each with its pages. */
const groupBySpace = (found: ReadonlyArray<PageMatch>): ReadonlyArray<FoundSpace> => {
  const spaces = new Map<string, Array<PageMatch>>()
  for (const page of found) {
    const own = spaces.get(page.space)
    if (own === undefined) spaces.set(page.space, [page])
    else own.push(page)
  }
  return Array.from(spaces, ([space, pages]) => ({
    space,
    pages,
    best: pages.reduce((most, { score }) => Math.max(most, score), 0)
  }))
}

type EntriesVersion = { readonly version: string; readonly rebuilding?: string }

const entriesVersionOf = ({ entriesVersions }: MemoryState, space: string) =>
  Option.getOrUndefined(HashMap.get(entriesVersions, space))

const setEntriesVersion = (transaction: Transaction, space: string, next: EntriesVersion | undefined) => {
  const { draft } = transaction
  const entriesVersions =
    next === undefined ? HashMap.remove(draft.entriesVersions, space) : HashMap.set(draft.entriesVersions, space, next)
  transaction.draft = { ...draft, entriesVersions }
}

/** The index state of a space after this version has written to it. */
const stateAfterWrite = (seen: EntriesVersion | undefined, version: string): EntriesVersion => {
  if (seen === undefined) return { version }
  const kept = seen.version === version ? version : ""
  return seen.rebuilding === version ? { version: kept, rebuilding: version } : { version: kept }
}

const rebuildOperations = ({ write }: typeof MemoryStore.Service, version: string) => ({
  beginRebuild: (space: string) =>
    write("beginRebuild", (transaction) => {
      const seen = entriesVersionOf(transaction.draft, space)
      return Result.succeed(
        setEntriesVersion(transaction, space, { version: seen?.version ?? "", rebuilding: version })
      )
    }),
  endRebuild: (space: string) =>
    write("endRebuild", (transaction) => {
      const seen = entriesVersionOf(transaction.draft, space)
      return Result.succeed(
        seen?.rebuilding === version ? setEntriesVersion(transaction, space, { version }) : undefined
      )
    })
})

const outdatedSpaces = ({ entriesVersions }: MemoryState, version: string, after: string) =>
  [...entriesVersions]
    .flatMap(([space, seen]) => (seen.version !== version && CodePoint.compare(space, after) > 0 ? [space] : []))
    .sort(CodePoint.compare)

/** Searches spaces, each once. */
const searchSpaces = Effect.fnUntraced(function* (
  store: typeof MemoryStore.Service,
  spaces: ReadonlyArray<{ readonly space: string; readonly passing?: SearchedSpace.SectionFilter }>,
  query: SearchIndex.SearchQuery,
  slice: Ranking.Slice
) {
  const state = yield* store.read("search", (state) => state)
  const distinct = new Map(spaces.map(({ passing, space }) => [space, passing]))
  const searched = Array.from(distinct, ([space, passing]) => openSpace(state, space, passing))
  return yield* searchAll(searched, query, slice)
})

const make = (store: typeof MemoryStore.Service, version: string): typeof SearchIndex.SearchIndex.Service => ({
  update: (space, { put, removed }) =>
    put.length + removed.length === 0
      ? Effect.void
      : Effect.flatMap(EventLoop.map(put, SearchedSpace.toPage), (pages) =>
          store.write("update", (transaction) => {
            setEntriesVersion(transaction, space, stateAfterWrite(entriesVersionOf(transaction.draft, space), version))
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
      setEntriesVersion(transaction, space, undefined)
      return Result.succeed(replaceSpace(transaction, space, SearchedSpace.empty))
    }),
  copy: (from, to) =>
    store.write("copy", (transaction) => {
      const seen = entriesVersionOf(transaction.draft, from)
      setEntriesVersion(transaction, to, seen === undefined ? undefined : { version: seen.version })
      return Result.succeed(replaceSpace(transaction, to, searchedOf(transaction.draft, from)))
    }),
  search: (spaces, query, page) =>
    searchSpaces(
      store,
      spaces.map((space) => ({ space })),
      query,
      page
    ),
  conditions: (spaces) => store.read("conditions", (state) => listConditions(state, spaces)),
  searchPublished: (spaces, query, page) =>
    searchSpaces(
      store,
      spaces.map(({ passing, space }) => ({ space, passing: SearchedSpace.passingOf(passing) })),
      query,
      page
    ),
  searchSpaces: (scope, query, { offset, limit, pagesPerSpace }) =>
    Effect.gen(function* () {
      const state = yield* store.read("searchSpaces", (state) => state)
      const searched = readableSpaces(state, scope).map((space) => openSpace(state, space, undefined))
      const { corrections, matches, plan } = yield* findPages(query, searched)
      if (plan === undefined) return { spaces: [], total: 0, corrections }
      const bySpace = groupBySpace(matches)
      const best = First.takeFirst(bySpace, Math.min(offset + limit, Ranking.limits.pages), byBest)
      const spaces = best.slice(offset).map(({ pages, space }) => ({
        space,
        pages: Ranking.rank(plan, First.takeFirst(pages, pagesPerSpace, SearchedSpace.byRoughScore)).map(toHit)
      }))
      return { spaces, total: Math.min(bySpace.length, Ranking.limits.pages), corrections }
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

/** The index for the tokens of this process's Node. */
export const layer: Layer.Layer<SearchIndex.SearchIndex, never, MemoryStore> = layerOf(tokensVersion)
