import { EditInput, EditView, FileView, Imports, PageView, RevisionView, SpaceId } from "@quire/core"
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
import { Authentication, OpenToReaders } from "../../foundation/exchange/Authentication.ts"
import * as Paging from "../../foundation/query/Paging.ts"
import { RestOfPath } from "../../foundation/query/RestOfPath.ts"
import { AsOf, DocumentSchema, Flags, Format, Pages } from "../../spaces/base/ContentQuery.ts"

const space = { spaceId: SpaceId.SpaceId }
const id = Schema.String

/** Goes on where something refers to what is deleted. */
export const Force = { force: Paging.Flag(false) }

/** The primary content of a space. */
export class ContentApi extends HttpApiGroup.make("content", { topLevel: true })
  .add(
    HttpApiEndpoint.get("getContent", "/spaces/:spaceId/content", {
      params: Schema.Struct(space),
      query: Schema.Struct({ ...Flags, ...AsOf }),
      success: RevisionView.RevisionView,
      error: [Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "Get the current revision of a space")
      .annotate(OpenToReaders, true)
  )
  .add(
    HttpApiEndpoint.post("editContent", "/spaces/:spaceId/content", {
      params: Schema.Struct(space),
      query: Schema.Struct(Force),
      payload: EditInput.ContentEdit,
      success: EditView.ContentEditResult,
      error: [Conflict, PreconditionFailed, UnprocessableContent, Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "Apply a batch of changes to a space whose edit mode is live")
      .annotate(MaximumBytes, limits.largeBytes)
  )
  .add(
    HttpApiEndpoint.post("importContent", "/spaces/:spaceId/content/import", {
      params: Schema.Struct(space),
      payload: Imports.ImportRequest,
      success: Imports.ImportResult.pipe(HttpApiSchema.status(201)),
      error: [Conflict, PreconditionFailed, UnprocessableContent, Forbidden, NotFound]
    }).annotate(OpenApi.Summary, "Import content from a URL into a space")
  )
  .add(
    HttpApiEndpoint.get("listPages", "/spaces/:spaceId/content/pages", {
      params: Schema.Struct(space),
      query: Schema.Struct({ ...Flags, ...AsOf }),
      success: Pages,
      error: [Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "List the pages of a space as a tree")
      .annotate(OpenToReaders, true)
  )
  .add(
    HttpApiEndpoint.get("listFiles", "/spaces/:spaceId/content/files", {
      params: Schema.Struct(space),
      query: Schema.Struct({ ...Paging.UrlParams.fields, ...Flags, ...AsOf }),
      success: Paging.of(FileView.FileView),
      error: [Forbidden, NotFound]
    }).annotate(OpenApi.Summary, "List the files of a space")
  )
  .add(
    HttpApiEndpoint.get("getFile", "/spaces/:spaceId/content/files/:fileId", {
      params: Schema.Struct({ ...space, fileId: id }),
      query: Schema.Struct({ ...Flags, ...AsOf }),
      success: FileView.FileView,
      error: [Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "Get a file of a space")
      .annotate(OpenToReaders, true)
  )
  .add(
    HttpApiEndpoint.get("getPage", "/spaces/:spaceId/content/page/:pageId", {
      params: Schema.Struct({ ...space, pageId: id }),
      query: Schema.Struct({ ...Format, ...Flags, ...AsOf }),
      success: PageView.PageView,
      error: [Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "Get a page")
      .annotate(OpenToReaders, true)
  )
  .add(
    HttpApiEndpoint.post("importContentIntoPage", "/spaces/:spaceId/content/page/:pageId/import", {
      params: Schema.Struct({ ...space, pageId: id }),
      payload: Imports.PageImportRequest,
      success: Imports.ImportResult.pipe(HttpApiSchema.status(201)),
      error: [Conflict, PreconditionFailed, UnprocessableContent, Forbidden, NotFound]
    }).annotate(OpenApi.Summary, "Import content from a URL into a page")
  )
  .add(
    HttpApiEndpoint.get("getPageByPath", "/spaces/:spaceId/content/path/:pagePath", {
      params: Schema.Struct({ ...space, pagePath: Schema.String }),
      query: Schema.Struct({ ...Format, ...Flags, ...AsOf }),
      success: PageView.PageView,
      error: [Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "Get a page by its path, or by one that it had before")
      .annotate(OpenToReaders, true)
      .annotate(RestOfPath, true)
  )
  .add(
    HttpApiEndpoint.get("getReusableContent", "/spaces/:spaceId/content/reusable-contents/:reusableContentId", {
      params: Schema.Struct({ ...space, reusableContentId: id }),
      query: Schema.Struct({ ...Flags, ...AsOf }),
      success: RevisionView.ReusableContentView,
      error: [Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "Get a reusable content of a space")
      .annotate(OpenToReaders, true)
  )
  .add(
    HttpApiEndpoint.get("getDocument", "/spaces/:spaceId/documents/:documentId", {
      params: Schema.Struct({ ...space, documentId: id }),
      query: Schema.Struct(DocumentSchema),
      success: PageView.DocumentView,
      error: [Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "Get a document by its id")
      .annotate(OpenToReaders, true)
  )
  .annotate(OpenApi.Title, "Content")
  .middleware(Authentication)
  .middleware(Failures)
  .prefix("/v1") {}
