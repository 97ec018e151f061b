import { CollectionId, CollectionInput, CollectionView, Input, Move, OrganizationId, Transfer } from "@quire/core"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { Absent, Removed } from "../../foundation/answer/Answers.ts"
import * as Errors from "../../foundation/error/Errors.ts"
import { NotFound, PreconditionFailed } from "../../foundation/error/Errors.ts"
import { Failures } from "../../foundation/error/Failures.ts"
import { Authentication } from "../../foundation/exchange/Authentication.ts"
import * as Paging from "../../foundation/query/Paging.ts"

const collection = Schema.Struct({ collectionId: CollectionId.CollectionId })
const organization = Schema.Struct({ organizationId: OrganizationId.OrganizationId })

/** Collections, including restoring deleted ones. */
export class CollectionsApi extends HttpApiGroup.make("collections", { topLevel: true })
  .add(
    HttpApiEndpoint.get("getCollection", "/collections/:collectionId", {
      params: collection,
      success: CollectionView.CollectionView,
      error: [Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "Get a collection")
      .annotate(OpenApi.Description, "Returns a collection with what the caller may do in it.")
  )
  .add(
    HttpApiEndpoint.delete("deleteCollection", "/collections/:collectionId", {
      params: collection,
      success: [Removed, Absent],
      error: [Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "Delete a collection")
      .annotate(OpenApi.Description, "Deletes everything in it too; both can be restored for seven days.")
  )
  .add(
    HttpApiEndpoint.patch("updateCollection", "/collections/:collectionId", {
      params: collection,
      payload: CollectionInput.Patch,
      success: CollectionView.CollectionView,
      error: [Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "Update a collection")
      .annotate(OpenApi.Description, "Changes the fields that the body names and keeps all others.")
  )
  .add(
    HttpApiEndpoint.post("moveCollection", "/collections/:collectionId/move", {
      params: collection,
      payload: Move.Move,
      success: CollectionView.CollectionView,
      error: [Errors.Conflict, Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "Move a collection")
      .annotate(OpenApi.Description, "Places the collection below another parent or at another position.")
  )
  .add(
    HttpApiEndpoint.post("transferCollection", "/collections/:collectionId/transfer", {
      params: collection,
      payload: Transfer.TransferTo,
      success: CollectionView.CollectionView,
      error: [Errors.Conflict, PreconditionFailed, Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "Transfer a collection")
      .annotate(OpenApi.Description, "Moves the collection with everything in it to another organization.")
  )
  .add(
    HttpApiEndpoint.post("restoreCollection", "/collections/:collectionId/restore", {
      params: collection,
      success: CollectionView.CollectionView,
      error: [Errors.Conflict, Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "Restore a collection")
      .annotate(
        OpenApi.Description,
        "Brings back the collection and what the same deletion removed, within seven days."
      )
  )
  .add(
    HttpApiEndpoint.get("listCollections", "/orgs/:organizationId/collections", {
      params: organization,
      query: Schema.Struct(
        Input.describeFields(
          { ...Paging.UrlParams.fields, nested: Paging.Flag(true) },
          { nested: "Whether collections within collections are listed too." }
        )
      ),
      success: Paging.of(CollectionView.CollectionView),
      error: [Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "List collections")
      .annotate(OpenApi.Description, "Returns the collections of an organization that the caller may view.")
  )
  .add(
    HttpApiEndpoint.post("createCollection", "/orgs/:organizationId/collections", {
      params: organization,
      payload: CollectionInput.Create,
      success: CollectionView.CollectionView.pipe(HttpApiSchema.status(201)),
      error: [Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "Create a collection")
      .annotate(OpenApi.Description, "Adds the collection at the end of its parent.")
  )
  .annotate(OpenApi.Title, "Collections")
  .middleware(Authentication)
  .middleware(Failures)
  .prefix("/v1") {}
