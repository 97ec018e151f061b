import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "@effect/platform"
import { ChangeRequestView, EditInput, EditView, FileView, Imports, PageView, RevisionView } from "@quire/core"
import { Schema } from "effect"
import { Authentication } from "../Authentication.ts"
import { limits, MaximumBytes } from "../Body.ts"
import { request } from "../change-request/ChangeRequestsApi.ts"
import { Conflict, Forbidden, NotFound, PreconditionFailed, UnprocessableContent } from "../Errors.ts"
import * as Paging from "../Paging.ts"
import { RestOfPath } from "../RestOfPath.ts"
import { Flags, Force, Format, Pages } from "./ContentApi.ts"

const base = "/spaces/:spaceId/change-requests/:changeRequestId/content"
const id = Schema.String

/** The content of a change request (api.md 4.3). */
export class ChangeRequestContentApi extends HttpApiGroup.make("changeRequestContent", { topLevel: true })
  .add(
    HttpApiEndpoint.get("getChangeRequestContent", base)
      .annotate(OpenApi.Summary, "Get the current revision of a change request")
      .setPath(Schema.Struct(request))
      .setUrlParams(Schema.Struct(Flags))
      .addSuccess(RevisionView.RevisionView)
  )
  .add(
    HttpApiEndpoint.post("editChangeRequestContent", base)
      .annotate(OpenApi.Summary, "Apply a batch of changes to a change request")
      .annotate(MaximumBytes, limits.largeBytes)
      .setPath(Schema.Struct(request))
      .setUrlParams(Schema.Struct({ ...Force, compat: Paging.Flag(true) }))
      .setPayload(EditInput.ContentEdit)
      .addSuccess(Schema.Union(ChangeRequestView.ChangeRequestView, EditView.ContentEditResult))
      .addError(Conflict)
      .addError(PreconditionFailed)
      .addError(UnprocessableContent)
  )
  .add(
    HttpApiEndpoint.post("importContentIntoChangeRequest", `${base}/import`)
      .annotate(OpenApi.Summary, "Import content from a URL into a change request")
      .setPath(Schema.Struct(request))
      .setPayload(Imports.ImportRequest)
      .addSuccess(Imports.ImportResult, { status: 201 })
      .addError(Conflict)
      .addError(PreconditionFailed)
      .addError(UnprocessableContent)
  )
  .add(
    HttpApiEndpoint.get("listPagesInChangeRequest", `${base}/pages`)
      .annotate(OpenApi.Summary, "List the pages of a change request as a tree")
      .setPath(Schema.Struct(request))
      .setUrlParams(Schema.Struct(Flags))
      .addSuccess(Pages)
  )
  .add(
    HttpApiEndpoint.get("listFilesInChangeRequest", `${base}/files`)
      .annotate(OpenApi.Summary, "List the files of a change request")
      .setPath(Schema.Struct(request))
      .setUrlParams(Schema.Struct({ ...Paging.UrlParams.fields, ...Flags }))
      .addSuccess(Paging.of(FileView.FileView))
  )
  .add(
    HttpApiEndpoint.get("getFileInChangeRequest", `${base}/files/:fileId`)
      .annotate(OpenApi.Summary, "Get a file of a change request")
      .setPath(Schema.Struct({ ...request, fileId: id }))
      .setUrlParams(Schema.Struct(Flags))
      .addSuccess(FileView.FileView)
  )
  .add(
    HttpApiEndpoint.get("getPageInChangeRequest", `${base}/page/:pageId`)
      .annotate(OpenApi.Summary, "Get a page of a change request")
      .setPath(Schema.Struct({ ...request, pageId: id }))
      .setUrlParams(Schema.Struct({ ...Format, ...Flags }))
      .addSuccess(PageView.PageView)
  )
  .add(
    HttpApiEndpoint.post("importContentIntoPageOfChangeRequest", `${base}/page/:pageId/import`)
      .annotate(OpenApi.Summary, "Import content from a URL into a page of a change request")
      .setPath(Schema.Struct({ ...request, pageId: id }))
      .setPayload(Imports.ImportRequest)
      .addSuccess(Imports.ImportResult, { status: 201 })
      .addError(Conflict)
      .addError(PreconditionFailed)
      .addError(UnprocessableContent)
  )
  .add(
    HttpApiEndpoint.get("getPageInChangeRequestByPath", `${base}/path/:pagePath`)
      .annotate(OpenApi.Summary, "Get a page of a change request by its path")
      .annotate(RestOfPath, true)
      .setPath(Schema.Struct({ ...request, pagePath: Schema.String }))
      .setUrlParams(Schema.Struct({ ...Format, ...Flags }))
      .addSuccess(PageView.PageView)
  )
  .add(
    HttpApiEndpoint.get("getReusableContentInChangeRequest", `${base}/reusable-contents/:reusableContentId`)
      .annotate(OpenApi.Summary, "Get a reusable content of a change request")
      .setPath(Schema.Struct({ ...request, reusableContentId: id }))
      .setUrlParams(Schema.Struct(Flags))
      .addSuccess(RevisionView.ReusableContentView)
  )
  .addError(Forbidden)
  .addError(NotFound)
  .annotate(OpenApi.Title, "Content of change requests")
  .middleware(Authentication)
  .prefix("/v1") {}
