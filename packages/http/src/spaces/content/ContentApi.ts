import {
  Addresses,
  ContentEdits,
  Contents,
  EditInput,
  FileView,
  Imports,
  Input,
  PageView,
  PublishedContents,
  Revision,
  SpaceId
} from "@quire/core"
import { Effect, Schema } from "effect"
import { HttpApiSchema } from "effect/http-api"
import { withLocationOf } from "../../foundation/answer/Answers.ts"
import { limits, MaximumBytes } from "../../foundation/body/Body.ts"
import { withDecodedPayload } from "../../foundation/body/LargeBody.ts"
import * as Endpoint from "../../foundation/endpoint/Endpoint.ts"
import * as Group from "../../foundation/endpoint/Group.ts"
import * as Permission from "../../foundation/endpoint/Permission.ts"
import * as Errors from "../../foundation/error/Errors.ts"
import { NotFound, PreconditionFailed, UnprocessableContent } from "../../foundation/error/Errors.ts"
import { readBy } from "../../foundation/exchange/Reading.ts"
import * as Paging from "../../foundation/query/Paging.ts"
import { RestOfPath } from "../../foundation/query/RestOfPath.ts"
import * as ContentQuery from "../commit/ContentQuery.ts"
import { AsOf, DocumentSchema, Flags, Pages } from "../commit/ContentQuery.ts"

const space = { spaceId: SpaceId }
const id = Schema.String

/** Proceeds even if something refers to what is deleted. */
export const Force = Input.describeFields(
  { force: Paging.Flag(false) },
  { force: "Whether the merge ignores rules that are not met." }
)

/** Path of the revision that an import created, for `Location`. */
const baseOf = (path: { readonly spaceId: string }) => ({ space: path.spaceId })

/** Selects what is read, and as of when (rule content-as-of). */
const selected = (
  { spaceId: space }: { readonly spaceId: string },
  { asOf, computed }: { readonly asOf?: number | undefined; readonly computed: boolean }
) => ({ space, computed, asOf })

const imported = (base: string, space: string) =>
  withLocationOf((made: Imports.ImportResult) => `${base}/v1/spaces/${space}/revisions/${made.revision}`)

const readingEdit = withDecodedPayload(EditInput.ContentEdit)

/** The primary content of a space. */
export class ContentApi extends Group.make(
  "content",
  "Content",
  Endpoint.get("getContent", "/spaces/:spaceId/content", {
    summary: "Get the content of a space",
    description: "Returns the current revision of the primary content with its pages and files.",
    permission: Permission.hiding("content:read"),
    scope: "space:content:read",
    readers: true,
    params: Schema.Struct(space),
    query: Schema.Struct({ ...Flags, ...AsOf }),
    success: Revision.RevisionView,
    error: [Errors.Forbidden, NotFound]
  }),
  Endpoint.post("editContent", "/spaces/:spaceId/content", {
    summary: "Edit content",
    description: "Applies a batch of changes as one revision; the edit mode of the space must be live.",
    permission: Permission.refusing("content:edit"),
    scope: "space:content:write",
    params: Schema.Struct(space),
    query: Schema.Struct(Force),
    payload: EditInput.ContentEdit,
    success: ContentEdits.ContentEditResult,
    error: [Errors.Conflict, PreconditionFailed, UnprocessableContent, Errors.Forbidden, NotFound]
  }).annotate(MaximumBytes, limits.largeBytes),
  Endpoint.post("importContent", "/spaces/:spaceId/content/import", {
    summary: "Import content into a space",
    description: "Fetches a URL and replaces the primary content with the result.",
    permission: Permission.refusing("content:edit"),
    scope: "space:content:write",
    params: Schema.Struct(space),
    payload: Imports.ImportRequest,
    success: Imports.ImportResult.pipe(HttpApiSchema.status(201)),
    error: [Errors.Conflict, PreconditionFailed, UnprocessableContent, Errors.Forbidden, NotFound]
  }),
  Endpoint.get("listPages", "/spaces/:spaceId/content/pages", {
    summary: "List pages",
    description: "Returns the pages of the primary content as a tree.",
    permission: Permission.hiding("content:read"),
    scope: "space:content:read",
    readers: true,
    params: Schema.Struct(space),
    query: Schema.Struct({ ...Flags, ...AsOf }),
    success: Pages,
    error: [Errors.Forbidden, NotFound]
  }),
  Endpoint.get("listFiles", "/spaces/:spaceId/content/files", {
    summary: "List files",
    description: "Returns the files of the primary content.",
    permission: Permission.hiding("content:read"),
    scope: "space:content:read",
    params: Schema.Struct(space),
    query: Schema.Struct({ ...Paging.UrlParams.fields, ...Flags, ...AsOf }),
    success: Paging.of(FileView.FileView),
    error: [Errors.Forbidden, NotFound]
  }),
  Endpoint.get("getFile", "/spaces/:spaceId/content/files/:fileId", {
    summary: "Get a file",
    description: "Returns a file of the primary content with the address to download it.",
    permission: Permission.hiding("content:read"),
    scope: "space:content:read",
    readers: true,
    params: Schema.Struct(Input.describeFields({ ...space, fileId: id }, { fileId: "Identifier of the file." })),
    query: Schema.Struct({ ...Flags, ...AsOf }),
    success: FileView.FileView,
    error: [Errors.Forbidden, NotFound]
  }),
  Endpoint.get("getPage", "/spaces/:spaceId/content/page/:pageId", {
    summary: "Get a page",
    description: "Returns a page of the primary content in the requested format.",
    permission: Permission.hiding("content:read"),
    scope: "space:content:read",
    readers: true,
    params: Schema.Struct(Input.describeFields({ ...space, pageId: id }, { pageId: "Identifier of the page." })),
    query: Schema.Struct({ ...ContentQuery.Format, ...Flags, ...AsOf }),
    success: PageView.PageView,
    error: [Errors.Forbidden, NotFound]
  }),
  Endpoint.post("importContentIntoPage", "/spaces/:spaceId/content/page/:pageId/import", {
    summary: "Import content into a page",
    description: "Fetches a URL and imports the result into the page.",
    permission: Permission.refusing("content:edit"),
    scope: "space:content:write",
    params: Schema.Struct(Input.describeFields({ ...space, pageId: id }, { pageId: "Identifier of the page." })),
    payload: Imports.PageImportRequest,
    success: Imports.ImportResult.pipe(HttpApiSchema.status(201)),
    error: [Errors.Conflict, PreconditionFailed, UnprocessableContent, Errors.Forbidden, NotFound]
  }),
  Endpoint.get("getPageByPath", "/spaces/:spaceId/content/path/:pagePath", {
    summary: "Get a page by path",
    description: "Finds the page by its current path or by a previous path.",
    permission: Permission.hiding("content:read"),
    scope: "space:content:read",
    readers: true,
    params: Schema.Struct(
      Input.describeFields(
        { ...space, pagePath: Schema.String },
        { pagePath: "Path of the page, without a leading slash." }
      )
    ),
    query: Schema.Struct({ ...ContentQuery.Format, ...Flags, ...AsOf }),
    success: PageView.PageView,
    error: [Errors.Forbidden, NotFound]
  }).annotate(RestOfPath, true),
  Endpoint.get("getReusableContent", "/spaces/:spaceId/content/reusable-contents/:reusableContentId", {
    summary: "Get reusable content",
    description: "Returns a reusable content of the primary content.",
    permission: Permission.hiding("content:read"),
    scope: "space:content:read",
    readers: true,
    params: Schema.Struct(
      Input.describeFields(
        { ...space, reusableContentId: id },
        { reusableContentId: "Identifier of the reusable content." }
      )
    ),
    query: Schema.Struct({ ...Flags, ...AsOf }),
    success: Revision.ReusableContentView,
    error: [Errors.Forbidden, NotFound]
  }),
  Endpoint.get("getDocument", "/spaces/:spaceId/documents/:documentId", {
    summary: "Get a document",
    description: "Returns the text of a page or reusable content by the id of its document.",
    permission: Permission.hiding("content:read"),
    scope: "space:content:read",
    readers: true,
    params: Schema.Struct(
      Input.describeFields({ ...space, documentId: id }, { documentId: "Identifier of the document." })
    ),
    query: Schema.Struct(DocumentSchema),
    success: PageView.DocumentView,
    error: [Errors.Forbidden, NotFound]
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
      const document = readBy(contents.document, published.document)
      const edits = yield* ContentEdits.ContentEdits
      const imports = yield* Imports.Imports
      const { base } = yield* Addresses.Addresses
      return {
        getContent: ({ params: path, query }) => revision(selected(path, query)),
        editContent: Group.raw(
          readingEdit(({ params, payload, query }) => edits.apply(baseOf(params), payload, query))
        ),
        importContent: ({ params: { spaceId: id }, payload }) => imported(base, id)(imports.intoSpace(id, payload)),
        listPages: ({ params: path, query }) => pages(selected(path, query)),
        listFiles: ({ params: path, query }) => contents.files(selected(path, query), query),
        getFile: ({ params: path, query }) => file(selected(path, query), path.fileId),
        getPage: ({ params: path, query }) => page(selected(path, query), path.pageId, query.format),
        importContentIntoPage: ({ params: { pageId, spaceId: space }, payload }) =>
          imported(base, space)(imports.intoPage({ space }, pageId, payload)),
        getPageByPath: ({ params: path, query }) => pageByPath(selected(path, query), path.pagePath, query.format),
        getReusableContent: ({ params: path, query }) => reusableContent(selected(path, query), path.reusableContentId),
        getDocument: ({ params: path }) => document(path.spaceId, path.documentId)
      }
    })
  )
}
