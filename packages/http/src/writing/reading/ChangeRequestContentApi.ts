import { ChangeRequestView, EditInput, EditView, FileView, Imports, PageView, RevisionView } from "@quire/core"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { limits, MaximumBytes } from "../../foundation/body/Body.ts"
import {
  Conflict,
  Forbidden,
  NotFound,
  PreconditionFailed,
  UnprocessableContent
} from "../../foundation/error/Errors.ts"
import { Failures } from "../../foundation/error/Failures.ts"
import { Authentication } from "../../foundation/exchange/Authentication.ts"
import * as Paging from "../../foundation/query/Paging.ts"
import { RestOfPath } from "../../foundation/query/RestOfPath.ts"
import { Flags, Format, Pages } from "../../spaces/base/ContentQuery.ts"
import { request } from "../../spaces/change-request/ChangeRequestsApi.ts"
import { Force } from "./ContentApi.ts"

const base = "/spaces/:spaceId/change-requests/:changeRequestId/content"
const id = Schema.String

/** The content of a change request. */
export class ChangeRequestContentApi extends HttpApiGroup.make("changeRequestContent", { topLevel: true })
  .add(
    HttpApiEndpoint.get("getChangeRequestContent", base, {
      params: Schema.Struct(request),
      query: Schema.Struct(Flags),
      success: RevisionView.RevisionView,
      error: [Forbidden, NotFound]
    }).annotate(OpenApi.Summary, "Get the current revision of a change request")
  )
  .add(
    HttpApiEndpoint.post("editChangeRequestContent", base, {
      params: Schema.Struct(request),
      query: Schema.Struct({ ...Force, compat: Paging.Flag(true) }),
      payload: EditInput.ContentEdit,
      success: Schema.Union([ChangeRequestView.ChangeRequestView, EditView.ContentEditResult]),
      error: [Conflict, PreconditionFailed, UnprocessableContent, Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "Apply a batch of changes to a change request")
      .annotate(MaximumBytes, limits.largeBytes)
  )
  .add(
    HttpApiEndpoint.post("importContentIntoChangeRequest", `${base}/import`, {
      params: Schema.Struct(request),
      payload: Imports.ImportRequest,
      success: Imports.ImportResult.pipe(HttpApiSchema.status(201)),
      error: [Conflict, PreconditionFailed, UnprocessableContent, Forbidden, NotFound]
    }).annotate(OpenApi.Summary, "Import content from a URL into a change request")
  )
  .add(
    HttpApiEndpoint.get("listPagesInChangeRequest", `${base}/pages`, {
      params: Schema.Struct(request),
      query: Schema.Struct(Flags),
      success: Pages,
      error: [Forbidden, NotFound]
    }).annotate(OpenApi.Summary, "List the pages of a change request as a tree")
  )
  .add(
    HttpApiEndpoint.get("listFilesInChangeRequest", `${base}/files`, {
      params: Schema.Struct(request),
      query: Schema.Struct({ ...Paging.UrlParams.fields, ...Flags }),
      success: Paging.of(FileView.FileView),
      error: [Forbidden, NotFound]
    }).annotate(OpenApi.Summary, "List the files of a change request")
  )
  .add(
    HttpApiEndpoint.get("getFileInChangeRequest", `${base}/files/:fileId`, {
      params: Schema.Struct({ ...request, fileId: id }),
      query: Schema.Struct(Flags),
      success: FileView.FileView,
      error: [Forbidden, NotFound]
    }).annotate(OpenApi.Summary, "Get a file of a change request")
  )
  .add(
    HttpApiEndpoint.get("getPageInChangeRequest", `${base}/page/:pageId`, {
      params: Schema.Struct({ ...request, pageId: id }),
      query: Schema.Struct({ ...Format, ...Flags }),
      success: PageView.PageView,
      error: [Forbidden, NotFound]
    }).annotate(OpenApi.Summary, "Get a page of a change request")
  )
  .add(
    HttpApiEndpoint.post("importContentIntoPageOfChangeRequest", `${base}/page/:pageId/import`, {
      params: Schema.Struct({ ...request, pageId: id }),
      payload: Imports.PageImportRequest,
      success: Imports.ImportResult.pipe(HttpApiSchema.status(201)),
      error: [Conflict, PreconditionFailed, UnprocessableContent, Forbidden, NotFound]
    }).annotate(OpenApi.Summary, "Import content from a URL into a page of a change request")
  )
  .add(
    HttpApiEndpoint.get("getPageInChangeRequestByPath", `${base}/path/:pagePath`, {
      params: Schema.Struct({ ...request, pagePath: Schema.String }),
      query: Schema.Struct({ ...Format, ...Flags }),
      success: PageView.PageView,
      error: [Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "Get a page of a change request by its path")
      .annotate(RestOfPath, true)
  )
  .add(
    HttpApiEndpoint.get("getReusableContentInChangeRequest", `${base}/reusable-contents/:reusableContentId`, {
      params: Schema.Struct({ ...request, reusableContentId: id }),
      query: Schema.Struct(Flags),
      success: RevisionView.ReusableContentView,
      error: [Forbidden, NotFound]
    }).annotate(OpenApi.Summary, "Get a reusable content of a change request")
  )
  .annotate(OpenApi.Title, "Content of change requests")
  .middleware(Authentication)
  .middleware(Failures)
  .prefix("/v1") {}
