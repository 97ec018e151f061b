import { ChangeRequestView, EditInput, EditView, FileView, Imports, Input, PageView, RevisionView } from "@quire/core"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { limits, MaximumBytes } from "../../foundation/body/Body.ts"
import * as Errors from "../../foundation/error/Errors.ts"
import { NotFound, PreconditionFailed, UnprocessableContent } from "../../foundation/error/Errors.ts"
import { Failures } from "../../foundation/error/Failures.ts"
import { Authentication } from "../../foundation/exchange/Authentication.ts"
import * as Paging from "../../foundation/query/Paging.ts"
import { RestOfPath } from "../../foundation/query/RestOfPath.ts"
import { request } from "../../spaces/change-request/ChangeRequestsApi.ts"
import * as ContentQuery from "../../spaces/commit/ContentQuery.ts"
import { Flags, Pages } from "../../spaces/commit/ContentQuery.ts"
import * as ContentApi from "./ContentApi.ts"

const base = "/spaces/:spaceId/change-requests/:changeRequestId/content"
const id = Schema.String

/** The content of a change request. */
export class ChangeRequestContentApi extends HttpApiGroup.make("changeRequestContent", { topLevel: true })
  .add(
    HttpApiEndpoint.get("getChangeRequestContent", base, {
      params: Schema.Struct(request),
      query: Schema.Struct(Flags),
      success: RevisionView.RevisionView,
      error: [Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "Get change request content")
      .annotate(OpenApi.Description, "Returns the current revision of the change request with its pages and files.")
  )
  .add(
    HttpApiEndpoint.post("editChangeRequestContent", base, {
      params: Schema.Struct(request),
      query: Schema.Struct(
        Input.describeFields(
          { ...ContentApi.Force, compat: Paging.Flag(true) },
          { compat: "Whether the answer is the change request alone rather than the result of the edit." }
        )
      ),
      payload: EditInput.ContentEdit,
      success: Schema.Union([ChangeRequestView.ChangeRequestView, EditView.ContentEditResult]),
      error: [Errors.Conflict, PreconditionFailed, UnprocessableContent, Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "Edit change request content")
      .annotate(OpenApi.Description, "Applies a batch of changes as one revision of the change request.")
      .annotate(MaximumBytes, limits.largeBytes)
  )
  .add(
    HttpApiEndpoint.post("importContentIntoChangeRequest", `${base}/import`, {
      params: Schema.Struct(request),
      payload: Imports.ImportRequest,
      success: Imports.ImportResult.pipe(HttpApiSchema.status(201)),
      error: [Errors.Conflict, PreconditionFailed, UnprocessableContent, Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "Import into a change request")
      .annotate(
        OpenApi.Description,
        "Fetches an address and replaces the content of the change request by what it holds."
      )
  )
  .add(
    HttpApiEndpoint.get("listPagesInChangeRequest", `${base}/pages`, {
      params: Schema.Struct(request),
      query: Schema.Struct(Flags),
      success: Pages,
      error: [Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "List change request pages")
      .annotate(OpenApi.Description, "Returns the pages of the change request as a tree.")
  )
  .add(
    HttpApiEndpoint.get("listFilesInChangeRequest", `${base}/files`, {
      params: Schema.Struct(request),
      query: Schema.Struct({ ...Paging.UrlParams.fields, ...Flags }),
      success: Paging.of(FileView.FileView),
      error: [Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "List change request files")
      .annotate(OpenApi.Description, "Returns the files of the change request.")
  )
  .add(
    HttpApiEndpoint.get("getFileInChangeRequest", `${base}/files/:fileId`, {
      params: Schema.Struct(Input.describeFields({ ...request, fileId: id }, { fileId: "Identifier of the file." })),
      query: Schema.Struct(Flags),
      success: FileView.FileView,
      error: [Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "Get a change request file")
      .annotate(OpenApi.Description, "Returns a file of the change request with the address to download it.")
  )
  .add(
    HttpApiEndpoint.get("getPageInChangeRequest", `${base}/page/:pageId`, {
      params: Schema.Struct(Input.describeFields({ ...request, pageId: id }, { pageId: "Identifier of the page." })),
      query: Schema.Struct({ ...ContentQuery.Format, ...Flags }),
      success: PageView.PageView,
      error: [Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "Get a change request page")
      .annotate(OpenApi.Description, "Returns a page of the change request in the requested format.")
  )
  .add(
    HttpApiEndpoint.post("importContentIntoPageOfChangeRequest", `${base}/page/:pageId/import`, {
      params: Schema.Struct(Input.describeFields({ ...request, pageId: id }, { pageId: "Identifier of the page." })),
      payload: Imports.PageImportRequest,
      success: Imports.ImportResult.pipe(HttpApiSchema.status(201)),
      error: [Errors.Conflict, PreconditionFailed, UnprocessableContent, Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "Import into a change request page")
      .annotate(OpenApi.Description, "Fetches an address and puts what it holds into the page of the change request.")
  )
  .add(
    HttpApiEndpoint.get("getPageInChangeRequestByPath", `${base}/path/:pagePath`, {
      params: Schema.Struct(
        Input.describeFields(
          { ...request, pagePath: Schema.String },
          { pagePath: "Path of the page, without a leading slash." }
        )
      ),
      query: Schema.Struct({ ...ContentQuery.Format, ...Flags }),
      success: PageView.PageView,
      error: [Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "Get change request page by path")
      .annotate(OpenApi.Description, "Finds the page by its path in the change request.")
      .annotate(RestOfPath, true)
  )
  .add(
    HttpApiEndpoint.get("getReusableContentInChangeRequest", `${base}/reusable-contents/:reusableContentId`, {
      params: Schema.Struct(
        Input.describeFields(
          { ...request, reusableContentId: id },
          { reusableContentId: "Identifier of the reusable content." }
        )
      ),
      query: Schema.Struct(Flags),
      success: RevisionView.ReusableContentView,
      error: [Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "Get change request reusable content")
      .annotate(OpenApi.Description, "Returns a reusable content of the change request.")
  )
  .annotate(OpenApi.Title, "Content of change requests")
  .middleware(Authentication)
  .middleware(Failures)
  .prefix("/v1") {}
