import { CodePoint, Placement, SearchIndex } from "@quire/core"
import { Effect, HashMap, Layer, Option, Result } from "effect"
import { segmenterVersion } from "../text/SegmenterVersion.ts"
import type { IndexedPage, MemoryState } from "./MemoryState.ts"
import { MemoryStore, type Transaction } from "./MemoryStore.ts"
import * as Readers from "./Readers.ts"
import * as Score from "./Score.ts"
import * as Table from "./Table.ts"

/** How many hits a search sees, however deep it is paged. */
const depth = 1000

type Pages = HashMap.HashMap<string, IndexedPage>

const pagesOf = ({ pages }: MemoryState, space: string): Pages =>
  Option.getOrElse(HashMap.get(pages, space), () => HashMap.empty<string, IndexedPage>())

const replace = (transaction: Transaction, space: string, pages: Pages) => {
  const { draft } = transaction
  const rest = HashMap.remove(draft.pages, space)
  transaction.draft = { ...draft, pages: HashMap.isEmpty(pages) ? rest : HashMap.set(rest, space, pages) }
}

const indexed = ({ sections }: SearchIndex.PageEntry): IndexedPage => ({
  sections: sections.map((section) => ({
    ...section,
    title: [...section.title],
    heading: [...section.heading],
    body: [...section.body]
  })),
  tokens: new Set(sections.flatMap(({ title, heading, body }) => [...title, ...heading, ...body]))
})

const byScore = (left: SearchIndex.PageHit, right: SearchIndex.PageHit) =>
  right.score - left.score || CodePoint.compare(left.page, right.page) || CodePoint.compare(left.space, right.space)

const hitsIn = (state: MemoryState, spaces: ReadonlyArray<string>, query: SearchIndex.SearchQuery) => {
  const wanted = Score.wanted(query)
  const hits: Array<SearchIndex.PageHit> = []
  for (const space of new Set(spaces)) {
    for (const [page, entry] of pagesOf(state, space)) {
      const found = Score.pageScore(entry, wanted)
      if (found !== undefined) hits.push({ space, page, ...found })
    }
  }
  return hits.sort(byScore)
}

const spacesOf = ({ readers, tables }: MemoryState, { organization, keys }: SearchIndex.SearchScope) => {
  if (keys !== "all") return Readers.readable(readers, organization, "space", keys)
  return Option.match(HashMap.get(tables, Placement.collection.name), {
    onNone: () => [],
    onSome: (table) => [
      ...HashMap.keys(Table.members(table, Table.groupOf("inOrganization", [organization, "space", true])))
    ]
  })
}

const bySpace = (state: MemoryState, scope: SearchIndex.SearchScope, query: SearchIndex.SearchQuery) => {
  const found = spacesOf(state, scope).flatMap((space) => {
    const pages = hitsIn(state, [space], query)
    return pages[0] === undefined ? [] : [{ space, pages, best: pages[0].score }]
  })
  return found.sort((left, right) => right.best - left.best || CodePoint.compare(left.space, right.space))
}

type Segmented = { readonly version: string; readonly rebuilding?: string }

const segmentedOf = ({ segmented }: MemoryState, space: string) => Option.getOrUndefined(HashMap.get(segmented, space))

const setSegmented = (transaction: Transaction, space: string, next: Segmented | undefined) => {
  const { draft } = transaction
  const segmented =
    next === undefined ? HashMap.remove(draft.segmented, space) : HashMap.set(draft.segmented, space, next)
  transaction.draft = { ...draft, segmented }
}

/** What is known of a space after this version has written to it. */
const written = (seen: Segmented | undefined, version: string): Segmented => {
  if (seen === undefined) return { version }
  const kept = seen.version === version ? version : ""
  return seen.rebuilding === version ? { version: kept, rebuilding: version } : { version: kept }
}

const rebuilds = ({ write }: typeof MemoryStore.Service, version: string) => ({
  beginRebuild: (space: string) =>
    write("beginRebuild", (transaction) => {
      const seen = segmentedOf(transaction.draft, space)
      return Result.succeed(setSegmented(transaction, space, { version: seen?.version ?? "", rebuilding: version }))
    }),
  endRebuild: (space: string) =>
    write("endRebuild", (transaction) => {
      const seen = segmentedOf(transaction.draft, space)
      return Result.succeed(seen?.rebuilding === version ? setSegmented(transaction, space, { version }) : undefined)
    })
})

const outdated = ({ segmented }: MemoryState, version: string, after: string) =>
  [...segmented]
    .flatMap(([space, seen]) => (seen.version !== version && CodePoint.compare(space, after) > 0 ? [space] : []))
    .sort(CodePoint.compare)

const make = (store: typeof MemoryStore.Service, version: string): typeof SearchIndex.SearchIndex.Service => ({
  update: (space, { put, removed }) =>
    store.write("update", (transaction) => {
      if (put.length + removed.length === 0) return Result.void
      const kept = HashMap.removeMany(pagesOf(transaction.draft, space), removed)
      setSegmented(transaction, space, written(segmentedOf(transaction.draft, space), version))
      return Result.succeed(
        replace(
          transaction,
          space,
          put.reduce((pages, entry) => HashMap.set(pages, entry.page, indexed(entry)), kept)
        )
      )
    }),
  removeSpace: (space) =>
    store.write("removeSpace", (transaction) => {
      setSegmented(transaction, space, undefined)
      return Result.succeed(replace(transaction, space, HashMap.empty()))
    }),
  copy: (from, to) =>
    store.write("copy", (transaction) => {
      const seen = segmentedOf(transaction.draft, from)
      setSegmented(transaction, to, seen === undefined ? undefined : { version: seen.version })
      return Result.succeed(replace(transaction, to, pagesOf(transaction.draft, from)))
    }),
  search: (spaces, query, { offset, limit }) =>
    store.read("search", (state) => {
      const hits = hitsIn(state, spaces, query).slice(0, depth)
      return { hits: hits.slice(offset, offset + limit), total: hits.length }
    }),
  searchSpaces: (scope, query, { offset, limit, pagesPerSpace }) =>
    store.read("searchSpaces", (state) => {
      const found = bySpace(state, scope, query).slice(0, depth)
      const spaces = found
        .slice(offset, offset + limit)
        .map(({ space, pages }) => ({ space, pages: pages.slice(0, pagesPerSpace) }))
      return { spaces, total: found.length }
    }),
  outdated: ({ after, limit }) => store.read("outdated", (state) => outdated(state, version, after).slice(0, limit)),
  ...rebuilds(store, version)
})

/** `SearchIndex` in memory: every page of a space is looked at, so it suits tests and previews. */
export const layerOf = (version: string): Layer.Layer<SearchIndex.SearchIndex, never, MemoryStore> =>
  Layer.effect(
    SearchIndex.SearchIndex,
    Effect.map(MemoryStore, (store) => make(store, version))
  )

/** The index of this process, whose segmenter has the version given by Node. */
export const layer: Layer.Layer<SearchIndex.SearchIndex, never, MemoryStore> = layerOf(segmenterVersion)
