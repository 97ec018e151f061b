import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "@effect/platform"
import { CollectionId, Move, OrganizationId, SpaceId, SpaceInput, SpaceView, Transfer } from "@quire/core"
import { Schema } from "effect"
import { Absent, Removed } from "../Answers.ts"
import { Authentication } from "../Authentication.ts"
import { Conflict, Forbidden, NotFound, PreconditionFailed } from "../Errors.ts"
import * as Paging from "../Paging.ts"

const space = Schema.Struct({ spaceId: SpaceId.SpaceId })
const organization = Schema.Struct({ organizationId: OrganizationId.OrganizationId })

/** Spaces (api.md 4.5). */
export class SpacesApi extends HttpApiGroup.make("spaces", { topLevel: true })
  .add(
    HttpApiEndpoint.get("getSpace", "/spaces/:spaceId")
      .annotate(OpenApi.Summary, "Get a space")
      .setPath(space)
      .setUrlParams(Schema.Struct({ shareKey: Schema.optional(Schema.String) }))
      .addSuccess(SpaceView.SpaceView)
  )
  .add(
    HttpApiEndpoint.del("deleteSpace", "/spaces/:spaceId")
      .annotate(OpenApi.Summary, "Delete a space; it can be restored for seven days")
      .setPath(space)
      .addSuccess(Removed)
      .addSuccess(Absent)
  )
  .add(
    HttpApiEndpoint.patch("updateSpace", "/spaces/:spaceId")
      .annotate(OpenApi.Summary, "Update a space")
      .setPath(space)
      .setPayload(SpaceInput.Patch)
      .addSuccess(SpaceView.SpaceView)
      .addError(PreconditionFailed)
  )
  .add(
    HttpApiEndpoint.post("duplicateSpace", "/spaces/:spaceId/duplicate")
      .annotate(OpenApi.Summary, "Copy a space with its content, right after it")
      .setPath(space)
      .addSuccess(SpaceView.SpaceView, { status: 201 })
  )
  .add(
    HttpApiEndpoint.post("restoreSpace", "/spaces/:spaceId/restore")
      .annotate(OpenApi.Summary, "Restore a deleted space")
      .setPath(space)
      .addSuccess(SpaceView.SpaceView)
      .addError(Conflict)
  )
  .add(
    HttpApiEndpoint.post("moveSpace", "/spaces/:spaceId/move")
      .annotate(OpenApi.Summary, "Move a space to another parent or position")
      .setPath(space)
      .setPayload(Move.Move)
      .addSuccess(SpaceView.SpaceView)
      .addError(Conflict)
  )
  .add(
    HttpApiEndpoint.post("transferSpace", "/spaces/:spaceId/transfer")
      .annotate(OpenApi.Summary, "Transfer a space to another organization")
      .setPath(space)
      .setPayload(Transfer.TransferTo)
      .addSuccess(SpaceView.SpaceView)
      .addError(Conflict)
      .addError(PreconditionFailed)
  )
  .add(
    HttpApiEndpoint.get("listSpaces", "/orgs/:organizationId/spaces")
      .annotate(OpenApi.Summary, "List an organization's spaces, at every depth")
      .setPath(organization)
      .setUrlParams(Schema.Struct({ ...Paging.UrlParams.fields, deleted: Paging.Flag(false) }))
      .addSuccess(Paging.of(SpaceView.SpaceView))
  )
  .add(
    HttpApiEndpoint.post("createSpace", "/orgs/:organizationId/spaces")
      .annotate(OpenApi.Summary, "Create a space")
      .setPath(organization)
      .setPayload(SpaceInput.Create)
      .addSuccess(SpaceView.SpaceView, { status: 201 })
  )
  .add(
    HttpApiEndpoint.get("listSpacesInCollection", "/collections/:collectionId/spaces")
      .annotate(OpenApi.Summary, "List the spaces directly in a collection")
      .setPath(Schema.Struct({ collectionId: CollectionId.CollectionId }))
      .setUrlParams(Paging.UrlParams)
      .addSuccess(Paging.of(SpaceView.SpaceView))
  )
  .addError(Forbidden)
  .addError(NotFound)
  .annotate(OpenApi.Title, "Spaces")
  .middleware(Authentication)
  .prefix("/v1") {}
