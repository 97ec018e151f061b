import { CodePoint, Placement, SearchIndex } from "@quire/core"
import { Effect, Either, HashMap, Layer, Option } from "effect"
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
  sections: sections.map(({ section, title, heading, body }) => ({
    section,
    title: [...title],
    heading: [...heading],
    body: [...body]
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

const make = ({ read, write }: typeof MemoryStore.Service): typeof SearchIndex.SearchIndex.Service => ({
  update: (space, { put, removed }) =>
    write("update", (transaction) => {
      const kept = HashMap.removeMany(pagesOf(transaction.draft, space), removed)
      return Either.right(
        replace(
          transaction,
          space,
          put.reduce((pages, entry) => HashMap.set(pages, entry.page, indexed(entry)), kept)
        )
      )
    }),
  removeSpace: (space) =>
    write("removeSpace", (transaction) => Either.right(replace(transaction, space, HashMap.empty()))),
  copy: (from, to) =>
    write("copy", (transaction) => Either.right(replace(transaction, to, pagesOf(transaction.draft, from)))),
  search: (spaces, query, { offset, limit }) =>
    read("search", (state) => {
      const hits = hitsIn(state, spaces, query).slice(0, depth)
      return { hits: hits.slice(offset, offset + limit), total: hits.length }
    }),
  searchSpaces: (scope, query, { offset, limit, pagesPerSpace }) =>
    read("searchSpaces", (state) => {
      const found = bySpace(state, scope, query).slice(0, depth)
      const spaces = found
        .slice(offset, offset + limit)
        .map(({ space, pages }) => ({ space, pages: pages.slice(0, pagesPerSpace) }))
      return { spaces, total: found.length }
    })
})

/** `SearchIndex` in memory: every page of a space is looked at, so it suits tests and previews. */
export const layer: Layer.Layer<SearchIndex.SearchIndex, never, MemoryStore> = Layer.effect(
  SearchIndex.SearchIndex,
  Effect.map(MemoryStore, make)
)
