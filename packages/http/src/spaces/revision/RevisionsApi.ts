import {
  Contents,
  FileView,
  Input,
  PageView,
  PublishedContents,
  Revision,
  RevisionHistory,
  Rollbacks,
  SpaceId
} from "@quire/core"
import { Effect, Schema } from "effect"
import * as Endpoint from "../../foundation/endpoint/Endpoint.ts"
import * as Group from "../../foundation/endpoint/Group.ts"
import * as Permission from "../../foundation/endpoint/Permission.ts"
import * as Errors from "../../foundation/error/Errors.ts"
import { NotFound, PreconditionFailed } from "../../foundation/error/Errors.ts"
import { readBy } from "../../foundation/exchange/Reading.ts"
import * as Paging from "../../foundation/query/Paging.ts"
import { RestOfPath } from "../../foundation/query/RestOfPath.ts"
import * as ContentQuery from "../commit/ContentQuery.ts"
import { Flags, Pages } from "../commit/ContentQuery.ts"

const revision = Input.describeFields(
  { spaceId: SpaceId, revisionId: Schema.String },
  { revisionId: "Identifier of the revision." }
)

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
    permission: Permission.hiding("content:read"),
    scope: "space:content:read",
    params: Schema.Struct({ spaceId: SpaceId }),
    query: Paging.UrlParams,
    success: Paging.of(Revision.RevisionSummary),
    error: [Errors.Forbidden, NotFound]
  }),
  Endpoint.get("getRevision", "/spaces/:spaceId/revisions/:revisionId", {
    summary: "Get a revision",
    description: "Returns a revision with its pages and files.",
    permission: Permission.hiding("content:read"),
    scope: "space:content:read",
    readers: true,
    params: Schema.Struct(revision),
    query: Schema.Struct(Flags),
    success: Revision.RevisionView,
    error: [Errors.Forbidden, NotFound]
  }),
  Endpoint.get("listPagesInRevision", "/spaces/:spaceId/revisions/:revisionId/pages", {
    summary: "List pages of a revision",
    description: "Returns the pages of a revision as a tree.",
    permission: Permission.hiding("content:read"),
    scope: "space:content:read",
    readers: true,
    params: Schema.Struct(revision),
    query: Schema.Struct(Flags),
    success: Pages,
    error: [Errors.Forbidden, NotFound]
  }),
  Endpoint.get("listFilesInRevision", "/spaces/:spaceId/revisions/:revisionId/files", {
    summary: "List files of a revision",
    description: "Returns the files as they were in the revision.",
    permission: Permission.hiding("content:read"),
    scope: "space:content:read",
    params: Schema.Struct(revision),
    query: Schema.Struct({ ...Paging.UrlParams.fields, ...Flags }),
    success: Paging.of(FileView.FileView),
    error: [Errors.Forbidden, NotFound]
  }),
  Endpoint.get("getFileInRevision", "/spaces/:spaceId/revisions/:revisionId/files/:fileId", {
    summary: "Get a file of a revision",
    description: "Returns a file as it was in the revision.",
    permission: Permission.hiding("content:read"),
    scope: "space:content:read",
    readers: true,
    params: Schema.Struct(
      Input.describeFields({ ...revision, fileId: Schema.String }, { fileId: "Identifier of the file." })
    ),
    query: Schema.Struct(Flags),
    success: FileView.FileView,
    error: [Errors.Forbidden, NotFound]
  }),
  Endpoint.get("getPageInRevision", "/spaces/:spaceId/revisions/:revisionId/page/:pageId", {
    summary: "Get a page of a revision",
    description: "Returns a page as it was in the revision.",
    permission: Permission.hiding("content:read"),
    scope: "space:content:read",
    readers: true,
    params: Schema.Struct(
      Input.describeFields({ ...revision, pageId: Schema.String }, { pageId: "Identifier of the page." })
    ),
    query: Schema.Struct({ ...ContentQuery.Format, ...Flags }),
    success: PageView.PageView,
    error: [Errors.Forbidden, NotFound]
  }),
  Endpoint.get("getPageInRevisionByPath", "/spaces/:spaceId/revisions/:revisionId/path/:pagePath", {
    summary: "Get a revision page by path",
    description: "Finds the page by the path that it had in the revision.",
    permission: Permission.hiding("content:read"),
    scope: "space:content:read",
    readers: true,
    params: Schema.Struct(
      Input.describeFields(
        { ...revision, pagePath: Schema.String },
        { pagePath: "Path of the page, without a leading slash." }
      )
    ),
    query: Schema.Struct({ ...ContentQuery.Format, ...Flags }),
    success: PageView.PageView,
    error: [Errors.Forbidden, NotFound]
  }).annotate(RestOfPath, true),
  Endpoint.get(
    "getReusableContentInRevision",
    "/spaces/:spaceId/revisions/:revisionId/reusable-contents/:reusableContentId",
    {
      summary: "Get reusable content of a revision",
      description: "Returns a reusable content as it was in the revision.",
      permission: Permission.hiding("content:read"),
      scope: "space:content:read",
      readers: true,
      params: Schema.Struct(
        Input.describeFields(
          { ...revision, reusableContentId: Schema.String },
          { reusableContentId: "Identifier of the reusable content." }
        )
      ),
      query: Schema.Struct(Flags),
      success: Revision.ReusableContentView,
      error: [Errors.Forbidden, NotFound]
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
      const contents = yield* Contents.Contents
      const published = yield* PublishedContents.PublishedContents
      const revision = readBy(contents.revision, published.revision)
      const pages = readBy(contents.pages, published.pages)
      const file = readBy(contents.file, published.file)
      const page = readBy(contents.page, published.page)
      const pageByPath = readBy(contents.pageByPath, published.pageByPath)
      const reusableContent = readBy(contents.reusableContent, published.reusableContent)
      const rollbacks = yield* Rollbacks.Rollbacks
      const history = yield* RevisionHistory.RevisionHistory
      return {
        listRevisions: ({ params: path, query: urlParams }) => history.list(path.spaceId, urlParams),
        getRevision: ({ params: path, query: { computed } }) => revision({ ...baseOf(path), computed }),
        listPagesInRevision: ({ params: path, query: { computed } }) => pages({ ...baseOf(path), computed }),
        listFilesInRevision: ({ params: path, query: { limit, page } }) =>
          contents.files(baseOf(path), { limit, page }),
        getFileInRevision: ({ params: path }) => file(baseOf(path), path.fileId),
        getPageInRevision: ({ params: path, query: { computed, format } }) =>
          page({ ...baseOf(path), computed }, path.pageId, format),
        getPageInRevisionByPath: ({ params: path, query: { computed, format } }) =>
          pageByPath({ ...baseOf(path), computed }, path.pagePath, format),
        getReusableContentInRevision: ({ params: path }) => reusableContent(baseOf(path), path.reusableContentId),
        rollBack: ({ params: path, payload }) => rollbacks.rollback(path.spaceId, payload)
      }
    })
  )
}
