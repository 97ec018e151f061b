import { Collection, CollectionId, Collections, Input, Move, OrganizationId, Transfer } from "@quire/core"
import { Effect, Schema } from "effect"
import { HttpApiSchema } from "effect/http-api"
import { Absent, Removed, respondRemoved, withOwnLocation } from "../../foundation/answer/Answers.ts"
import * as Endpoint from "../../foundation/endpoint/Endpoint.ts"
import * as Group from "../../foundation/endpoint/Group.ts"
import * as Permission from "../../foundation/endpoint/Permission.ts"
import * as Errors from "../../foundation/error/Errors.ts"
import { NotFound, PreconditionFailed } from "../../foundation/error/Errors.ts"
import * as Paging from "../../foundation/query/Paging.ts"

const collection = Schema.Struct({ collectionId: CollectionId })
const organization = Schema.Struct({ organizationId: OrganizationId })

/** Collections, including restoring deleted ones. */
export class CollectionsApi extends Group.make(
  "collections",
  "Collections",
  Endpoint.get("getCollection", "/collections/:collectionId", {
    summary: "Get a collection",
    description: "Returns a collection with what the caller may do in it.",
    permission: Permission.hiding("content:read"),
    params: collection,
    success: Collection.CollectionView,
    error: [Errors.Forbidden, NotFound]
  }),
  Endpoint.delete("deleteCollection", "/collections/:collectionId", {
    summary: "Delete a collection",
    description: "Also deletes its contents. Both can be restored for seven days.",
    permission: Permission.deleting("content:create"),
    params: collection,
    success: [Removed, Absent],
    error: [Errors.Forbidden, NotFound]
  }),
  Endpoint.patch("updateCollection", "/collections/:collectionId", {
    summary: "Update a collection",
    description: "Changes the fields that the body names and keeps all others.",
    permission: Permission.refusing("content:create"),
    params: collection,
    payload: Collection.Patch,
    success: Collection.CollectionView,
    error: [Errors.Forbidden, NotFound]
  }),
  Endpoint.post("moveCollection", "/collections/:collectionId/move", {
    summary: "Move a collection",
    description: "Places the collection below another parent or at another position.",
    permission: Permission.refusing({ all: ["content:create", "parent:create"] }),
    params: collection,
    payload: Move.Move,
    success: Collection.CollectionView,
    error: [Errors.Conflict, Errors.Forbidden, NotFound]
  }),
  Endpoint.post("transferCollection", "/collections/:collectionId/transfer", {
    summary: "Transfer a collection",
    description: "Moves the collection with everything in it to another organization.",
    permission: Permission.refusing({
      all: ["content:create", "below:create", "organization:create-content", "destination:create"]
    }),
    params: collection,
    payload: Transfer.TransferTo,
    success: Collection.CollectionView,
    error: [Errors.Conflict, PreconditionFailed, Errors.Forbidden, NotFound]
  }),
  Endpoint.post("restoreCollection", "/collections/:collectionId/restore", {
    summary: "Restore a collection",
    description: "Restores the collection and everything that the same deletion removed, within seven days.",
    permission: { permission: "content:create", without: { viewing: 404, blind: 404 } },
    params: collection,
    success: Collection.CollectionView,
    error: [Errors.Conflict, Errors.Forbidden, NotFound]
  }),
  Endpoint.get("listCollections", "/orgs/:organizationId/collections", {
    summary: "List collections",
    description: "Returns the collections of an organization that the caller may view.",
    permission: Permission.hiding("organization:view"),
    params: organization,
    query: Schema.Struct(
      Input.describeFields(
        { ...Paging.UrlParams.fields, nested: Paging.Flag(true) },
        { nested: "Whether to include nested collections." }
      )
    ),
    success: Paging.of(Collection.CollectionView),
    error: [Errors.Forbidden, NotFound]
  }),
  Endpoint.post("createCollection", "/orgs/:organizationId/collections", {
    summary: "Create a collection",
    description: "Adds the collection at the end of its parent.",
    permission: Permission.refusing("parent:create"),
    params: organization,
    payload: Collection.Create,
    success: Collection.CollectionView.pipe(HttpApiSchema.status(201)),
    error: [Errors.Forbidden, NotFound]
  })
) {
  static readonly layer = Group.layer(
    this,
    Effect.map(Collections.Collections, (collections) => ({
      getCollection: ({ params: path }) => collections.get(path.collectionId),
      deleteCollection: ({ params: path }) => respondRemoved(collections.remove(path.collectionId)),
      updateCollection: ({ params: path, payload }) => collections.update(path.collectionId, payload),
      moveCollection: ({ params: path, payload }) => collections.move(path.collectionId, payload),
      transferCollection: ({ params: path, payload }) => collections.transfer(path.collectionId, payload),
      restoreCollection: ({ params: path }) => collections.restore(path.collectionId),
      listCollections: ({ params: path, query: urlParams }) => collections.list(path.organizationId, urlParams),
      createCollection: ({ params: path, payload }) => withOwnLocation(collections.create(path.organizationId, payload))
    }))
  )
}
