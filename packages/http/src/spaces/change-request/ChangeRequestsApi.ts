import { ChangeRequestInput, ChangeRequestStatus, ChangeRequestView, MergeView, SpaceId } from "@quire/core"
import { Effect, Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { Conflict, Forbidden, NotFound, PreconditionFailed } from "../../foundation/error/Errors.ts"
import { Failures } from "../../foundation/error/Failures.ts"
import { Authentication } from "../../foundation/exchange/Authentication.ts"
import * as Paging from "../../foundation/query/Paging.ts"

const space = { spaceId: SpaceId.SpaceId }

/** A change request by its id or its number in the space. */
export const request = { ...space, changeRequestId: Schema.String }

const base = "/spaces/:spaceId/change-requests"

/** Change requests of a space. */
export class ChangeRequestsApi extends HttpApiGroup.make("changeRequests", { topLevel: true })
  .add(
    HttpApiEndpoint.get("listChangeRequests", base, {
      params: Schema.Struct(space),
      query: Schema.Struct({
        ...Paging.UrlParams.fields,
        status: ChangeRequestStatus.ChangeRequestStatus.pipe(
          Schema.withDecodingDefaultType(Effect.succeed("open" as const))
        ),
        contributor: Schema.optionalKey(Schema.String)
      }),
      success: Paging.of(ChangeRequestView.ChangeRequestView),
      error: [Forbidden, NotFound]
    }).annotate(OpenApi.Summary, "List the change requests of a space, newest first")
  )
  .add(
    HttpApiEndpoint.post("createChangeRequest", base, {
      params: Schema.Struct(space),
      payload: ChangeRequestInput.ChangeRequestCreate,
      success: ChangeRequestView.ChangeRequestView.pipe(HttpApiSchema.status(201)),
      error: [PreconditionFailed, Forbidden, NotFound]
    }).annotate(OpenApi.Summary, "Create a change request")
  )
  .add(
    HttpApiEndpoint.get("getChangeRequest", `${base}/:changeRequestId`, {
      params: Schema.Struct(request),
      success: ChangeRequestView.ChangeRequestView,
      error: [Forbidden, NotFound]
    }).annotate(OpenApi.Summary, "Get a change request by its id or number")
  )
  .add(
    HttpApiEndpoint.patch("updateChangeRequest", `${base}/:changeRequestId`, {
      params: Schema.Struct(request),
      payload: ChangeRequestInput.ChangeRequestPatch,
      success: ChangeRequestView.ChangeRequestView,
      error: [Conflict, Forbidden, NotFound]
    }).annotate(OpenApi.Summary, "Change the subject or status of a change request")
  )
  .add(
    HttpApiEndpoint.post("mergeChangeRequest", `${base}/:changeRequestId/merge`, {
      params: Schema.Struct(request),
      success: MergeView.MergeResult,
      error: [Conflict, PreconditionFailed, Forbidden, NotFound]
    }).annotate(OpenApi.Summary, "Merge a change request into the primary content")
  )
  .add(
    HttpApiEndpoint.post("pullPrimaryContent", `${base}/:changeRequestId/update`, {
      params: Schema.Struct(request),
      success: MergeView.UpdateResult,
      error: [Conflict, Forbidden, NotFound]
    }).annotate(OpenApi.Summary, "Pull the primary content into a change request")
  )
  .add(
    HttpApiEndpoint.get("getMergeStatus", `${base}/:changeRequestId/merge-status`, {
      params: Schema.Struct(request),
      success: MergeView.MergeStatus,
      error: [Forbidden, NotFound]
    }).annotate(OpenApi.Summary, "What merging a change request would do now")
  )
  .add(
    HttpApiEndpoint.post("resolveConflicts", `${base}/:changeRequestId/resolve`, {
      params: Schema.Struct(request),
      payload: MergeView.Resolution,
      success: MergeView.UpdateResult,
      error: [Conflict, Forbidden, NotFound]
    }).annotate(OpenApi.Summary, "Settle the conflicts of a change request with the primary content")
  )
  .add(
    HttpApiEndpoint.get("listContributors", `${base}/:changeRequestId/contributors`, {
      params: Schema.Struct(request),
      query: Paging.UrlParams,
      success: Paging.of(ChangeRequestView.ContributorView),
      error: [Forbidden, NotFound]
    }).annotate(OpenApi.Summary, "List who edited a change request")
  )
  .annotate(OpenApi.Title, "Change requests")
  .middleware(Authentication)
  .middleware(Failures)
  .prefix("/v1") {}
