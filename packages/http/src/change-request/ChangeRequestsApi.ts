import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "@effect/platform"
import { ChangeRequestInput, ChangeRequestStatus, ChangeRequestView, MergeView, SpaceId } from "@quire/core"
import { Schema } from "effect"
import { Authentication } from "../Authentication.ts"
import { Conflict, Forbidden, NotFound, PreconditionFailed } from "../Errors.ts"
import * as Paging from "../Paging.ts"

const space = { spaceId: SpaceId.SpaceId }

/** A change request by its id or its number in the space. */
export const request = { ...space, changeRequestId: Schema.String }

const base = "/spaces/:spaceId/change-requests"

/** Change requests of a space (api.md 4.2). */
export class ChangeRequestsApi extends HttpApiGroup.make("changeRequests", { topLevel: true })
  .add(
    HttpApiEndpoint.get("listChangeRequests", base)
      .annotate(OpenApi.Summary, "List the change requests of a space, newest first")
      .setPath(Schema.Struct(space))
      .setUrlParams(
        Schema.Struct({
          ...Paging.UrlParams.fields,
          status: Schema.optionalWith(ChangeRequestStatus.ChangeRequestStatus, { default: () => "open" as const }),
          contributor: Schema.optionalWith(Schema.String, { exact: true })
        })
      )
      .addSuccess(Paging.of(ChangeRequestView.ChangeRequestView))
  )
  .add(
    HttpApiEndpoint.post("createChangeRequest", base)
      .annotate(OpenApi.Summary, "Create a change request")
      .setPath(Schema.Struct(space))
      .setPayload(ChangeRequestInput.ChangeRequestCreate)
      .addSuccess(ChangeRequestView.ChangeRequestView, { status: 201 })
  )
  .add(
    HttpApiEndpoint.get("getChangeRequest", `${base}/:changeRequestId`)
      .annotate(OpenApi.Summary, "Get a change request by its id or number")
      .setPath(Schema.Struct(request))
      .addSuccess(ChangeRequestView.ChangeRequestView)
  )
  .add(
    HttpApiEndpoint.patch("updateChangeRequest", `${base}/:changeRequestId`)
      .annotate(OpenApi.Summary, "Change the subject or status of a change request")
      .setPath(Schema.Struct(request))
      .setPayload(ChangeRequestInput.ChangeRequestPatch)
      .addSuccess(ChangeRequestView.ChangeRequestView)
      .addError(Conflict)
  )
  .add(
    HttpApiEndpoint.post("mergeChangeRequest", `${base}/:changeRequestId/merge`)
      .annotate(OpenApi.Summary, "Merge a change request into the primary content")
      .setPath(Schema.Struct(request))
      .addSuccess(MergeView.MergeResult)
      .addError(Conflict)
      .addError(PreconditionFailed)
  )
  .add(
    HttpApiEndpoint.post("pullPrimaryContent", `${base}/:changeRequestId/update`)
      .annotate(OpenApi.Summary, "Pull the primary content into a change request")
      .setPath(Schema.Struct(request))
      .addSuccess(MergeView.UpdateResult)
      .addError(Conflict)
  )
  .add(
    HttpApiEndpoint.get("getMergeStatus", `${base}/:changeRequestId/merge-status`)
      .annotate(OpenApi.Summary, "What merging a change request would do now")
      .setPath(Schema.Struct(request))
      .addSuccess(MergeView.MergeStatus)
  )
  .add(
    HttpApiEndpoint.post("resolveConflicts", `${base}/:changeRequestId/resolve`)
      .annotate(OpenApi.Summary, "Settle the conflicts of a change request with the primary content")
      .setPath(Schema.Struct(request))
      .setPayload(MergeView.Resolution)
      .addSuccess(MergeView.UpdateResult)
      .addError(Conflict)
  )
  .add(
    HttpApiEndpoint.get("listContributors", `${base}/:changeRequestId/contributors`)
      .annotate(OpenApi.Summary, "List who edited a change request")
      .setPath(Schema.Struct(request))
      .setUrlParams(Paging.UrlParams)
      .addSuccess(Paging.of(ChangeRequestView.ContributorView))
  )
  .addError(Forbidden)
  .addError(NotFound)
  .annotate(OpenApi.Title, "Change requests")
  .middleware(Authentication)
  .prefix("/v1") {}
