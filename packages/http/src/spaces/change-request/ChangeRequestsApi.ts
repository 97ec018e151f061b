import { ChangeRequestInput, ChangeRequestStatus, ChangeRequestView, Input, MergeView, SpaceId } from "@quire/core"
import { Effect, Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import * as Errors from "../../foundation/error/Errors.ts"
import { NotFound, PreconditionFailed } from "../../foundation/error/Errors.ts"
import { Failures } from "../../foundation/error/Failures.ts"
import { Authentication } from "../../foundation/exchange/Authentication.ts"
import * as Paging from "../../foundation/query/Paging.ts"

const space = { spaceId: SpaceId.SpaceId }

/** A change request by its id or its number in the space. */
export const request = Input.describeFields(
  { ...space, changeRequestId: Schema.String },
  { changeRequestId: "Identifier of the change request, or its number in the space." }
)

const base = "/spaces/:spaceId/change-requests"

/** Change requests of a space. */
export class ChangeRequestsApi extends HttpApiGroup.make("changeRequests", { topLevel: true })
  .add(
    HttpApiEndpoint.get("listChangeRequests", base, {
      params: Schema.Struct(space),
      query: Schema.Struct(
        Input.describeFields(
          {
            ...Paging.UrlParams.fields,
            status: ChangeRequestStatus.ChangeRequestStatus.check(Paging.showsDefault("open")).pipe(
              Schema.withDecodingDefaultType(Effect.succeed("open" as const))
            ),
            contributor: Schema.optionalKey(Schema.String)
          },
          { status: "Status that the change requests must have.", contributor: "User who must have contributed." }
        )
      ),
      success: Paging.of(ChangeRequestView.ChangeRequestView),
      error: [Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "List change requests")
      .annotate(OpenApi.Description, "Returns the change requests of a space, newest first.")
  )
  .add(
    HttpApiEndpoint.post("createChangeRequest", base, {
      params: Schema.Struct(space),
      payload: ChangeRequestInput.ChangeRequestCreate,
      success: ChangeRequestView.ChangeRequestView.pipe(HttpApiSchema.status(201)),
      error: [PreconditionFailed, Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "Create a change request")
      .annotate(OpenApi.Description, "Begins a draft from the current primary content.")
  )
  .add(
    HttpApiEndpoint.get("getChangeRequest", `${base}/:changeRequestId`, {
      params: Schema.Struct(request),
      success: ChangeRequestView.ChangeRequestView,
      error: [Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "Get a change request")
      .annotate(OpenApi.Description, "Finds the change request by its id or by its number in the space.")
  )
  .add(
    HttpApiEndpoint.patch("updateChangeRequest", `${base}/:changeRequestId`, {
      params: Schema.Struct(request),
      payload: ChangeRequestInput.ChangeRequestPatch,
      success: ChangeRequestView.ChangeRequestView,
      error: [Errors.Conflict, Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "Update a change request")
      .annotate(OpenApi.Description, "Changes the subject or status, within the transitions that the status allows.")
  )
  .add(
    HttpApiEndpoint.post("mergeChangeRequest", `${base}/:changeRequestId/merge`, {
      params: Schema.Struct(request),
      success: MergeView.MergeResult,
      error: [Errors.Conflict, PreconditionFailed, Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "Merge a change request")
      .annotate(OpenApi.Description, "Merges into the primary content unless there are conflicts or unmet merge rules.")
  )
  .add(
    HttpApiEndpoint.post("pullPrimaryContent", `${base}/:changeRequestId/update`, {
      params: Schema.Struct(request),
      success: MergeView.UpdateResult,
      error: [Errors.Conflict, Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "Update from primary content")
      .annotate(OpenApi.Description, "Merges the primary content into the change request.")
  )
  .add(
    HttpApiEndpoint.get("getMergeStatus", `${base}/:changeRequestId/merge-status`, {
      params: Schema.Struct(request),
      success: MergeView.MergeStatus,
      error: [Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "Get the merge status")
      .annotate(OpenApi.Description, "Returns the conflicts, changes and merge rules that a merge would meet now.")
  )
  .add(
    HttpApiEndpoint.post("resolveConflicts", `${base}/:changeRequestId/resolve`, {
      params: Schema.Struct(request),
      payload: MergeView.Resolution,
      success: MergeView.UpdateResult,
      error: [Errors.Conflict, Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "Resolve conflicts")
      .annotate(
        OpenApi.Description,
        "Settles conflicts with the primary content, for the revisions that the body names."
      )
  )
  .add(
    HttpApiEndpoint.get("listContributors", `${base}/:changeRequestId/contributors`, {
      params: Schema.Struct(request),
      query: Paging.UrlParams,
      success: Paging.of(ChangeRequestView.ContributorView),
      error: [Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "List contributors")
      .annotate(OpenApi.Description, "Returns the users who edited the change request.")
  )
  .annotate(OpenApi.Title, "Change requests")
  .middleware(Authentication)
  .middleware(Failures)
  .prefix("/v1") {}
