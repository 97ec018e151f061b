import { Context, Effect, Layer, Ref, Schema } from "effect"
import {
  type Correction,
  type PageHit,
  SearchIndex,
  type SearchQuery,
  type SearchScope,
  type SectionHit
} from "../../content/search-index/SearchIndex.ts"
import type { FindSynonyms } from "../../content/search-index/SearchQueries.ts"
import * as SearchQueries from "../../content/search-index/SearchQueries.ts"
import * as ContentReader from "../../content/tree/ContentReader.ts"
import { NodeCache } from "../../content/tree/NodeCache.ts"
import * as PageLocation from "../../content/tree/PageLocation.ts"
import * as PagePath from "../../content/tree/PagePath.ts"
import type * as Root from "../../content/tree/Root.ts"
import type { OrganizationId } from "../../foundation/id/Ids.ts"
import { checked } from "../../foundation/input/Input.ts"
import { Addresses } from "../../foundation/operation/Addresses.ts"
import { operation } from "../../foundation/operation/Operation.ts"
import { type Page, type PageRequest, Paging, toJson } from "../../foundation/paging/Paging.ts"
import type { Keyset } from "../../foundation/store/RowStore.ts"
import { codePoints } from "../../foundation/text/Text.ts"
import { Access, type OrganizationAccess } from "../../people/access/Access.ts"
import { readerKeys } from "../../people/access/Decision.ts"
import { ContentBase } from "../commit/ContentBase.ts"
import { makeExcerpts, matchedIn } from "./Excerpt.ts"
import { asJson, asViews, type ResultForm, type ShownSection } from "./ResultForm.ts"
import {
  OrganizationSearchFilter,
  ofKind,
  type SearchKind,
  SpaceSearchFilter,
  toCursorFilters
} from "./SearchFilter.ts"
import { ApplicableSynonyms } from "./SynonymSettings.ts"

/** The number of hits a search can reach, however far it is paged. */
export const depth = 1000

interface RankedRows<A> {
  readonly found: ReadonlyArray<A>
  readonly total: number
}

/** A part of a ranking; `offset + limit` is at most `depth`. */
export interface RankingPart {
  readonly offset: number
  readonly limit: number
}

const makePart = (offset: number, limit: number): RankingPart => ({
  offset,
  limit: Math.max(0, Math.min(limit, depth - offset))
})

const noRows = { found: [], total: 0 }

/** The count and the rows of a ranked list, for `Paging`. The first page and the count come from one ranking. */
export const toSource = <A>({ limit, page }: PageRequest, rank: (part: RankingPart) => Effect.Effect<RankedRows<A>>) =>
  Effect.map(page === undefined ? rank(makePart(0, limit === 0 ? 0 : limit + 1)) : Effect.succeed(noRows), (first) => ({
    count: Effect.succeed(first.total),
    load: (after: Keyset | undefined, wanted: number) => {
      const offset = after === undefined ? 0 : Number(after.order[0])
      return Effect.map(after === undefined ? Effect.succeed(first) : rank(makePart(offset, wanted)), ({ found }) =>
        found.map((row, at) => ({ row, next: offset + at + 1 }))
      )
    }
  }))

const toShownSections = (
  hits: ReadonlyArray<SectionHit>,
  excerpt: (text: string) => string
): ReadonlyArray<ShownSection> => {
  const sections: Array<ShownSection> = []
  for (const { section, shown } of hits) {
    if (shown !== undefined) sections.push({ section, title: shown.title, body: excerpt(shown.text) })
  }
  return sections
}

/** A result in its form, and the texts that it shows. */
export interface ShownResult<A> {
  readonly view: A
  readonly texts: ReadonlyArray<string>
}

/** Creates results from hits in a root; the positions of their pages are cached. */
export const pageResultMaker = Effect.gen(function* () {
  const addresses = yield* Addresses
  const cache = yield* NodeCache

  const locate = Effect.fnUntraced(function* (root: Root.Root, ids: ReadonlyArray<string>) {
    const { hash, reader } = root
    const places = new Map<string, PageLocation.PageLocation>()
    for (const [id, { page, path }] of yield* PagePath.locate(root, ids)) {
      if (page.type !== "document") continue
      const place = PageLocation.make({
        id,
        title: page.title,
        path,
        app: `${addresses.app}/s/${reader.space}/p/${id}`
      })
      cache.putPlace(reader.space, hash, place)
      places.set(id, place)
    }
    return places
  })

  /** Results with titles and paths of the root; pages that are no longer in it are omitted. */
  return Effect.fnUntraced(function* <P>(
    root: Root.Root,
    hits: ReadonlyArray<PageHit>,
    excerpt: (text: string) => string,
    form: Pick<ResultForm<P, unknown>, "page">
  ) {
    const known = hits.map(({ page }) => cache.place(root.reader.space, root.hash, page))
    const unknown = hits.filter((_, at) => known[at] === undefined).map(({ page }) => page)
    const found = yield* locate(root, unknown)
    const results: Array<ShownResult<P>> = []
    for (const [at, { page, sections }] of hits.entries()) {
      const place = known[at] ?? found.get(page)
      if (place === undefined) continue
      const shown = toShownSections(sections, excerpt)
      const texts = [place.title, ...shown.flatMap(({ body, title }) => [title, body])]
      results.push({ view: form.page(place, shown), texts })
    }
    return results
  })
})

export const limits = { queryLength: 512, depth: depth, pagesPerSpace: 10, excerptLength: 200 } as const

/** The query is empty or too long (rule search-query). */
export class QueryInvalid extends Schema.TaggedError<QueryInvalid>()("QueryInvalid", { rule: Schema.String }) {
  readonly kind = "invalid" as const
  override get message() {
    return `query: ${this.rule}`
  }
  get details() {
    return [{ path: "query", rule: this.rule }]
  }
}

/** A query as the description of the API shows it; others are refused by `findRefusal`. */
export const Query = Schema.String.check(
  Schema.makeFilter(() => true, {
    toJsonSchema: () => ({ minLength: 1, maxLength: limits.queryLength, pattern: "\\S" })
  })
)

/** Why a query is refused; undefined if it is not. */
export const findRefusal = (query: string): QueryInvalid | undefined => {
  if (query.trim() === "") return new QueryInvalid({ rule: "must have a character that is not a space" })
  if (codePoints(query) > limits.queryLength) {
    return new QueryInvalid({ rule: `must be at most ${limits.queryLength} characters` })
  }
  return undefined
}

/** A search of several spaces for a viewer; `list` and `filters` bind the cursors. */
export interface ScopedSearch {
  readonly viewer: OrganizationAccess
  readonly organization: OrganizationId
  readonly scope: SearchScope
  readonly query: string
  readonly request: PageRequest
  readonly kind: SearchKind | undefined
  readonly list: string
  readonly filters: ReadonlyArray<unknown>
}

/** What tells readers how results were found (rules search-matched and search-suggestion). */
export interface SearchFeedback {
  /** The distinct words by which titles and excerpts were found, as written there. */
  readonly matched: ReadonlyArray<string>
  /** The query with misspelled words corrected. */
  readonly suggestion?: string
}

/** A page of results. */
export interface SearchPage<A> extends Page<A>, SearchFeedback {}

/** A query with its words and their synonyms, and what it says about results once the corrections are known. */
export const readQuery = (query: string, kind: SearchKind | undefined, synonyms: FindSynonyms | undefined) => {
  const parsed = SearchQueries.parse(query, synonyms)
  const open = (corrections: ReadonlyArray<Correction>) => {
    const shown = SearchQueries.shownTerms(parsed, corrections)
    const suggestion = SearchQueries.correct(query, corrections)
    return {
      excerpt: makeExcerpts(shown, limits.excerptLength),
      feedback: (texts: ReadonlyArray<string>): SearchFeedback => ({
        matched: matchedIn(shown, texts),
        ...(suggestion === undefined ? {} : { suggestion })
      })
    }
  }
  return { parsed: parsed === undefined ? undefined : ofKind(parsed, kind), open }
}

const noResults = Effect.succeed({ found: [], total: 0, corrections: [] })

const noCorrections: ReadonlyArray<Correction> = []

const checkSpaceFilter = checked(SpaceSearchFilter)
const checkOrganizationFilter = checked(OrganizationSearchFilter)

/** Searches the primary content of spaces, limited to what the caller may read (rule search-trim). */
export class Searches extends Context.Service<Searches>()("@quire/core/Searches", {
  make: Effect.gen(function* () {
    const access = yield* Access
    const index = yield* SearchIndex
    const contents = yield* ContentBase
    const results = yield* pageResultMaker
    const synonyms = yield* ApplicableSynonyms
    const { paged } = yield* Paging

    /** One page of a ranking; the corrections of a query are those of its last ranking. */
    const listRanked = Effect.fnUntraced(function* <Row, A, E, R>(
      search: Pick<ScopedSearch, "filters" | "kind" | "list" | "query" | "request" | "viewer">,
      rank: (
        query: SearchQuery,
        part: RankingPart
      ) => Effect.Effect<RankedRows<Row> & { readonly corrections: ReadonlyArray<Correction> }>,
      idOf: (row: Row) => string,
      show: (
        rows: ReadonlyArray<Row>,
        excerpt: (text: string) => string
      ) => Effect.Effect<ReadonlyArray<ShownResult<A>>, E, R>
    ) {
      const { filters, kind, list, query, request, viewer } = search
      const known = yield* synonyms.ofOrganization(viewer.organization.value)
      const { open, parsed } = readQuery(query, kind, known)
      const corrections = yield* Ref.make(noCorrections)
      const source = yield* toSource(request, (part) =>
        Effect.tap(parsed === undefined ? noResults : rank(parsed, part), (found) =>
          Ref.set(corrections, found.corrections)
        )
      )
      const { items, ...envelope } = yield* paged({
        list,
        filters,
        request,
        ...source,
        keyset: ({ next, row }) => ({ order: [next], id: idOf(row) }),
        view: (rows) =>
          Effect.flatMap(Ref.get(corrections), (known) =>
            show(
              rows.map(({ row }) => row),
              open(known).excerpt
            )
          )
      })
      const { feedback } = open(yield* Ref.get(corrections))
      return {
        items: items.map(({ view }) => view),
        ...envelope,
        ...feedback(items.flatMap(({ texts }) => texts))
      } satisfies SearchPage<A>
    })

    const searchSpace = Effect.fnUntraced(function* <P, S>(
      form: ResultForm<P, S>,
      space: string,
      query: string,
      request: PageRequest,
      filter: SpaceSearchFilter
    ) {
      const { kind } = yield* checkSpaceFilter(filter)
      const refusal = findRefusal(query)
      if (refusal !== undefined) return yield* refusal
      const { access: viewer, root } = yield* contents.openShown({ space })
      return yield* listRanked(
        { viewer, query, kind, request, list: "search", filters: [space, query, ...toCursorFilters({ kind })] },
        (parsed, part) =>
          Effect.map(index.search([space], parsed, part), ({ corrections, hits, total }) => ({
            found: hits,
            total,
            corrections
          })),
        ({ page }) => page,
        (hits, excerpt) => results(root, hits, excerpt, form)
      )
    })

    const openScope = Effect.fnUntraced(function* (
      organization: OrganizationId,
      spaces: ReadonlyArray<string> | undefined
    ) {
      const viewer = yield* access.organization(organization, "organization:view")
      if (spaces !== undefined) {
        return { viewer, scope: { spaces: yield* contents.listViewable(viewer, organization, spaces) } }
      }
      const keys = viewer.isAdmin ? ("all" as const) : readerKeys(viewer.member)
      return { viewer, scope: { organization, keys } }
    })

    const searchSpaces = <P, S>(form: ResultForm<P, S>, search: ScopedSearch) => {
      const { organization, scope, viewer } = search
      return listRanked(
        search,
        (parsed, part) =>
          Effect.map(
            index.searchSpaces(scope, parsed, { ...part, pagesPerSpace: limits.pagesPerSpace }),
            ({ corrections, spaces, total }) => ({ found: spaces, total, corrections })
          ),
        ({ space }) => space,
        Effect.fnUntraced(function* (rows, excerpt) {
          const heads = yield* contents.heads(
            viewer,
            organization,
            rows.map(({ space }) => space)
          )
          const found = rows.flatMap(({ pages, space: id }) => {
            const head = heads.get(id)
            return head === undefined ? [] : [{ id, head, pages }]
          })
          return yield* Effect.forEach(
            found,
            ({ head, id, pages }) =>
              Effect.map(results(head.root, pages, excerpt, form), (shown) => ({
                view: form.space(
                  id,
                  head.space.title,
                  shown.map(({ view }) => view)
                ),
                texts: shown.flatMap(({ texts }) => texts)
              })),
            ContentReader.batched
          )
        })
      )
    }

    const searchOrganization = Effect.fnUntraced(function* <P, S>(
      form: ResultForm<P, S>,
      organization: OrganizationId,
      query: string,
      request: PageRequest,
      filter: OrganizationSearchFilter
    ) {
      const { kind, spaces } = yield* checkOrganizationFilter(filter)
      const refusal = findRefusal(query)
      if (refusal !== undefined) return yield* refusal
      const { scope, viewer } = yield* openScope(organization, spaces)
      return yield* searchSpaces(form, {
        viewer,
        organization,
        scope,
        query,
        request,
        kind,
        list: "organization.search",
        filters: [organization, query, ...toCursorFilters({ kind, spaces })]
      })
    })

    /** Searches the given spaces of the viewer; spaces that the viewer may not view are omitted from the results. */
    const amongSpaces = Effect.fnUntraced(function* (
      asked: Omit<ScopedSearch, "scope"> & { readonly spaces: ReadonlyArray<string> }
    ) {
      const { spaces, ...search } = asked
      const refusal = findRefusal(search.query)
      if (refusal !== undefined) return yield* refusal
      return yield* searchSpaces(asViews, { ...search, scope: { spaces } })
    })

    /** Searches the pages of a space. */
    const inSpace = operation("Searches.inSpace")(function* (
      space: string,
      query: string,
      request: PageRequest,
      filter: SpaceSearchFilter = {}
    ) {
      return yield* searchSpace(asViews, space, query, request, filter)
    })

    /** The result of `inSpace` as JSON, created without building views. */
    const inSpaceAsJson = operation("Searches.inSpaceAsJson")(function* (
      space: string,
      query: string,
      request: PageRequest,
      filter: SpaceSearchFilter = {}
    ) {
      return toJson(yield* searchSpace(asJson, space, query, request, filter))
    })

    /** Searches the spaces of an organization that the caller may view. */
    const inOrganization = operation("Searches.inOrganization")(function* (
      organization: OrganizationId,
      query: string,
      request: PageRequest,
      filter: OrganizationSearchFilter = {}
    ) {
      return yield* searchOrganization(asViews, organization, query, request, filter)
    })

    /** The result of `inOrganization` as JSON, created without building views. */
    const inOrganizationAsJson = operation("Searches.inOrganizationAsJson")(function* (
      organization: OrganizationId,
      query: string,
      request: PageRequest,
      filter: OrganizationSearchFilter = {}
    ) {
      return toJson(yield* searchOrganization(asJson, organization, query, request, filter))
    })

    return { inSpace, inSpaceAsJson, inOrganization, inOrganizationAsJson, amongSpaces } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([Access.layer, ApplicableSynonyms.layer, ContentBase.layer, NodeCache.layer, Paging.layer])
  )
}
