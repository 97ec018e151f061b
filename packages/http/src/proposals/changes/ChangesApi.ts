import { BlockChange, Changes, Input, SemanticChange, SemanticChanges, SpaceId } from "@quire/core"
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

const revisionPath = Input.describeFields(
  { spaceId: SpaceId, revisionId: Schema.String },
  { revisionId: "Identifier of the revision." }
)

const requestPath = Input.describeFields(
  { spaceId: SpaceId, changeRequestId: Schema.String },
  { changeRequestId: "Identifier of the change request, or its number in the space." }
)

const pagePath = Input.describeFields({ pageId: Schema.String }, { pageId: "Identifier of the page." })

const reading = {
  permission: Permission.hiding("content:read"),
  scope: "space:content:read",
  error: [Errors.Forbidden, NotFound]
} as const

/** Changes of revisions and change requests. */
export class ChangesApi extends Group.make(
  "changes",
  "Changes",
  Endpoint.get("listChangesInRevision", "/spaces/:spaceId/revisions/:revisionId/changes", {
    summary: "List changes of a revision",
    description: "Compares a revision with the one before it.",
    ...reading,
    params: Schema.Struct(revisionPath),
    query: Schema.Struct({ ...Flags, ...shown }),
    success: SemanticChange.SemanticChangesView
  }),
  Endpoint.get("listChangesInChangeRequest", "/spaces/:spaceId/change-requests/:changeRequestId/changes", {
    summary: "List change request changes",
    description: "Compares a change request with the primary content that it is based on.",
    ...reading,
    params: Schema.Struct(requestPath),
    query: Schema.Struct(shown),
    success: SemanticChange.SemanticChangesView
  }),
  Endpoint.get("getPageChangesInRevision", "/spaces/:spaceId/revisions/:revisionId/changes/page/:pageId", {
    summary: "Get changes of a page in a revision",
    description: "Compares the text of a page, block by block, with the revision before it.",
    ...reading,
    params: Schema.Struct({ ...revisionPath, ...pagePath }),
    success: BlockChange.PageChanges
  }),
  Endpoint.get(
    "getPageChangesInChangeRequest",
    "/spaces/:spaceId/change-requests/:changeRequestId/changes/page/:pageId",
    {
      summary: "Get changes of a page in a change request",
      description:
        "Compares the text of a page, block by block, with the primary content that the request is based on.",
      ...reading,
      params: Schema.Struct({ ...requestPath, ...pagePath }),
      success: BlockChange.PageChanges
    }
  )
) {
  static readonly layer = Group.layer(
    this,
    Effect.map(Changes.Changes, (changes) => ({
      listChangesInRevision: ({ params: { revisionId, spaceId }, query: { limit } }) =>
        changes.ofRevision({ space: spaceId, revision: revisionId }, limit),
      listChangesInChangeRequest: ({ params: { changeRequestId, spaceId }, query: { limit } }) =>
        changes.ofChangeRequest({ space: spaceId, changeRequest: changeRequestId }, limit),
      getPageChangesInRevision: ({ params: { pageId, revisionId, spaceId } }) =>
        changes.ofPageInRevision({ space: spaceId, revision: revisionId }, pageId),
      getPageChangesInChangeRequest: ({ params: { changeRequestId, pageId, spaceId } }) =>
        changes.ofPageInChangeRequest({ space: spaceId, changeRequest: changeRequestId }, pageId)
    }))
  )
}
