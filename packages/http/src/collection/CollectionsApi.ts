import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "@effect/platform"
import { CollectionId, CollectionInput, CollectionView, Move, OrganizationId, Transfer } from "@quire/core"
import { Schema } from "effect"
import { Absent, Removed } from "../Answers.ts"
import { Authentication } from "../Authentication.ts"
import { Conflict, Forbidden, NotFound, PreconditionFailed } from "../Errors.ts"
import * as Paging from "../Paging.ts"

const collection = Schema.Struct({ collectionId: CollectionId.CollectionId })
const organization = Schema.Struct({ organizationId: OrganizationId.OrganizationId })

/** Collections (api.md 4.6) and their restoring. */
export class CollectionsApi extends HttpApiGroup.make("collections", { topLevel: true })
  .add(
    HttpApiEndpoint.get("getCollection", "/collections/:collectionId")
      .annotate(OpenApi.Summary, "Get a collection")
      .setPath(collection)
      .addSuccess(CollectionView.CollectionView)
  )
  .add(
    HttpApiEndpoint.del("deleteCollection", "/collections/:collectionId")
      .annotate(OpenApi.Summary, "Delete a collection with everything in it; it can be restored for seven days")
      .setPath(collection)
      .addSuccess(Removed)
      .addSuccess(Absent)
  )
  .add(
    HttpApiEndpoint.patch("updateCollection", "/collections/:collectionId")
      .annotate(OpenApi.Summary, "Update a collection")
      .setPath(collection)
      .setPayload(CollectionInput.Patch)
      .addSuccess(CollectionView.CollectionView)
  )
  .add(
    HttpApiEndpoint.post("moveCollection", "/collections/:collectionId/move")
      .annotate(OpenApi.Summary, "Move a collection to another parent or position")
      .setPath(collection)
      .setPayload(Move.Move)
      .addSuccess(CollectionView.CollectionView)
      .addError(Conflict)
  )
  .add(
    HttpApiEndpoint.post("transferCollection", "/collections/:collectionId/transfer")
      .annotate(OpenApi.Summary, "Transfer a collection to another organization")
      .setPath(collection)
      .setPayload(Transfer.TransferTo)
      .addSuccess(CollectionView.CollectionView)
      .addError(Conflict)
      .addError(PreconditionFailed)
  )
  .add(
    HttpApiEndpoint.post("restoreCollection", "/collections/:collectionId/restore")
      .annotate(OpenApi.Summary, "Restore a deleted collection with what the same deletion removed")
      .setPath(collection)
      .addSuccess(CollectionView.CollectionView)
      .addError(Conflict)
  )
  .add(
    HttpApiEndpoint.get("listCollections", "/orgs/:organizationId/collections")
      .annotate(OpenApi.Summary, "List an organization's collections")
      .setPath(organization)
      .setUrlParams(Schema.Struct({ ...Paging.UrlParams.fields, nested: Paging.Flag(true) }))
      .addSuccess(Paging.of(CollectionView.CollectionView))
  )
  .add(
    HttpApiEndpoint.post("createCollection", "/orgs/:organizationId/collections")
      .annotate(OpenApi.Summary, "Create a collection")
      .setPath(organization)
      .setPayload(CollectionInput.Create)
      .addSuccess(CollectionView.CollectionView, { status: 201 })
  )
  .addError(Forbidden)
  .addError(NotFound)
  .annotate(OpenApi.Title, "Collections")
  .middleware(Authentication)
  .prefix("/v1") {}
