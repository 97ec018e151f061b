import { OrganizationId, SearchView, SiteId, SiteSearchInput } from "@quire/core"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import * as Errors from "../../foundation/error/Errors.ts"
import { NotFound } from "../../foundation/error/Errors.ts"
import { Failures } from "../../foundation/error/Failures.ts"
import { Authentication, OpenToReaders } from "../../foundation/exchange/Authentication.ts"
import * as Paging from "../../foundation/query/Paging.ts"

/** Searches of sites by their members. */
export class SiteSearchesApi extends HttpApiGroup.make("siteSearches", { topLevel: true })
  .add(
    HttpApiEndpoint.post("searchSiteContent", "/orgs/:organizationId/sites/:siteId/search", {
      params: Schema.Struct({ organizationId: OrganizationId.OrganizationId, siteId: SiteId.SiteId }),
      query: Paging.UrlParams,
      payload: SiteSearchInput.SiteSearch,
      success: Paging.of(SearchView.SpaceResult),
      error: [Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "Search a site")
      .annotate(OpenApi.Description, "Searches the pages of a site that the caller may read.")
      .annotate(OpenToReaders, true)
  )
  .annotate(OpenApi.Title, "Site searches")
  .middleware(Authentication)
  .middleware(Failures)
  .prefix("/v1") {}
