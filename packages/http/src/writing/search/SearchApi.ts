import { Input, OrganizationId, Searches, SearchView, SpaceId } from "@quire/core"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import * as Errors from "../../foundation/error/Errors.ts"
import { NotFound } from "../../foundation/error/Errors.ts"
import { Failures } from "../../foundation/error/Failures.ts"
import { Authentication } from "../../foundation/exchange/Authentication.ts"
import * as Paging from "../../foundation/query/Paging.ts"

const SearchQuery = Schema.Struct(
  Input.describeFields({ ...Paging.UrlParams.fields, query: Searches.Query }, { query: "Words to search for." })
)

/** Searches the content of a space, or of all spaces of an organization. */
export class SearchApi extends HttpApiGroup.make("search", { topLevel: true })
  .add(
    HttpApiEndpoint.get("searchOrganization", "/orgs/:organizationId/search", {
      params: Schema.Struct({ organizationId: OrganizationId.OrganizationId }),
      query: SearchQuery,
      success: Paging.of(SearchView.SpaceResult),
      error: [Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "Search an organization")
      .annotate(OpenApi.Description, "Searches the content of the spaces that the caller may read.")
      .annotate(OpenApi.Override, { tags: ["Organizations"] })
  )
  .add(
    HttpApiEndpoint.get("searchSpace", "/spaces/:spaceId/search", {
      params: Schema.Struct({ spaceId: SpaceId.SpaceId }),
      query: SearchQuery,
      success: Paging.of(SearchView.PageResult),
      error: [Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "Search a space")
      .annotate(OpenApi.Description, "Searches the primary content of a space.")
      .annotate(OpenApi.Override, { tags: ["Content"] })
  )
  .middleware(Authentication)
  .middleware(Failures)
  .prefix("/v1") {}
