import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "@effect/platform"
import { FileView, PageView, RevisionSummary, RevisionView, Rollbacks, SpaceId } from "@quire/core"
import { Schema } from "effect"
import { Authentication } from "../Authentication.ts"
import { Flags, Format, Pages } from "../content/ContentApi.ts"
import { Conflict, Forbidden, NotFound } from "../Errors.ts"
import * as Paging from "../Paging.ts"
import { RestOfPath } from "../RestOfPath.ts"

const revision = { spaceId: SpaceId.SpaceId, revisionId: Schema.String }

/** Any revision of a space (api.md 4.4). */
export class RevisionsApi extends HttpApiGroup.make("revisions", { topLevel: true })
  .add(
    HttpApiEndpoint.get("listRevisions", "/spaces/:spaceId/revisions")
      .annotate(OpenApi.Summary, "List the revisions of a space, newest first")
      .setPath(Schema.Struct({ spaceId: SpaceId.SpaceId }))
      .setUrlParams(Paging.UrlParams)
      .addSuccess(Paging.of(RevisionSummary.RevisionSummary))
  )
  .add(
    HttpApiEndpoint.get("getRevision", "/spaces/:spaceId/revisions/:revisionId")
      .annotate(OpenApi.Summary, "Get a revision")
      .setPath(Schema.Struct(revision))
      .setUrlParams(Schema.Struct(Flags))
      .addSuccess(RevisionView.RevisionView)
  )
  .add(
    HttpApiEndpoint.get("listPagesInRevision", "/spaces/:spaceId/revisions/:revisionId/pages")
      .annotate(OpenApi.Summary, "List the pages of a revision as a tree")
      .setPath(Schema.Struct(revision))
      .setUrlParams(Schema.Struct(Flags))
      .addSuccess(Pages)
  )
  .add(
    HttpApiEndpoint.get("listFilesInRevision", "/spaces/:spaceId/revisions/:revisionId/files")
      .annotate(OpenApi.Summary, "List the files of a revision")
      .setPath(Schema.Struct(revision))
      .setUrlParams(Schema.Struct({ ...Paging.UrlParams.fields, ...Flags }))
      .addSuccess(Paging.of(FileView.FileView))
  )
  .add(
    HttpApiEndpoint.get("getFileInRevision", "/spaces/:spaceId/revisions/:revisionId/files/:fileId")
      .annotate(OpenApi.Summary, "Get a file of a revision")
      .setPath(Schema.Struct({ ...revision, fileId: Schema.String }))
      .setUrlParams(Schema.Struct(Flags))
      .addSuccess(FileView.FileView)
  )
  .add(
    HttpApiEndpoint.get("getPageInRevision", "/spaces/:spaceId/revisions/:revisionId/page/:pageId")
      .annotate(OpenApi.Summary, "Get a page of a revision")
      .setPath(Schema.Struct({ ...revision, pageId: Schema.String }))
      .setUrlParams(Schema.Struct({ ...Format, ...Flags }))
      .addSuccess(PageView.PageView)
  )
  .add(
    HttpApiEndpoint.get("getPageInRevisionByPath", "/spaces/:spaceId/revisions/:revisionId/path/:pagePath")
      .annotate(OpenApi.Summary, "Get a page of a revision by its path")
      .annotate(RestOfPath, true)
      .setPath(Schema.Struct({ ...revision, pagePath: Schema.String }))
      .setUrlParams(Schema.Struct({ ...Format, ...Flags }))
      .addSuccess(PageView.PageView)
  )
  .add(
    HttpApiEndpoint.get(
      "getReusableContentInRevision",
      "/spaces/:spaceId/revisions/:revisionId/reusable-contents/:reusableContentId"
    )
      .annotate(OpenApi.Summary, "Get a reusable content of a revision")
      .setPath(Schema.Struct({ ...revision, reusableContentId: Schema.String }))
      .setUrlParams(Schema.Struct(Flags))
      .addSuccess(RevisionView.ReusableContentView)
  )
  .add(
    HttpApiEndpoint.post("rollBack", "/spaces/:spaceId/rollback")
      .annotate(OpenApi.Summary, "Take the primary content back to a revision")
      .setPath(Schema.Struct({ spaceId: SpaceId.SpaceId }))
      .setPayload(Rollbacks.RollbackRequest)
      .addSuccess(Rollbacks.RollbackResult)
      .addError(Conflict)
  )
  .addError(Forbidden)
  .addError(NotFound)
  .annotate(OpenApi.Title, "Revisions")
  .middleware(Authentication)
  .prefix("/v1") {}
