import { Input, PublishedLookupView } from "@quire/core"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { NotFound, Unauthorized } from "../../foundation/error/Errors.ts"
import { Failures } from "../../foundation/error/Failures.ts"
import * as Paging from "../../foundation/query/Paging.ts"

/** What addresses of published sites lead to. Asks for no token: what lets somebody in is in the address, or signed. */
export class PublishedLookupsApi extends HttpApiGroup.make("publishedLookups", { topLevel: true })
  .add(
    HttpApiEndpoint.post("resolvePublishedContentByUrl", "/urls/published", {
      payload: PublishedLookupView.PublishedLookup,
      success: PublishedLookupView.PublishedLookupView,
      error: [Unauthorized, NotFound]
    }).annotate(OpenApi.Summary, "Find what an address of a published site leads to, and get a token to read it")
  )
  .add(
    HttpApiEndpoint.get("getPublishedContentByUrl", "/urls/published", {
      query: Schema.Struct({
        url: Input.WebAddress,
        visitorAuthToken: Schema.optionalKey(Schema.String),
        redirectOnError: Paging.Flag(false)
      }),
      success: PublishedLookupView.PublishedLookupView,
      error: [Unauthorized, NotFound]
    })
      .annotate(OpenApi.Summary, "Find what an address of a published site leads to: post the address instead")
      .annotate(OpenApi.Deprecated, true)
  )
  .annotate(OpenApi.Title, "Addresses of published sites")
  .middleware(Failures)
  .prefix("/v1") {}
