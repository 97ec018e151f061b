import { Input, OrganizationId, Searches, SearchFilter, SearchView, SpaceId } from "@quire/core"
import { Effect, Schema } from "effect"
import { HttpServerResponse } from "effect/http"
import { HttpApiGroup, OpenApi } from "effect/http-api"
import * as Endpoint from "../../foundation/endpoint/Endpoint.ts"
import * as Group from "../../foundation/endpoint/Group.ts"
import * as Permission from "../../foundation/endpoint/Permission.ts"
import * as Errors from "../../foundation/error/Errors.ts"
import { NotFound } from "../../foundation/error/Errors.ts"
import { Failures } from "../../foundation/error/Failures.ts"
import { Authentication } from "../../foundation/exchange/Authentication.ts"
import * as Paging from "../../foundation/query/Paging.ts"

const SpaceQuery = Schema.Struct(
  Input.describeFields(
    { ...Paging.UrlParams.fields, query: Searches.Query, ...SearchFilter.kindField },
    { query: "Words to search for." }
  )
)

const OrganizationQuery = Schema.Struct(
  Input.describeFields(
    { ...SpaceQuery.fields, space: Schema.optionalKey(SearchFilter.SpaceIds) },
    { space: "Spaces to search; the parameter may be repeated." }
  )
)

/** A page of results, with what tells how they were found. */
export const searchPageOf = <A, I, R>(item: Schema.Codec<A, I, R, R>) =>
  Schema.Struct({ ...Paging.of(item).fields, ...SearchView.feedbackFields })

/** Responds 200 with JSON that the operation has already encoded. */
const respondJson = <E, R>(
  self: Effect.Effect<string, E, R>
): Effect.Effect<HttpServerResponse.HttpServerResponse, E, R> =>
  Effect.map(self, (json) => HttpServerResponse.text(json, { contentType: "application/json" }))

/** Searches the content of a space, or of all spaces of an organization. */
export class SearchApi extends HttpApiGroup.make("search", { topLevel: true })
  .add(
    Endpoint.get("searchOrganization", "/orgs/:organizationId/search", {
      summary: "Search an organization",
      description: "Searches the content of the spaces that the caller may read.",
      permission: Permission.hiding("organization:view"),
      params: Schema.Struct({ organizationId: OrganizationId }),
      query: OrganizationQuery,
      success: searchPageOf(SearchView.SpaceResult),
      error: [Errors.Forbidden, NotFound]
    }).annotate(OpenApi.Override, { tags: ["Organizations"] }),
    Endpoint.get("searchSpace", "/spaces/:spaceId/search", {
      summary: "Search a space",
      description: "Searches the primary content of a space.",
      permission: Permission.hiding("content:read"),
      scope: "space:content:read",
      params: Schema.Struct({ spaceId: SpaceId }),
      query: SpaceQuery,
      success: searchPageOf(SearchView.PageResult),
      error: [Errors.Forbidden, NotFound]
    }).annotate(OpenApi.Override, { tags: ["Content"] })
  )
  .middleware(Authentication)
  .middleware(Failures)
  .prefix("/v1") {
  static readonly layer = Group.layer(
    this,
    Effect.gen(function* () {
      const searches = yield* Searches.Searches
      return {
        searchOrganization: ({ params, query: { kind, query, space, ...page } }) =>
          respondJson(
            searches.inOrganizationAsJson(params.organizationId, query, page, {
              ...(kind === undefined ? {} : { kind }),
              ...(space === undefined ? {} : { spaces: space })
            })
          ),
        searchSpace: ({ params, query: { kind, query, ...page } }) =>
          respondJson(searches.inSpaceAsJson(params.spaceId, query, page, kind === undefined ? {} : { kind }))
      }
    })
  )
}
