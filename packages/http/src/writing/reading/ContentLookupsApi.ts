import { ChangeRequestView, CollectionView, PageView, SpaceView } from "@quire/core"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { NotFound } from "../../foundation/error/Errors.ts"
import { Failures } from "../../foundation/error/Failures.ts"
import { Authentication } from "../../foundation/exchange/Authentication.ts"

const Found = Schema.Union([
  Schema.Struct({ collection: CollectionView.CollectionView }).annotate({ identifier: "FoundCollection" }),
  Schema.Struct({
    space: SpaceView.SpaceView,
    changeRequest: Schema.optionalKey(ChangeRequestView.ChangeRequestView),
    page: Schema.optionalKey(PageView.PageView)
  }).annotate({ identifier: "FoundSpace" })
])

/** What addresses of the app lead to. */
export class ContentLookupsApi extends HttpApiGroup.make("contentLookups", { topLevel: true })
  .add(
    HttpApiEndpoint.get("getContentByUrl", "/urls/content", {
      query: Schema.Struct({ url: Schema.String }),
      success: Found,
      error: [NotFound]
    }).annotate(
      OpenApi.Summary,
      "Find the collection, space, change request or page that an address of the app leads to"
    )
  )
  .annotate(OpenApi.Title, "Addresses of the app")
  .middleware(Authentication)
  .middleware(Failures)
  .prefix("/v1") {}
