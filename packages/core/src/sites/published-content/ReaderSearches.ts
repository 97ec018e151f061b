import { Context, Effect, Layer } from "effect"
import { checked } from "../../foundation/input/Input.ts"
import type { ReadingScope } from "../../foundation/operation/Actor.ts"
import { Addresses } from "../../foundation/operation/Addresses.ts"
import { operation } from "../../foundation/operation/Operation.ts"
import type { PageResult, SpaceResult } from "../../spaces/search/SearchView.ts"
import type { Publication } from "../publication/Publications.ts"
import * as SitePlaces from "../published-page/SitePlaces.ts"
import { type PublishedResult, PublishedSearch } from "../published-search/PublishedSearch.ts"
import * as SiteSearches from "../published-search/SiteSearches.ts"
import * as ReadCapability from "./ReadCapability.ts"

/** Pages of one response; readers get no further ones. */
export const limits = { pages: 100 } as const

const check = checked(SiteSearches.SiteSearch)

/** The site-spaces that a search is about (rules site-search-scope and site-search-filter). */
const choose = (publication: Publication, search: SiteSearches.SiteSearch): ReadonlyArray<string> =>
  SitePlaces.list(publication).flatMap(({ section: { first, section }, siteSpace }) => {
    const { id, space } = siteSpace
    const language = publication.seen.spaces.get(space)?.translation?.language
    const searched = { id, isDefault: first === siteSpace, section: section?.id ?? null, language }
    return SiteSearches.isSearched(search, searched) ? [id] : []
  })

/** Searches sites as their audience sees them, for the bearers of content tokens (rule content-token-search). */
export class ReaderSearches extends Context.Service<ReaderSearches>()("@quire/core/ReaderSearches", {
  make: Effect.gen(function* () {
    const { app } = yield* Addresses
    const published = yield* PublishedSearch

    const viewPage = ({ page: { id, path, title }, sections, space }: PublishedResult): PageResult => {
      const urls = { app: `${app}/s/${space}/p/${id}` }
      return {
        id,
        title,
        path,
        urls,
        sections: sections.map(({ anchor, excerpt, title: heading }) => {
          const fragment = anchor === "" ? "" : `#${encodeURIComponent(anchor)}`
          return {
            id: anchor,
            title: heading,
            path: `${path}${fragment}`,
            body: excerpt,
            urls: { app: `${urls.app}${fragment}` }
          }
        })
      }
    }

    /** Spaces with their pages, the best first; paths are below the site. */
    const search = operation("ReaderSearches.search")(function* (
      reading: ReadingScope,
      organization: string,
      site: string,
      input: SiteSearches.SiteSearch
    ) {
      const publication = yield* ReadCapability.ofSite(reading, organization, site)
      const asked = yield* check(input)
      const { matched, results, suggestion } = yield* published.search(publication, asked.query, {
        siteSpaces: choose(publication, asked),
        ...(asked.kind === undefined ? {} : { kind: asked.kind }),
        page: { offset: 0, limit: limits.pages }
      })
      const items = [...new Set(results.map(({ space }) => space))].map(
        (id): SpaceResult => ({
          id,
          title: publication.seen.spaces.get(id)?.title ?? "",
          pages: results.filter(({ space }) => space === id).map(viewPage)
        })
      )
      return { items, count: items.length, matched, ...(suggestion === undefined ? {} : { suggestion }) }
    })

    return { search } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(Layer.provide(PublishedSearch.layer))
}
