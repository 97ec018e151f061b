import { OrganizationId, SearchView, SiteId, SiteSearchInput } from "@quire/core"
import { Schema } from "effect"
import { HttpApiGroup, OpenApi } from "effect/http-api"
import * as Endpoint from "../../foundation/endpoint/Endpoint.ts"
import * as Permission from "../../foundation/endpoint/Permission.ts"
import * as Errors from "../../foundation/error/Errors.ts"
import { NotFound } from "../../foundation/error/Errors.ts"
import { Failures } from "../../foundation/error/Failures.ts"
import { Authentication } from "../../foundation/exchange/Authentication.ts"
import * as Paging from "../../foundation/query/Paging.ts"

/** Searches of sites by their members. */
export class SiteSearchesApi extends HttpApiGroup.make("siteSearches", { topLevel: true })
  .add(
    Endpoint.post("searchSiteContent", "/orgs/:organizationId/sites/:siteId/search", {
      summary: "Search a site",
      description: "Searches the pages of a site that the caller may read.",
      permission: Permission.hiding("content:view"),
      scope: "site:metadata:read",
      readers: true,
      params: Schema.Struct({ organizationId: OrganizationId.OrganizationId, siteId: SiteId.SiteId }),
      query: Paging.UrlParams,
      payload: SiteSearchInput.SiteSearch,
      success: Paging.of(SearchView.SpaceResult),
      error: [Errors.Forbidden, NotFound]
    })
  )
  .annotate(OpenApi.Title, "Site searches")
  .middleware(Authentication)
  .middleware(Failures)
  .prefix("/v1") {}
