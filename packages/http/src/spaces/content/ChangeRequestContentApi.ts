import { Addresses, ContentEdits, ContentPresences, Contents, EditInput, Imports, Input } from "@quire/core"
import { Effect, Schema } from "effect"
import { withLocationOf } from "../../foundation/answer/Answers.ts"
import { limits, MaximumBytes } from "../../foundation/body/Body.ts"
import { withDecodedPayload } from "../../foundation/body/LargeBody.ts"
import * as Endpoint from "../../foundation/endpoint/Endpoint.ts"
import * as Group from "../../foundation/endpoint/Group.ts"
import * as Paging from "../../foundation/query/Paging.ts"
import { RestOfPath } from "../../foundation/query/RestOfPath.ts"
import { request } from "../change-request/ChangeRequestsApi.ts"
import * as ContentApi from "./ContentApi.ts"
import { editing, imports, reads } from "./ContentEndpoints.ts"
import { contentStreams, streams, streamText } from "./ContentStream.ts"
import { announcing } from "./PresenceEndpoints.ts"

const base = "/spaces/:spaceId/change-requests/:changeRequestId/content"
const read = reads(request, {})
const imported = imports(request)

const baseOf = (path: { readonly spaceId: string; readonly changeRequestId: string }) => ({
  space: path.spaceId,
  changeRequest: path.changeRequestId
})

const readingEdit = withDecodedPayload(EditInput.ContentEdit)

/** The content of a change request. */
export class ChangeRequestContentApi extends Group.make(
  "changeRequestContent",
  "Content of change requests",
  Endpoint.get("getChangeRequestContent", base, {
    summary: "Get change request content",
    description: "Returns the current revision of the change request with its pages and files.",
    ...read.revision
  }),
  Endpoint.post("editChangeRequestContent", base, {
    summary: "Edit change request content",
    description:
      "Applies a batch of changes as one revision of the change request. If they are based on an earlier revision, they can be merged.",
    ...editing,
    params: Schema.Struct(request),
    query: Schema.Struct(
      Input.describeFields(
        { ...ContentApi.Force, compat: Paging.Flag(true) },
        { compat: "Whether to return only the change request instead of the result of the edit." }
      )
    ),
    payload: EditInput.ContentEdit,
    success: Schema.Union([ContentEdits.EditedChangeRequest, ContentEdits.ContentEditResult])
  }).annotate(MaximumBytes, limits.largeBytes),
  Endpoint.get("streamChangeRequestContentEvents", `${base}/events`, {
    summary: "Stream change request content events",
    description: `Reports each new revision of the change request as soon as it exists. ${streamText}`,
    ...streams(request)
  }),
  Endpoint.put("announceChangeRequestPresence", `${base}/presence/:presenceSession`, {
    summary: "Announce presence in a change request",
    ...announcing(request)
  }),
  Endpoint.post("importContentIntoChangeRequest", `${base}/import`, {
    summary: "Import into a change request",
    description: "Fetches a URL and replaces the content of the change request with the result.",
    ...imported.whole
  }),
  Endpoint.get("listPagesInChangeRequest", `${base}/pages`, {
    summary: "List change request pages",
    description: "Returns the pages of the change request as a tree.",
    ...read.pages
  }),
  Endpoint.get("listFilesInChangeRequest", `${base}/files`, {
    summary: "List change request files",
    description: "Returns the files of the change request.",
    ...read.files
  }),
  Endpoint.get("getFileInChangeRequest", `${base}/files/:fileId`, {
    summary: "Get a change request file",
    description: "Returns a file of the change request with the address to download it.",
    ...read.file
  }),
  Endpoint.get("getPageInChangeRequest", `${base}/page/:pageId`, {
    summary: "Get a change request page",
    description: "Returns a page of the change request in the requested format.",
    ...read.page
  }),
  Endpoint.post("importContentIntoPageOfChangeRequest", `${base}/page/:pageId/import`, {
    summary: "Import into a change request page",
    description: "Fetches a URL and imports the result into the page of the change request.",
    ...imported.page
  }),
  Endpoint.get("getPageInChangeRequestByPath", `${base}/path/:pagePath`, {
    summary: "Get change request page by path",
    description: "Finds the page by its path in the change request.",
    ...read.pageByPath
  }).annotate(RestOfPath, true),
  Endpoint.get("getReusableContentInChangeRequest", `${base}/reusable-contents/:reusableContentId`, {
    summary: "Get change request reusable content",
    description: "Returns a reusable content of the change request.",
    ...read.reusableContent
  })
) {
  static readonly layer = Group.layer(
    this,
    Effect.gen(function* () {
      const contents = yield* Contents.Contents
      const edits = yield* ContentEdits.ContentEdits
      const imports = yield* Imports.Imports
      const stream = yield* contentStreams
      const { announcePresence } = yield* ContentPresences.ContentPresences
      const { base } = yield* Addresses.Addresses
      const revisionOf = (space: string) => (made: Imports.ImportResult) =>
        `${base}/v1/spaces/${space}/revisions/${made.revision}`
      return {
        getChangeRequestContent: ({ params: path, query: { computed } }) =>
          contents.revision({ ...baseOf(path), computed }),
        editChangeRequestContent: Group.raw(
          readingEdit(({ params: path, payload, query: { compat, force } }) =>
            edits
              .apply(baseOf(path), payload, { force, showsPages: !compat })
              .pipe(Effect.map((result) => (compat ? (ContentEdits.editedRequest(result) ?? result) : result)))
          )
        ),
        streamChangeRequestContentEvents: ({ params: path, query }) => stream(baseOf(path), query),
        announceChangeRequestPresence: ({ params: path, payload }) =>
          announcePresence(baseOf(path), path.presenceSession, payload),
        importContentIntoChangeRequest: ({ params: path, payload }) =>
          withLocationOf(revisionOf(path.spaceId))(imports.into(baseOf(path), payload)),
        listPagesInChangeRequest: ({ params: path, query: { computed } }) =>
          contents.pages({ ...baseOf(path), computed }),
        listFilesInChangeRequest: ({ params: path, query: { limit, page } }) =>
          contents.files(baseOf(path), { limit, page }),
        getFileInChangeRequest: ({ params: path }) => contents.file(baseOf(path), path.fileId),
        getPageInChangeRequest: ({ params: path, query: { computed, format } }) =>
          contents.page({ ...baseOf(path), computed }, path.pageId, format),
        importContentIntoPageOfChangeRequest: ({ params: path, payload }) =>
          withLocationOf(revisionOf(path.spaceId))(imports.intoPage(baseOf(path), path.pageId, payload)),
        getPageInChangeRequestByPath: ({ params: path, query: { computed, format } }) =>
          contents.pageByPath({ ...baseOf(path), computed }, path.pagePath, format),
        getReusableContentInChangeRequest: ({ params: path }) =>
          contents.reusableContent(baseOf(path), path.reusableContentId)
      }
    })
  )
}
