import { CollectionId, Move, OrganizationId, SpaceId, SpaceInput, SpaceView, Transfer } from "@quire/core"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { Absent, Removed } from "../../foundation/answer/Answers.ts"
import { Conflict, Forbidden, NotFound, PreconditionFailed } from "../../foundation/error/Errors.ts"
import { Failures } from "../../foundation/error/Failures.ts"
import { Authentication, OpenToReaders } from "../../foundation/exchange/Authentication.ts"
import * as Paging from "../../foundation/query/Paging.ts"

const space = Schema.Struct({ spaceId: SpaceId.SpaceId })
const organization = Schema.Struct({ organizationId: OrganizationId.OrganizationId })

/** Spaces. */
export class SpacesApi extends HttpApiGroup.make("spaces", { topLevel: true })
  .add(
    HttpApiEndpoint.get("getSpace", "/spaces/:spaceId", {
      params: space,
      query: Schema.Struct({ shareKey: Schema.optional(Schema.String) }),
      success: SpaceView.SpaceView,
      error: [Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "Get a space")
      .annotate(OpenToReaders, true)
  )
  .add(
    HttpApiEndpoint.delete("deleteSpace", "/spaces/:spaceId", {
      params: space,
      success: [Removed, Absent],
      error: [Forbidden, NotFound]
    }).annotate(OpenApi.Summary, "Delete a space; it can be restored for seven days")
  )
  .add(
    HttpApiEndpoint.patch("updateSpace", "/spaces/:spaceId", {
      params: space,
      payload: SpaceInput.Patch,
      success: SpaceView.SpaceView,
      error: [PreconditionFailed, Forbidden, NotFound]
    }).annotate(OpenApi.Summary, "Update a space")
  )
  .add(
    HttpApiEndpoint.post("duplicateSpace", "/spaces/:spaceId/duplicate", {
      params: space,
      success: SpaceView.SpaceView.pipe(HttpApiSchema.status(201)),
      error: [Forbidden, NotFound]
    }).annotate(OpenApi.Summary, "Copy a space with its content, right after it")
  )
  .add(
    HttpApiEndpoint.post("restoreSpace", "/spaces/:spaceId/restore", {
      params: space,
      success: SpaceView.SpaceView,
      error: [Conflict, Forbidden, NotFound]
    }).annotate(OpenApi.Summary, "Restore a deleted space")
  )
  .add(
    HttpApiEndpoint.post("moveSpace", "/spaces/:spaceId/move", {
      params: space,
      payload: Move.Move,
      success: SpaceView.SpaceView,
      error: [Conflict, Forbidden, NotFound]
    }).annotate(OpenApi.Summary, "Move a space to another parent or position")
  )
  .add(
    HttpApiEndpoint.post("transferSpace", "/spaces/:spaceId/transfer", {
      params: space,
      payload: Transfer.TransferTo,
      success: SpaceView.SpaceView,
      error: [Conflict, PreconditionFailed, Forbidden, NotFound]
    }).annotate(OpenApi.Summary, "Transfer a space to another organization")
  )
  .add(
    HttpApiEndpoint.get("listSpaces", "/orgs/:organizationId/spaces", {
      params: organization,
      query: Schema.Struct({ ...Paging.UrlParams.fields, deleted: Paging.Flag(false) }),
      success: Paging.of(SpaceView.SpaceView),
      error: [Forbidden, NotFound]
    }).annotate(OpenApi.Summary, "List an organization's spaces, at every depth")
  )
  .add(
    HttpApiEndpoint.post("createSpace", "/orgs/:organizationId/spaces", {
      params: organization,
      payload: SpaceInput.Create,
      success: SpaceView.SpaceView.pipe(HttpApiSchema.status(201)),
      error: [Forbidden, NotFound]
    }).annotate(OpenApi.Summary, "Create a space")
  )
  .add(
    HttpApiEndpoint.get("listSpacesInCollection", "/collections/:collectionId/spaces", {
      params: Schema.Struct({ collectionId: CollectionId.CollectionId }),
      query: Paging.UrlParams,
      success: Paging.of(SpaceView.SpaceView),
      error: [Forbidden, NotFound]
    }).annotate(OpenApi.Summary, "List the spaces directly in a collection")
  )
  .annotate(OpenApi.Title, "Spaces")
  .middleware(Authentication)
  .middleware(Failures)
  .prefix("/v1") {}
