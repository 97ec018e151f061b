import { Addresses, ContentEdits, ContentPresences, EditInput, Imports, Input, PageView, SpaceId } from "@quire/core"
import { Effect, Schema } from "effect"
import { withLocationOf } from "../../foundation/answer/Answers.ts"
import { limits, MaximumBytes } from "../../foundation/body/Body.ts"
import { withDecodedPayload } from "../../foundation/body/LargeBody.ts"
import * as Endpoint from "../../foundation/endpoint/Endpoint.ts"
import * as Group from "../../foundation/endpoint/Group.ts"
import * as Paging from "../../foundation/query/Paging.ts"
import { RestOfPath } from "../../foundation/query/RestOfPath.ts"
import { AsOf, DocumentSchema } from "../commit/ContentQuery.ts"
import { editing, imports, readableContents, reading, reads } from "./ContentEndpoints.ts"
import { contentStreams, streams, streamText } from "./ContentStream.ts"
import { announcing } from "./PresenceEndpoints.ts"

const space = { spaceId: SpaceId }
const read = reads(space, AsOf)
const imported = imports(space)

/** Proceeds even if something refers to what is deleted. */
export const Force = Input.describeFields(
  { force: Paging.Flag(false) },
  { force: "Whether the merge ignores rules that are not met." }
)

const baseOf = (path: { readonly spaceId: string }) => ({ space: path.spaceId })

/** Selects what is read, and as of when (rule content-as-of). */
const selected = (
  { spaceId: space }: { readonly spaceId: string },
  { asOf, computed }: { readonly asOf?: number | undefined; readonly computed: boolean }
) => ({ space, computed, asOf })

/** Adds a `Location` header with the revision that an import created. */
const withRevision = (base: string, space: string) =>
  withLocationOf((made: Imports.ImportResult) => `${base}/v1/spaces/${space}/revisions/${made.revision}`)

const readingEdit = withDecodedPayload(EditInput.ContentEdit)

/** The primary content of a space. */
export class ContentApi extends Group.make(
  "content",
  "Content",
  Endpoint.get("getContent", "/spaces/:spaceId/content", {
    summary: "Get the content of a space",
    description: "Returns the current revision of the primary content with its pages and files.",
    ...read.revision,
    readers: true
  }),
  Endpoint.post("editContent", "/spaces/:spaceId/content", {
    summary: "Edit content",
    description:
      "Applies a batch of changes as one revision; the edit mode of the space must be live. If they are based on an earlier revision, they can be merged.",
    ...editing,
    params: Schema.Struct(space),
    query: Schema.Struct(Force),
    payload: EditInput.ContentEdit,
    success: ContentEdits.ContentEditResult
  }).annotate(MaximumBytes, limits.largeBytes),
  Endpoint.get("streamContentEvents", "/spaces/:spaceId/content/events", {
    summary: "Stream content events",
    description: `Reports each new revision of the primary content as soon as it exists. ${streamText}`,
    ...streams(space)
  }),
  Endpoint.put("announcePresence", "/spaces/:spaceId/content/presence/:presenceSession", {
    summary: "Announce your presence",
    ...announcing(space)
  }),
  Endpoint.post("importContent", "/spaces/:spaceId/content/import", {
    summary: "Import content into a space",
    description: "Fetches a URL and replaces the primary content with the result.",
    ...imported.whole
  }),
  Endpoint.get("listPages", "/spaces/:spaceId/content/pages", {
    summary: "List pages",
    description: "Returns the pages of the primary content as a tree.",
    ...read.pages,
    readers: true
  }),
  Endpoint.get("listFiles", "/spaces/:spaceId/content/files", {
    summary: "List files",
    description: "Returns the files of the primary content.",
    ...read.files
  }),
  Endpoint.get("getFile", "/spaces/:spaceId/content/files/:fileId", {
    summary: "Get a file",
    description: "Returns a file of the primary content with the address to download it.",
    ...read.file,
    readers: true
  }),
  Endpoint.get("getPage", "/spaces/:spaceId/content/page/:pageId", {
    summary: "Get a page",
    description: "Returns a page of the primary content in the requested format.",
    ...read.page,
    readers: true
  }),
  Endpoint.post("importContentIntoPage", "/spaces/:spaceId/content/page/:pageId/import", {
    summary: "Import content into a page",
    description: "Fetches a URL and imports the result into the page.",
    ...imported.page
  }),
  Endpoint.get("getPageByPath", "/spaces/:spaceId/content/path/:pagePath", {
    summary: "Get a page by path",
    description: "Finds the page by its current path or by a previous path.",
    ...read.pageByPath,
    readers: true
  }).annotate(RestOfPath, true),
  Endpoint.get("getReusableContent", "/spaces/:spaceId/content/reusable-contents/:reusableContentId", {
    summary: "Get reusable content",
    description: "Returns a reusable content of the primary content.",
    ...read.reusableContent,
    readers: true
  }),
  Endpoint.get("getDocument", "/spaces/:spaceId/documents/:documentId", {
    summary: "Get a document",
    description: "Returns the text of a page or reusable content by the id of its document.",
    ...reading,
    readers: true,
    params: Schema.Struct(
      Input.describeFields({ ...space, documentId: Schema.String }, { documentId: "Identifier of the document." })
    ),
    query: Schema.Struct(DocumentSchema),
    success: PageView.DocumentView
  })
) {
  static readonly layer = Group.layer(
    this,
    Effect.gen(function* () {
      const contents = yield* readableContents
      const edits = yield* ContentEdits.ContentEdits
      const imports = yield* Imports.Imports
      const stream = yield* contentStreams
      const { announcePresence } = yield* ContentPresences.ContentPresences
      const { base } = yield* Addresses.Addresses
      return {
        getContent: ({ params: path, query }) => contents.revision(selected(path, query)),
        editContent: Group.raw(
          readingEdit(({ params, payload, query }) => edits.apply(baseOf(params), payload, query))
        ),
        streamContentEvents: ({ params, query }) => stream(baseOf(params), query),
        announcePresence: ({ params, payload }) => announcePresence(baseOf(params), params.presenceSession, payload),
        importContent: ({ params: { spaceId: id }, payload }) => withRevision(base, id)(imports.intoSpace(id, payload)),
        listPages: ({ params: path, query }) => contents.pages(selected(path, query)),
        listFiles: ({ params: path, query }) => contents.files(selected(path, query), query),
        getFile: ({ params: path, query }) => contents.file(selected(path, query), path.fileId),
        getPage: ({ params: path, query }) => contents.page(selected(path, query), path.pageId, query.format),
        importContentIntoPage: ({ params: { pageId, spaceId: space }, payload }) =>
          withRevision(base, space)(imports.intoPage({ space }, pageId, payload)),
        getPageByPath: ({ params: path, query }) =>
          contents.pageByPath(selected(path, query), path.pagePath, query.format),
        getReusableContent: ({ params: path, query }) =>
          contents.reusableContent(selected(path, query), path.reusableContentId),
        getDocument: ({ params: path }) => contents.document(path.spaceId, path.documentId)
      }
    })
  )
}
