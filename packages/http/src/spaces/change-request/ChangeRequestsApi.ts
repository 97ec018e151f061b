import { ChangeRequest, ChangeRequests, Input, Merging, SpaceId } from "@quire/core"
import { Effect, Schema } from "effect"
import { HttpApiSchema } from "effect/http-api"
import { withOwnLocation } from "../../foundation/answer/Answers.ts"
import * as Endpoint from "../../foundation/endpoint/Endpoint.ts"
import * as Group from "../../foundation/endpoint/Group.ts"
import * as Permission from "../../foundation/endpoint/Permission.ts"
import * as Errors from "../../foundation/error/Errors.ts"
import { NotFound, PreconditionFailed } from "../../foundation/error/Errors.ts"
import * as Paging from "../../foundation/query/Paging.ts"

const space = { spaceId: SpaceId }

/** A change request by its id or its number in the space. */
export const request = Input.describeFields(
  { ...space, changeRequestId: Schema.String },
  { changeRequestId: "Identifier of the change request, or its number in the space." }
)

const base = "/spaces/:spaceId/change-requests"

/** Change requests of a space. */
export class ChangeRequestsApi extends Group.make(
  "changeRequests",
  "Change requests",
  Endpoint.get("listChangeRequests", base, {
    summary: "List change requests",
    description: "Returns the change requests of a space, newest first.",
    permission: Permission.hiding("content:read"),
    scope: "space:content:read",
    params: Schema.Struct(space),
    query: Schema.Struct(
      Input.describeFields(
        {
          ...Paging.UrlParams.fields,
          status: ChangeRequest.ChangeRequestStatus.check(Paging.showsDefault("open")).pipe(
            Schema.withDecodingDefaultType(Effect.succeed("open" as const))
          ),
          contributor: Schema.optionalKey(Schema.String)
        },
        { status: "Status that the change requests must have.", contributor: "User who must have contributed." }
      )
    ),
    success: Paging.of(ChangeRequest.ChangeRequestView),
    error: [Errors.Forbidden, NotFound]
  }),
  Endpoint.post("createChangeRequest", base, {
    summary: "Create a change request",
    description: "Creates a draft based on the current primary content.",
    permission: Permission.refusing("content:edit"),
    scope: "space:content:write",
    params: Schema.Struct(space),
    payload: ChangeRequest.ChangeRequestCreate,
    success: ChangeRequest.ChangeRequestView.pipe(HttpApiSchema.status(201)),
    error: [PreconditionFailed, Errors.Forbidden, NotFound]
  }),
  Endpoint.get("getChangeRequest", `${base}/:changeRequestId`, {
    summary: "Get a change request",
    description: "Finds the change request by its id or by its number in the space.",
    permission: Permission.hiding("content:read"),
    scope: "space:content:read",
    params: Schema.Struct(request),
    success: ChangeRequest.ChangeRequestView,
    error: [Errors.Forbidden, NotFound]
  }),
  Endpoint.patch("updateChangeRequest", `${base}/:changeRequestId`, {
    summary: "Update a change request",
    description: "Changes the subject or status, within the transitions that the status allows.",
    permission: {
      ...Permission.refusing("content:edit"),
      fields: { status: { any: ["opening", "author", "content:review"] } }
    },
    scope: "space:content:write",
    params: Schema.Struct(request),
    payload: ChangeRequest.ChangeRequestPatch,
    success: ChangeRequest.ChangeRequestView,
    error: [Errors.Conflict, Errors.Forbidden, NotFound]
  }),
  Endpoint.post("mergeChangeRequest", `${base}/:changeRequestId/merge`, {
    summary: "Merge a change request",
    description: "Merges into the primary content unless there are conflicts or unmet merge rules.",
    permission: Permission.refusing("content:review"),
    params: Schema.Struct(request),
    success: Merging.MergeResult,
    error: [Errors.Conflict, PreconditionFailed, Errors.Forbidden, NotFound]
  }),
  Endpoint.post("pullPrimaryContent", `${base}/:changeRequestId/update`, {
    summary: "Update from primary content",
    description: "Merges the primary content into the change request.",
    permission: Permission.refusing("content:edit"),
    scope: "space:content:write",
    params: Schema.Struct(request),
    success: Merging.UpdateResult,
    error: [Errors.Conflict, Errors.Forbidden, NotFound]
  }),
  Endpoint.get("getMergeStatus", `${base}/:changeRequestId/merge-status`, {
    summary: "Get the merge status",
    description: "Returns the conflicts, changes and merge rules that would affect a merge now.",
    permission: Permission.hiding("content:read"),
    scope: "space:content:read",
    params: Schema.Struct(request),
    success: Merging.MergeStatus,
    error: [Errors.Forbidden, NotFound]
  }),
  Endpoint.post("resolveConflicts", `${base}/:changeRequestId/resolve`, {
    summary: "Resolve conflicts",
    description: "Resolves conflicts with the primary content, for the revisions that the body names.",
    permission: Permission.refusing("content:edit"),
    params: Schema.Struct(request),
    payload: Merging.Resolution,
    success: Merging.UpdateResult,
    error: [Errors.Conflict, Errors.Forbidden, NotFound]
  }),
  Endpoint.get("listContributors", `${base}/:changeRequestId/contributors`, {
    summary: "List contributors",
    description: "Returns the users who edited the change request.",
    permission: Permission.hiding("content:read"),
    params: Schema.Struct(request),
    query: Paging.UrlParams,
    success: Paging.of(ChangeRequest.ContributorView),
    error: [Errors.Forbidden, NotFound]
  })
) {
  static readonly layer = Group.layer(
    this,
    Effect.gen(function* () {
      const requests = yield* ChangeRequests.ChangeRequests
      const merging = yield* Merging.Merging
      return {
        listChangeRequests: ({ params: path, query: { contributor, status, ...page } }) =>
          requests.list(path.spaceId, { status, contributor }, page),
        createChangeRequest: ({ params: path, payload }) => withOwnLocation(requests.create(path.spaceId, payload)),
        getChangeRequest: ({ params: path }) => requests.get(path.spaceId, path.changeRequestId),
        updateChangeRequest: ({ params: path, payload }) =>
          requests.update(path.spaceId, path.changeRequestId, payload),
        mergeChangeRequest: ({ params: path }) => merging.merge(path.spaceId, path.changeRequestId),
        pullPrimaryContent: ({ params: path }) => merging.update(path.spaceId, path.changeRequestId),
        getMergeStatus: ({ params: path }) => merging.status(path.spaceId, path.changeRequestId),
        resolveConflicts: ({ params: path, payload }) => merging.resolve(path.spaceId, path.changeRequestId, payload),
        listContributors: ({ params: path, query: urlParams }) =>
          requests.contributors(path.spaceId, path.changeRequestId, urlParams)
      }
    })
  )
}
