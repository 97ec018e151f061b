import { Input, Revision, RevisionHistory, Rollbacks, SpaceId } from "@quire/core"
import { Effect, Schema } from "effect"
import * as Endpoint from "../../foundation/endpoint/Endpoint.ts"
import * as Group from "../../foundation/endpoint/Group.ts"
import * as Permission from "../../foundation/endpoint/Permission.ts"
import * as Errors from "../../foundation/error/Errors.ts"
import { NotFound, PreconditionFailed } from "../../foundation/error/Errors.ts"
import * as Paging from "../../foundation/query/Paging.ts"
import { RestOfPath } from "../../foundation/query/RestOfPath.ts"
import { readableContents, reading, reads } from "../content/ContentEndpoints.ts"

const revision = Input.describeFields(
  { spaceId: SpaceId, revisionId: Schema.String },
  { revisionId: "Identifier of the revision." }
)

const read = reads(revision, {})

const baseOf = (path: { readonly spaceId: string; readonly revisionId: string }) => ({
  space: path.spaceId,
  revision: path.revisionId
})

/** Any revision of a space. */
export class RevisionsApi extends Group.make(
  "revisions",
  "Revisions",
  Endpoint.get("listRevisions", "/spaces/:spaceId/revisions", {
    summary: "List revisions",
    description: "Returns the revisions of the primary content, newest first.",
    ...reading,
    params: Schema.Struct({ spaceId: SpaceId }),
    query: Paging.UrlParams,
    success: Paging.of(Revision.RevisionSummary)
  }),
  Endpoint.get("getRevision", "/spaces/:spaceId/revisions/:revisionId", {
    summary: "Get a revision",
    description: "Returns a revision with its pages and files.",
    ...read.revision,
    readers: true
  }),
  Endpoint.get("listPagesInRevision", "/spaces/:spaceId/revisions/:revisionId/pages", {
    summary: "List pages of a revision",
    description: "Returns the pages of a revision as a tree.",
    ...read.pages,
    readers: true
  }),
  Endpoint.get("listFilesInRevision", "/spaces/:spaceId/revisions/:revisionId/files", {
    summary: "List files of a revision",
    description: "Returns the files as they were in the revision.",
    ...read.files
  }),
  Endpoint.get("getFileInRevision", "/spaces/:spaceId/revisions/:revisionId/files/:fileId", {
    summary: "Get a file of a revision",
    description: "Returns a file as it was in the revision.",
    ...read.file,
    readers: true
  }),
  Endpoint.get("getPageInRevision", "/spaces/:spaceId/revisions/:revisionId/page/:pageId", {
    summary: "Get a page of a revision",
    description: "Returns a page as it was in the revision.",
    ...read.page,
    readers: true
  }),
  Endpoint.get("getPageInRevisionByPath", "/spaces/:spaceId/revisions/:revisionId/path/:pagePath", {
    summary: "Get a revision page by path",
    description: "Finds the page by the path that it had in the revision.",
    ...read.pageByPath,
    readers: true
  }).annotate(RestOfPath, true),
  Endpoint.get(
    "getReusableContentInRevision",
    "/spaces/:spaceId/revisions/:revisionId/reusable-contents/:reusableContentId",
    {
      summary: "Get reusable content of a revision",
      description: "Returns a reusable content as it was in the revision.",
      ...read.reusableContent,
      readers: true
    }
  ),
  Endpoint.post("rollBack", "/spaces/:spaceId/rollback", {
    summary: "Roll back content",
    description: "Creates a new revision of the primary content with the content of an earlier revision.",
    permission: Permission.refusing("content:review"),
    params: Schema.Struct({ spaceId: SpaceId }),
    payload: Rollbacks.RollbackRequest,
    success: Rollbacks.RollbackResult,
    error: [Errors.Conflict, PreconditionFailed, Errors.Forbidden, NotFound]
  })
) {
  static readonly layer = Group.layer(
    this,
    Effect.gen(function* () {
      const contents = yield* readableContents
      const rollbacks = yield* Rollbacks.Rollbacks
      const history = yield* RevisionHistory.RevisionHistory
      return {
        listRevisions: ({ params: path, query: urlParams }) => history.list(path.spaceId, urlParams),
        getRevision: ({ params: path, query: { computed } }) => contents.revision({ ...baseOf(path), computed }),
        listPagesInRevision: ({ params: path, query: { computed } }) => contents.pages({ ...baseOf(path), computed }),
        listFilesInRevision: ({ params: path, query: { limit, page } }) =>
          contents.files(baseOf(path), { limit, page }),
        getFileInRevision: ({ params: path }) => contents.file(baseOf(path), path.fileId),
        getPageInRevision: ({ params: path, query: { computed, format } }) =>
          contents.page({ ...baseOf(path), computed }, path.pageId, format),
        getPageInRevisionByPath: ({ params: path, query: { computed, format } }) =>
          contents.pageByPath({ ...baseOf(path), computed }, path.pagePath, format),
        getReusableContentInRevision: ({ params: path }) =>
          contents.reusableContent(baseOf(path), path.reusableContentId),
        rollBack: ({ params: path, payload }) => rollbacks.rollback(path.spaceId, payload)
      }
    })
  )
}
