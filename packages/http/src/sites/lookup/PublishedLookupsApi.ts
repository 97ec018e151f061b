import { Input, PublishedLookups } from "@quire/core"
import { Effect, Schema } from "effect"
import { HttpApiGroup, OpenApi } from "effect/http-api"
import * as Endpoint from "../../foundation/endpoint/Endpoint.ts"
import * as Group from "../../foundation/endpoint/Group.ts"
import * as Permission from "../../foundation/endpoint/Permission.ts"
import { NotFound, Unauthorized } from "../../foundation/error/Errors.ts"
import { Failures } from "../../foundation/error/Failures.ts"
import * as Paging from "../../foundation/query/Paging.ts"

/** Resolving addresses of published sites. Requires no token: access is granted by the address or by a signature. */
export class PublishedLookupsApi extends HttpApiGroup.make("publishedLookups", { topLevel: true })
  .add(
    Endpoint.post("resolvePublishedContentByUrl", "/urls/published", {
      summary: "Resolve a published address",
      description: "Resolves the address of a published site and returns a token to read it.",
      permission: Permission.allowing("open"),
      payload: PublishedLookups.PublishedLookup,
      success: PublishedLookups.PublishedLookupView,
      error: [Unauthorized, NotFound]
    }),
    Endpoint.get("getPublishedContentByUrl", "/urls/published", {
      summary: "Resolve a published address by query",
      description: "Resolves the address of a published site. Prefer the operation that takes a body.",
      permission: Permission.allowing("open"),
      query: Schema.Struct(
        Input.describeFields(
          {
            url: Input.WebAddress,
            visitorAuthToken: Schema.optionalKey(Schema.String),
            redirectOnError: Paging.Flag(false)
          },
          {
            url: "Address that a reader opened.",
            redirectOnError: "Whether refusals lead to a page instead of an error.",
            visitorAuthToken: "Token that the backend of the site signed for the visitor."
          }
        )
      ),
      success: PublishedLookups.PublishedLookupView,
      error: [Unauthorized, NotFound]
    }).annotate(OpenApi.Deprecated, true)
  )
  .annotate(OpenApi.Title, "Addresses of published sites")
  .middleware(Failures)
  .prefix("/v1") {
  static readonly layer = Group.layer(
    this,
    Effect.map(PublishedLookups.PublishedLookups, (lookups) => ({
      resolvePublishedContentByUrl: ({ payload }) => lookups.find(payload),
      getPublishedContentByUrl: ({ query: { redirectOnError, url, visitorAuthToken: jwtToken } }) =>
        lookups.find({ url, redirectOnError, ...(jwtToken === undefined ? {} : { visitor: { jwtToken } }) })
    }))
  )
}
