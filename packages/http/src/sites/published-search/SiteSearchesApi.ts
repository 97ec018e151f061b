import { OrganizationId, ReaderSearches, SearchView, SiteId, SiteSearches } from "@quire/core"
import { Effect, Schema } from "effect"
import * as Endpoint from "../../foundation/endpoint/Endpoint.ts"
import * as Group from "../../foundation/endpoint/Group.ts"
import * as Permission from "../../foundation/endpoint/Permission.ts"
import * as Errors from "../../foundation/error/Errors.ts"
import { NotFound } from "../../foundation/error/Errors.ts"
import { chosen } from "../../foundation/exchange/Reading.ts"
import * as Paging from "../../foundation/query/Paging.ts"
import { searchPageOf } from "../../spaces/search/SearchApi.ts"

/** Searches of sites by their members. */
export class SiteSearchesApi extends Group.make(
  "siteSearches",
  "Site searches",
  Endpoint.post("searchSiteContent", "/orgs/:organizationId/sites/:siteId/search", {
    summary: "Search a site",
    description: "Searches the pages of a site that the caller may read.",
    permission: Permission.hiding("content:view"),
    scope: "site:metadata:read",
    readers: true,
    params: Schema.Struct({ organizationId: OrganizationId, siteId: SiteId }),
    query: Paging.UrlParams,
    payload: SiteSearches.SiteSearch,
    success: searchPageOf(SearchView.SpaceResult),
    error: [Errors.Forbidden, NotFound]
  })
) {
  static readonly layer = Group.layer(
    this,
    Effect.gen(function* () {
      const searches = yield* SiteSearches.SiteSearches
      const readers = yield* ReaderSearches.ReaderSearches
      return {
        searchSiteContent: ({ params: { organizationId, siteId }, payload, query }) => {
          const own = searches.search(organizationId, siteId, payload, query)
          return chosen(own, (reading) => readers.search(reading, organizationId, siteId, payload))
        }
      }
    })
  )
}
