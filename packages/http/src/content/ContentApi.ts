import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "@effect/platform"
import {
  Contents,
  EditInput,
  EditView,
  FileView,
  Imports,
  PageView,
  RevisionView,
  SearchView,
  SpaceId
} from "@quire/core"
import { Schema } from "effect"
import { Authentication } from "../Authentication.ts"
import { limits, MaximumBytes } from "../Body.ts"
import { Conflict, Forbidden, NotFound, PreconditionFailed, UnprocessableContent } from "../Errors.ts"
import * as Paging from "../Paging.ts"
import { RestOfPath } from "../RestOfPath.ts"

const space = { spaceId: SpaceId.SpaceId }
const id = Schema.String

/** `metadata=false` leaves out Git metadata; `computed=false` leaves computed content as it is. */
export const Flags = { metadata: Paging.Flag(true), computed: Paging.Flag(true) }
export const Format = { format: Schema.optionalWith(Contents.PageFormat, { exact: true }) }

/** Goes on where something refers to what is deleted. */
export const Force = { force: Paging.Flag(false) }

export const Pages = Schema.Struct({ pages: Schema.Array(PageView.PageView) })

/** The primary content of a space (api.md 4.3, 4.4). */
export class ContentApi extends HttpApiGroup.make("content", { topLevel: true })
  .add(
    HttpApiEndpoint.get("getContent", "/spaces/:spaceId/content")
      .annotate(OpenApi.Summary, "Get the current revision of a space")
      .setPath(Schema.Struct(space))
      .setUrlParams(Schema.Struct(Flags))
      .addSuccess(RevisionView.RevisionView)
  )
  .add(
    HttpApiEndpoint.post("editContent", "/spaces/:spaceId/content")
      .annotate(OpenApi.Summary, "Apply a batch of changes to a space whose edit mode is live")
      .annotate(MaximumBytes, limits.largeBytes)
      .setPath(Schema.Struct(space))
      .setUrlParams(Schema.Struct(Force))
      .setPayload(EditInput.ContentEdit)
      .addSuccess(EditView.ContentEditResult)
      .addError(Conflict)
      .addError(PreconditionFailed)
      .addError(UnprocessableContent)
  )
  .add(
    HttpApiEndpoint.post("importContent", "/spaces/:spaceId/content/import")
      .annotate(OpenApi.Summary, "Import content from a URL into a space")
      .setPath(Schema.Struct(space))
      .setPayload(Imports.ImportRequest)
      .addSuccess(Imports.ImportResult, { status: 201 })
      .addError(Conflict)
      .addError(PreconditionFailed)
      .addError(UnprocessableContent)
  )
  .add(
    HttpApiEndpoint.get("listPages", "/spaces/:spaceId/content/pages")
      .annotate(OpenApi.Summary, "List the pages of a space as a tree")
      .setPath(Schema.Struct(space))
      .setUrlParams(Schema.Struct(Flags))
      .addSuccess(Pages)
  )
  .add(
    HttpApiEndpoint.get("listFiles", "/spaces/:spaceId/content/files")
      .annotate(OpenApi.Summary, "List the files of a space")
      .setPath(Schema.Struct(space))
      .setUrlParams(Schema.Struct({ ...Paging.UrlParams.fields, ...Flags }))
      .addSuccess(Paging.of(FileView.FileView))
  )
  .add(
    HttpApiEndpoint.get("getFile", "/spaces/:spaceId/content/files/:fileId")
      .annotate(OpenApi.Summary, "Get a file of a space")
      .setPath(Schema.Struct({ ...space, fileId: id }))
      .setUrlParams(Schema.Struct(Flags))
      .addSuccess(FileView.FileView)
  )
  .add(
    HttpApiEndpoint.get("getPage", "/spaces/:spaceId/content/page/:pageId")
      .annotate(OpenApi.Summary, "Get a page")
      .setPath(Schema.Struct({ ...space, pageId: id }))
      .setUrlParams(Schema.Struct({ ...Format, ...Flags }))
      .addSuccess(PageView.PageView)
  )
  .add(
    HttpApiEndpoint.post("importContentIntoPage", "/spaces/:spaceId/content/page/:pageId/import")
      .annotate(OpenApi.Summary, "Import content from a URL into a page")
      .setPath(Schema.Struct({ ...space, pageId: id }))
      .setPayload(Imports.ImportRequest)
      .addSuccess(Imports.ImportResult, { status: 201 })
      .addError(Conflict)
      .addError(PreconditionFailed)
      .addError(UnprocessableContent)
  )
  .add(
    HttpApiEndpoint.get("getPageByPath", "/spaces/:spaceId/content/path/:pagePath")
      .annotate(OpenApi.Summary, "Get a page by its path, or by one that it had before")
      .annotate(RestOfPath, true)
      .setPath(Schema.Struct({ ...space, pagePath: Schema.String }))
      .setUrlParams(Schema.Struct({ ...Format, ...Flags }))
      .addSuccess(PageView.PageView)
  )
  .add(
    HttpApiEndpoint.get("getReusableContent", "/spaces/:spaceId/content/reusable-contents/:reusableContentId")
      .annotate(OpenApi.Summary, "Get a reusable content of a space")
      .setPath(Schema.Struct({ ...space, reusableContentId: id }))
      .setUrlParams(Schema.Struct(Flags))
      .addSuccess(RevisionView.ReusableContentView)
  )
  .add(
    HttpApiEndpoint.get("searchSpace", "/spaces/:spaceId/search")
      .annotate(OpenApi.Summary, "Search the content of a space")
      .setPath(Schema.Struct(space))
      .setUrlParams(Schema.Struct({ ...Paging.UrlParams.fields, query: Schema.String }))
      .addSuccess(Paging.of(SearchView.PageResult))
  )
  .add(
    HttpApiEndpoint.get("getDocument", "/spaces/:spaceId/documents/:documentId")
      .annotate(OpenApi.Summary, "Get a document by its id")
      .setPath(Schema.Struct({ ...space, documentId: id }))
      .setUrlParams(Schema.Struct({ schema: Schema.optionalWith(Schema.Literal("current", "next"), { exact: true }) }))
      .addSuccess(PageView.DocumentView)
  )
  .addError(Forbidden)
  .addError(NotFound)
  .annotate(OpenApi.Title, "Content")
  .middleware(Authentication)
  .prefix("/v1") {}
