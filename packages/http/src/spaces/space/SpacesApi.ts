import { CollectionId, Input, Move, OrganizationId, SpaceId, SpaceInput, SpaceView, Transfer } from "@quire/core"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { Absent, Removed } from "../../foundation/answer/Answers.ts"
import * as Errors from "../../foundation/error/Errors.ts"
import { NotFound, PreconditionFailed } from "../../foundation/error/Errors.ts"
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
      query: Schema.Struct(
        Input.describeFields(
          { shareKey: Schema.optional(Schema.String) },
          { shareKey: "Key of a share link, which opens the site to its holder." }
        )
      ),
      success: SpaceView.SpaceView,
      error: [Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "Get a space")
      .annotate(OpenApi.Description, "Returns a space with its settings and what the caller may do in it.")
      .annotate(OpenToReaders, true)
  )
  .add(
    HttpApiEndpoint.delete("deleteSpace", "/spaces/:spaceId", {
      params: space,
      success: [Removed, Absent],
      error: [Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "Delete a space")
      .annotate(OpenApi.Description, "The space can be restored for seven days.")
  )
  .add(
    HttpApiEndpoint.patch("updateSpace", "/spaces/:spaceId", {
      params: space,
      payload: SpaceInput.Patch,
      success: SpaceView.SpaceView,
      error: [PreconditionFailed, Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "Update a space")
      .annotate(OpenApi.Description, "Changes the fields that the body names and keeps all others.")
  )
  .add(
    HttpApiEndpoint.post("duplicateSpace", "/spaces/:spaceId/duplicate", {
      params: space,
      success: SpaceView.SpaceView.pipe(HttpApiSchema.status(201)),
      error: [Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "Duplicate a space")
      .annotate(OpenApi.Description, "Copies the content into a new space right after the original.")
  )
  .add(
    HttpApiEndpoint.post("restoreSpace", "/spaces/:spaceId/restore", {
      params: space,
      success: SpaceView.SpaceView,
      error: [Errors.Conflict, Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "Restore a deleted space")
      .annotate(OpenApi.Description, "Brings back a space within seven days of its deletion.")
  )
  .add(
    HttpApiEndpoint.post("moveSpace", "/spaces/:spaceId/move", {
      params: space,
      payload: Move.Move,
      success: SpaceView.SpaceView,
      error: [Errors.Conflict, Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "Move a space")
      .annotate(OpenApi.Description, "Places the space below another parent or at another position.")
  )
  .add(
    HttpApiEndpoint.post("transferSpace", "/spaces/:spaceId/transfer", {
      params: space,
      payload: Transfer.TransferTo,
      success: SpaceView.SpaceView,
      error: [Errors.Conflict, PreconditionFailed, Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "Transfer a space")
      .annotate(OpenApi.Description, "Moves the space to another organization.")
  )
  .add(
    HttpApiEndpoint.get("listSpaces", "/orgs/:organizationId/spaces", {
      params: organization,
      query: Schema.Struct(
        Input.describeFields(
          { ...Paging.UrlParams.fields, deleted: Paging.Flag(false) },
          { deleted: "Whether deleted spaces are listed instead." }
        )
      ),
      success: Paging.of(SpaceView.SpaceView),
      error: [Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "List spaces")
      .annotate(OpenApi.Description, "Returns the spaces of an organization that the caller may view, at every depth.")
  )
  .add(
    HttpApiEndpoint.post("createSpace", "/orgs/:organizationId/spaces", {
      params: organization,
      payload: SpaceInput.Create,
      success: SpaceView.SpaceView.pipe(HttpApiSchema.status(201)),
      error: [Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "Create a space")
      .annotate(OpenApi.Description, "Adds an empty space at the end of its parent.")
  )
  .add(
    HttpApiEndpoint.get("listSpacesInCollection", "/collections/:collectionId/spaces", {
      params: Schema.Struct({ collectionId: CollectionId.CollectionId }),
      query: Paging.UrlParams,
      success: Paging.of(SpaceView.SpaceView),
      error: [Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "List spaces in a collection")
      .annotate(
        OpenApi.Description,
        "Returns the spaces directly in the collection, not those of collections within it."
      )
  )
  .annotate(OpenApi.Title, "Spaces")
  .middleware(Authentication)
  .middleware(Failures)
  .prefix("/v1") {}
