import { Changes, Input, SemanticChange, SemanticChanges, SpaceId } from "@quire/core"
import { Effect, Schema } from "effect"
import * as Endpoint from "../../foundation/endpoint/Endpoint.ts"
import * as Group from "../../foundation/endpoint/Group.ts"
import * as Permission from "../../foundation/endpoint/Permission.ts"
import * as Errors from "../../foundation/error/Errors.ts"
import { NotFound } from "../../foundation/error/Errors.ts"
import * as Paging from "../../foundation/query/Paging.ts"
import { Flags } from "../../spaces/commit/ContentQuery.ts"

const shown = Input.describeFields(
  { limit: Paging.Limit(SemanticChanges.limits.changes.default) },
  { limit: "Number of changes to list." }
)

/** Changes of revisions and change requests. */
export class ChangesApi extends Group.make(
  "changes",
  "Changes",
  Endpoint.get("listChangesInRevision", "/spaces/:spaceId/revisions/:revisionId/changes", {
    summary: "List changes of a revision",
    description: "Compares a revision with the one before it.",
    permission: Permission.hiding("content:read"),
    scope: "space:content:read",
    params: Schema.Struct(
      Input.describeFields(
        { spaceId: SpaceId, revisionId: Schema.String },
        { revisionId: "Identifier of the revision." }
      )
    ),
    query: Schema.Struct({ ...Flags, ...shown }),
    success: SemanticChange.SemanticChangesView,
    error: [Errors.Forbidden, NotFound]
  }),
  Endpoint.get("listChangesInChangeRequest", "/spaces/:spaceId/change-requests/:changeRequestId/changes", {
    summary: "List change request changes",
    description: "Compares a change request with the primary content that it is based on.",
    permission: Permission.hiding("content:read"),
    scope: "space:content:read",
    params: Schema.Struct(
      Input.describeFields(
        { spaceId: SpaceId, changeRequestId: Schema.String },
        { changeRequestId: "Identifier of the change request, or its number in the space." }
      )
    ),
    query: Schema.Struct(shown),
    success: SemanticChange.SemanticChangesView,
    error: [Errors.Forbidden, NotFound]
  })
) {
  static readonly layer = Group.layer(
    this,
    Effect.map(Changes.Changes, (changes) => ({
      listChangesInRevision: ({ params: { revisionId, spaceId }, query: { limit } }) =>
        changes.ofRevision({ space: spaceId, revision: revisionId }, limit),
      listChangesInChangeRequest: ({ params: { changeRequestId, spaceId }, query: { limit } }) =>
        changes.ofChangeRequest({ space: spaceId, changeRequest: changeRequestId }, limit)
    }))
  )
}
