import { ChangeRequest, Collection, ContentLookups, Input, PageView, Space } from "@quire/core"
import { Effect, Schema } from "effect"
import * as Endpoint from "../../foundation/endpoint/Endpoint.ts"
import * as Group from "../../foundation/endpoint/Group.ts"
import * as Permission from "../../foundation/endpoint/Permission.ts"
import { NotFound } from "../../foundation/error/Errors.ts"

const ContentLookup = Schema.Union([
  Schema.Struct(
    Input.describeFields({ collection: Collection.CollectionView }, { collection: "Collection at the address." })
  ).annotate({ identifier: "FoundCollection" }),
  Schema.Struct(
    Input.describeFields(
      {
        space: Space.SpaceView,
        changeRequest: Schema.optionalKey(ChangeRequest.ChangeRequestView),
        page: Schema.optionalKey(PageView.PageView)
      },
      { space: "Space at the address.", changeRequest: "Change request at the address.", page: "Page at the address." }
    )
  ).annotate({ identifier: "FoundSpace" })
])

/** Resolving addresses of the application. */
export class ContentLookupsApi extends Group.make(
  "contentLookups",
  "Addresses of the app",
  Endpoint.get("getContentByUrl", "/urls/content", {
    summary: "Find content by address",
    description: "Finds the collection, space, change request or page that an address of the application leads to.",
    permission: Permission.allowing("token"),
    query: Schema.Struct(
      Input.describeFields({ url: Schema.String }, { url: "Address in the application or of published content." })
    ),
    success: ContentLookup,
    error: [NotFound]
  })
) {
  static readonly layer = Group.layer(
    this,
    Effect.map(ContentLookups.ContentLookups, (lookups) => ({
      getContentByUrl: ({ query: { url } }) => lookups.find(url)
    }))
  )
}
