import { Context, Effect, Layer, Schema } from "effect"
import { type PageHit, SearchIndex, type SearchScope, type SectionHit } from "../../content/search-index/SearchIndex.ts"
import * as SearchQueries from "../../content/search-index/SearchQueries.ts"
import * as ContentReader from "../../content/tree/ContentReader.ts"
import { NodeCache } from "../../content/tree/NodeCache.ts"
import * as PageLocation from "../../content/tree/PageLocation.ts"
import * as PagePath from "../../content/tree/PagePath.ts"
import type * as Root from "../../content/tree/Root.ts"
import type { OrganizationId } from "../../foundation/id/Ids.ts"
import { Addresses } from "../../foundation/operation/Addresses.ts"
import { operation } from "../../foundation/operation/Operation.ts"
import { type PageRequest, Paging, toJson } from "../../foundation/paging/Paging.ts"
import type { Keyset } from "../../foundation/store/RowStore.ts"
import { codePoints } from "../../foundation/text/Text.ts"
import { Access, type OrganizationAccess } from "../../people/access/Access.ts"
import { readerKeys } from "../../people/access/Decision.ts"
import { ContentBase } from "../commit/ContentBase.ts"
import { makeExcerpts } from "./Excerpt.ts"
import { asJson, asViews, type ResultForm, type ShownSection } from "./ResultForm.ts"
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
    const results: Array<P> = []
    for (const [at, { page, sections }] of hits.entries()) {
      const place = known[at] ?? found.get(page)
      if (place !== undefined) results.push(form.page(place, toShownSections(sections, excerpt)))
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
  readonly list: string
  readonly filters: ReadonlyArray<unknown>
}

const noResults = Effect.succeed({ found: [], total: 0 })

/** Searches the primary content of spaces, limited to what the caller may read (rule search-trim). */
export class Searches extends Context.Service<Searches>()("@quire/core/Searches", {
  make: Effect.gen(function* () {
    const access = yield* Access
    const index = yield* SearchIndex
    const contents = yield* ContentBase
    const results = yield* pageResultMaker
    const synonyms = yield* ApplicableSynonyms
    const { paged } = yield* Paging

    const searchSpace = Effect.fnUntraced(function* <P, S>(
      form: ResultForm<P, S>,
      space: string,
      query: string,
      request: PageRequest
    ) {
      const refusal = findRefusal(query)
      if (refusal !== undefined) return yield* refusal
      const { access: viewer, root } = yield* contents.openShown({ space })
      const parsed = SearchQueries.parse(query, yield* synonyms.ofOrganization(viewer.organization.value))
      const list = yield* toSource(request, (part) =>
        parsed === undefined
          ? noResults
          : Effect.map(index.search([space], parsed, part), ({ hits, total }) => ({ found: hits, total }))
      )
      const excerpt = makeExcerpts(SearchQueries.shownTerms(parsed), limits.excerptLength)
      return yield* paged({
        list: "search",
        filters: [space, query],
        request,
        ...list,
        keyset: ({ next, row }) => ({ order: [next], id: row.page }),
        view: (rows) =>
          results(
            root,
            rows.map(({ row }) => row),
            excerpt,
            form
          )
      })
    })

    const openScope = Effect.fnUntraced(function* (organization: OrganizationId) {
      const viewer = yield* access.organization(organization, "organization:view")
      const keys = viewer.isAdmin ? ("all" as const) : readerKeys(viewer.member)
      return { viewer, scope: { organization, keys } }
    })

    const searchSpaces = Effect.fnUntraced(function* <P, S>(
      form: ResultForm<P, S>,
      { filters, list: name, organization, query, request, scope, viewer }: ScopedSearch
    ) {
      const refusal = findRefusal(query)
      if (refusal !== undefined) return yield* refusal
      const parsed = SearchQueries.parse(query, yield* synonyms.ofOrganization(viewer.organization.value))
      const list = yield* toSource(request, (part) =>
        parsed === undefined
          ? noResults
          : Effect.map(
              index.searchSpaces(scope, parsed, { ...part, pagesPerSpace: limits.pagesPerSpace }),
              ({ spaces, total }) => ({ found: spaces, total })
            )
      )
      const excerpt = makeExcerpts(SearchQueries.shownTerms(parsed), limits.excerptLength)
      const toResults = Effect.fnUntraced(function* (
        rows: ReadonlyArray<{ readonly space: string; readonly pages: ReadonlyArray<PageHit> }>
      ) {
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
            Effect.map(results(head.root, pages, excerpt, form), (pages) => form.space(id, head.space.title, pages)),
          ContentReader.batched
        )
      })
      return yield* paged({
        list: name,
        filters,
        request,
        ...list,
        keyset: ({ next, row }) => ({ order: [next], id: row.space }),
        view: (rows) => toResults(rows.map(({ row }) => row))
      })
    })

    const searchOrganization = Effect.fnUntraced(function* <P, S>(
      form: ResultForm<P, S>,
      organization: OrganizationId,
      query: string,
      request: PageRequest
    ) {
      const refusal = findRefusal(query)
      if (refusal !== undefined) return yield* refusal
      const { scope, viewer } = yield* openScope(organization)
      const filters = [organization, query]
      return yield* searchSpaces(form, {
        viewer,
        organization,
        scope,
        query,
        request,
        list: "organization.search",
        filters
      })
    })

    /** Searches the given spaces of the viewer; spaces that the viewer may not view are omitted from the results. */
    const amongSpaces = (asked: Omit<ScopedSearch, "scope"> & { readonly spaces: ReadonlyArray<string> }) => {
      const { spaces, ...search } = asked
      return searchSpaces(asViews, { ...search, scope: { spaces } })
    }

    /** Searches the pages of a space. */
    const inSpace = operation("Searches.inSpace")(function* (space: string, query: string, request: PageRequest) {
      return yield* searchSpace(asViews, space, query, request)
    })

    /** The result of `inSpace` as JSON, created without building views. */
    const inSpaceAsJson = operation("Searches.inSpaceAsJson")(function* (
      space: string,
      query: string,
      request: PageRequest
    ) {
      return toJson(yield* searchSpace(asJson, space, query, request))
    })

    /** Searches the spaces of an organization that the caller may view. */
    const inOrganization = operation("Searches.inOrganization")(function* (
      organization: OrganizationId,
      query: string,
      request: PageRequest
    ) {
      return yield* searchOrganization(asViews, organization, query, request)
    })

    /** The result of `inOrganization` as JSON, created without building views. */
    const inOrganizationAsJson = operation("Searches.inOrganizationAsJson")(function* (
      organization: OrganizationId,
      query: string,
      request: PageRequest
    ) {
      return toJson(yield* searchOrganization(asJson, organization, query, request))
    })

    return { inSpace, inSpaceAsJson, inOrganization, inOrganizationAsJson, amongSpaces } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([Access.layer, ApplicableSynonyms.layer, ContentBase.layer, NodeCache.layer, Paging.layer])
  )
}
