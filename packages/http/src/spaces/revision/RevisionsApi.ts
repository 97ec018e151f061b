import { FileView, Input, PageView, RevisionSummary, RevisionView, Rollbacks, SpaceId } from "@quire/core"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import * as Errors from "../../foundation/error/Errors.ts"
import { NotFound, PreconditionFailed } from "../../foundation/error/Errors.ts"
import { Failures } from "../../foundation/error/Failures.ts"
import { Authentication, OpenToReaders } from "../../foundation/exchange/Authentication.ts"
import * as Paging from "../../foundation/query/Paging.ts"
import { RestOfPath } from "../../foundation/query/RestOfPath.ts"
import * as ContentQuery from "../commit/ContentQuery.ts"
import { Flags, Pages } from "../commit/ContentQuery.ts"

const revision = Input.describeFields(
  { spaceId: SpaceId.SpaceId, revisionId: Schema.String },
  { revisionId: "Identifier of the revision." }
)

/** Any revision of a space. */
export class RevisionsApi extends HttpApiGroup.make("revisions", { topLevel: true })
  .add(
    HttpApiEndpoint.get("listRevisions", "/spaces/:spaceId/revisions", {
      params: Schema.Struct({ spaceId: SpaceId.SpaceId }),
      query: Paging.UrlParams,
      success: Paging.of(RevisionSummary.RevisionSummary),
      error: [Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "List revisions")
      .annotate(OpenApi.Description, "Returns the revisions of the primary content, newest first.")
  )
  .add(
    HttpApiEndpoint.get("getRevision", "/spaces/:spaceId/revisions/:revisionId", {
      params: Schema.Struct(revision),
      query: Schema.Struct(Flags),
      success: RevisionView.RevisionView,
      error: [Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "Get a revision")
      .annotate(OpenApi.Description, "Returns a revision with its pages and files.")
      .annotate(OpenToReaders, true)
  )
  .add(
    HttpApiEndpoint.get("listPagesInRevision", "/spaces/:spaceId/revisions/:revisionId/pages", {
      params: Schema.Struct(revision),
      query: Schema.Struct(Flags),
      success: Pages,
      error: [Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "List pages of a revision")
      .annotate(OpenApi.Description, "Returns the pages of a revision as a tree.")
      .annotate(OpenToReaders, true)
  )
  .add(
    HttpApiEndpoint.get("listFilesInRevision", "/spaces/:spaceId/revisions/:revisionId/files", {
      params: Schema.Struct(revision),
      query: Schema.Struct({ ...Paging.UrlParams.fields, ...Flags }),
      success: Paging.of(FileView.FileView),
      error: [Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "List files of a revision")
      .annotate(OpenApi.Description, "Returns the files as they were in the revision.")
  )
  .add(
    HttpApiEndpoint.get("getFileInRevision", "/spaces/:spaceId/revisions/:revisionId/files/:fileId", {
      params: Schema.Struct(
        Input.describeFields({ ...revision, fileId: Schema.String }, { fileId: "Identifier of the file." })
      ),
      query: Schema.Struct(Flags),
      success: FileView.FileView,
      error: [Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "Get a file of a revision")
      .annotate(OpenApi.Description, "Returns a file as it was in the revision.")
      .annotate(OpenToReaders, true)
  )
  .add(
    HttpApiEndpoint.get("getPageInRevision", "/spaces/:spaceId/revisions/:revisionId/page/:pageId", {
      params: Schema.Struct(
        Input.describeFields({ ...revision, pageId: Schema.String }, { pageId: "Identifier of the page." })
      ),
      query: Schema.Struct({ ...ContentQuery.Format, ...Flags }),
      success: PageView.PageView,
      error: [Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "Get a page of a revision")
      .annotate(OpenApi.Description, "Returns a page as it was in the revision.")
      .annotate(OpenToReaders, true)
  )
  .add(
    HttpApiEndpoint.get("getPageInRevisionByPath", "/spaces/:spaceId/revisions/:revisionId/path/:pagePath", {
      params: Schema.Struct(
        Input.describeFields(
          { ...revision, pagePath: Schema.String },
          { pagePath: "Path of the page, without a leading slash." }
        )
      ),
      query: Schema.Struct({ ...ContentQuery.Format, ...Flags }),
      success: PageView.PageView,
      error: [Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "Get a revision page by path")
      .annotate(OpenApi.Description, "Finds the page by the path that it had in the revision.")
      .annotate(OpenToReaders, true)
      .annotate(RestOfPath, true)
  )
  .add(
    HttpApiEndpoint.get(
      "getReusableContentInRevision",
      "/spaces/:spaceId/revisions/:revisionId/reusable-contents/:reusableContentId",
      {
        params: Schema.Struct(
          Input.describeFields(
            { ...revision, reusableContentId: Schema.String },
            { reusableContentId: "Identifier of the reusable content." }
          )
        ),
        query: Schema.Struct(Flags),
        success: RevisionView.ReusableContentView,
        error: [Errors.Forbidden, NotFound]
      }
    )
      .annotate(OpenApi.Summary, "Get reusable content of a revision")
      .annotate(OpenApi.Description, "Returns a reusable content as it was in the revision.")
      .annotate(OpenToReaders, true)
  )
  .add(
    HttpApiEndpoint.post("rollBack", "/spaces/:spaceId/rollback", {
      params: Schema.Struct({ spaceId: SpaceId.SpaceId }),
      payload: Rollbacks.RollbackRequest,
      success: Rollbacks.RollbackResult,
      error: [Errors.Conflict, PreconditionFailed, Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "Roll back content")
      .annotate(OpenApi.Description, "Makes a new revision of the primary content with the content of an earlier one.")
  )
  .annotate(OpenApi.Title, "Revisions")
  .middleware(Authentication)
  .middleware(Failures)
  .prefix("/v1") {}
