import { EditInput, EditView, FileView, Imports, Input, PageView, RevisionView, SpaceId } from "@quire/core"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { limits, MaximumBytes } from "../../foundation/body/Body.ts"
import * as Errors from "../../foundation/error/Errors.ts"
import { NotFound, PreconditionFailed, UnprocessableContent } from "../../foundation/error/Errors.ts"
import { Failures } from "../../foundation/error/Failures.ts"
import { Authentication, OpenToReaders } from "../../foundation/exchange/Authentication.ts"
import * as Paging from "../../foundation/query/Paging.ts"
import { RestOfPath } from "../../foundation/query/RestOfPath.ts"
import * as ContentQuery from "../../spaces/commit/ContentQuery.ts"
import { AsOf, DocumentSchema, Flags, Pages } from "../../spaces/commit/ContentQuery.ts"

const space = { spaceId: SpaceId.SpaceId }
const id = Schema.String

/** Goes on where something refers to what is deleted. */
export const Force = Input.describeFields(
  { force: Paging.Flag(false) },
  { force: "Whether the merge ignores rules that are not met." }
)

/** The primary content of a space. */
export class ContentApi extends HttpApiGroup.make("content", { topLevel: true })
  .add(
    HttpApiEndpoint.get("getContent", "/spaces/:spaceId/content", {
      params: Schema.Struct(space),
      query: Schema.Struct({ ...Flags, ...AsOf }),
      success: RevisionView.RevisionView,
      error: [Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "Get the content of a space")
      .annotate(OpenApi.Description, "Returns the current revision of the primary content with its pages and files.")
      .annotate(OpenToReaders, true)
  )
  .add(
    HttpApiEndpoint.post("editContent", "/spaces/:spaceId/content", {
      params: Schema.Struct(space),
      query: Schema.Struct(Force),
      payload: EditInput.ContentEdit,
      success: EditView.ContentEditResult,
      error: [Errors.Conflict, PreconditionFailed, UnprocessableContent, Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "Edit content")
      .annotate(
        OpenApi.Description,
        "Applies a batch of changes as one revision; the edit mode of the space must be live."
      )
      .annotate(MaximumBytes, limits.largeBytes)
  )
  .add(
    HttpApiEndpoint.post("importContent", "/spaces/:spaceId/content/import", {
      params: Schema.Struct(space),
      payload: Imports.ImportRequest,
      success: Imports.ImportResult.pipe(HttpApiSchema.status(201)),
      error: [Errors.Conflict, PreconditionFailed, UnprocessableContent, Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "Import content into a space")
      .annotate(OpenApi.Description, "Fetches an address and replaces the primary content by what it holds.")
  )
  .add(
    HttpApiEndpoint.get("listPages", "/spaces/:spaceId/content/pages", {
      params: Schema.Struct(space),
      query: Schema.Struct({ ...Flags, ...AsOf }),
      success: Pages,
      error: [Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "List pages")
      .annotate(OpenApi.Description, "Returns the pages of the primary content as a tree.")
      .annotate(OpenToReaders, true)
  )
  .add(
    HttpApiEndpoint.get("listFiles", "/spaces/:spaceId/content/files", {
      params: Schema.Struct(space),
      query: Schema.Struct({ ...Paging.UrlParams.fields, ...Flags, ...AsOf }),
      success: Paging.of(FileView.FileView),
      error: [Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "List files")
      .annotate(OpenApi.Description, "Returns the files of the primary content.")
  )
  .add(
    HttpApiEndpoint.get("getFile", "/spaces/:spaceId/content/files/:fileId", {
      params: Schema.Struct(Input.describeFields({ ...space, fileId: id }, { fileId: "Identifier of the file." })),
      query: Schema.Struct({ ...Flags, ...AsOf }),
      success: FileView.FileView,
      error: [Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "Get a file")
      .annotate(OpenApi.Description, "Returns a file of the primary content with the address to download it.")
      .annotate(OpenToReaders, true)
  )
  .add(
    HttpApiEndpoint.get("getPage", "/spaces/:spaceId/content/page/:pageId", {
      params: Schema.Struct(Input.describeFields({ ...space, pageId: id }, { pageId: "Identifier of the page." })),
      query: Schema.Struct({ ...ContentQuery.Format, ...Flags, ...AsOf }),
      success: PageView.PageView,
      error: [Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "Get a page")
      .annotate(OpenApi.Description, "Returns a page of the primary content in the requested format.")
      .annotate(OpenToReaders, true)
  )
  .add(
    HttpApiEndpoint.post("importContentIntoPage", "/spaces/:spaceId/content/page/:pageId/import", {
      params: Schema.Struct(Input.describeFields({ ...space, pageId: id }, { pageId: "Identifier of the page." })),
      payload: Imports.PageImportRequest,
      success: Imports.ImportResult.pipe(HttpApiSchema.status(201)),
      error: [Errors.Conflict, PreconditionFailed, UnprocessableContent, Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "Import content into a page")
      .annotate(OpenApi.Description, "Fetches an address and puts what it holds into the page.")
  )
  .add(
    HttpApiEndpoint.get("getPageByPath", "/spaces/:spaceId/content/path/:pagePath", {
      params: Schema.Struct(
        Input.describeFields(
          { ...space, pagePath: Schema.String },
          { pagePath: "Path of the page, without a leading slash." }
        )
      ),
      query: Schema.Struct({ ...ContentQuery.Format, ...Flags, ...AsOf }),
      success: PageView.PageView,
      error: [Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "Get a page by path")
      .annotate(OpenApi.Description, "Finds the page by its present path or by a previous one.")
      .annotate(OpenToReaders, true)
      .annotate(RestOfPath, true)
  )
  .add(
    HttpApiEndpoint.get("getReusableContent", "/spaces/:spaceId/content/reusable-contents/:reusableContentId", {
      params: Schema.Struct(
        Input.describeFields(
          { ...space, reusableContentId: id },
          { reusableContentId: "Identifier of the reusable content." }
        )
      ),
      query: Schema.Struct({ ...Flags, ...AsOf }),
      success: RevisionView.ReusableContentView,
      error: [Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "Get reusable content")
      .annotate(OpenApi.Description, "Returns a reusable content of the primary content.")
      .annotate(OpenToReaders, true)
  )
  .add(
    HttpApiEndpoint.get("getDocument", "/spaces/:spaceId/documents/:documentId", {
      params: Schema.Struct(
        Input.describeFields({ ...space, documentId: id }, { documentId: "Identifier of the document." })
      ),
      query: Schema.Struct(DocumentSchema),
      success: PageView.DocumentView,
      error: [Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "Get a document")
      .annotate(OpenApi.Description, "Returns the text of a page or reusable content by the id of its document.")
      .annotate(OpenToReaders, true)
  )
  .annotate(OpenApi.Title, "Content")
  .middleware(Authentication)
  .middleware(Failures)
  .prefix("/v1") {}
