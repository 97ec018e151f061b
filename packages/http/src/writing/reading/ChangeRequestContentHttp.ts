import { Addresses, ContentEdits, Contents, EditInput, Imports } from "@quire/core"
import { Effect } from "effect"
import { Api } from "../../Api.ts"
import { withLocationOf } from "../../foundation/answer/Answers.ts"
import { answering } from "../../foundation/answer/PlainAnswer.ts"
import { withDecodedPayload } from "../../foundation/body/LargeBody.ts"
import { onWire } from "../../foundation/error/Errors.ts"
import { capturing } from "../../foundation/exchange/Capture.ts"
import * as HandlerGroup from "../../foundation/exchange/HandlerGroup.ts"

const baseOf = (path: { readonly spaceId: string; readonly changeRequestId: string }) => ({
  space: path.spaceId,
  changeRequest: path.changeRequestId
})

const readingEdit = withDecodedPayload(EditInput.ContentEdit)

export const layer = HandlerGroup.layer(Api, "changeRequestContent", (handlers) =>
  capturing(
    Effect.gen(function* () {
      const contents = yield* Contents.Contents
      const edits = yield* ContentEdits.ContentEdits
      const imports = yield* Imports.Imports
      const { base } = yield* Addresses.Addresses
      const revisionOf = (space: string) => (made: Imports.ImportResult) =>
        `${base}/v1/spaces/${space}/revisions/${made.revision}`
      return handlers
        .handle(
          "getChangeRequestContent",
          answering(({ params: path, query: { computed } }) => onWire(contents.revision({ ...baseOf(path), computed })))
        )
        .handleRaw(
          "editChangeRequestContent",
          answering(
            readingEdit(({ params: path, payload, query: { compat, force } }) =>
              onWire(edits.apply(baseOf(path), payload, { force, showsPages: !compat })).pipe(
                Effect.map((result) => (compat ? (result.changeRequest ?? result) : result))
              )
            )
          )
        )
        .handle(
          "importContentIntoChangeRequest",
          answering(({ params: path, payload }) =>
            withLocationOf(revisionOf(path.spaceId))(onWire(imports.into(baseOf(path), payload)))
          )
        )
        .handle(
          "listPagesInChangeRequest",
          answering(({ params: path, query: { computed } }) => onWire(contents.pages({ ...baseOf(path), computed })))
        )
        .handle(
          "listFilesInChangeRequest",
          answering(({ params: path, query: { limit, page } }) => onWire(contents.files(baseOf(path), { limit, page })))
        )
        .handle(
          "getFileInChangeRequest",
          answering(({ params: path }) => onWire(contents.file(baseOf(path), path.fileId)))
        )
        .handle(
          "getPageInChangeRequest",
          answering(({ params: path, query: { computed, format } }) =>
            onWire(contents.page({ ...baseOf(path), computed }, path.pageId, format))
          )
        )
        .handle(
          "importContentIntoPageOfChangeRequest",
          answering(({ params: path, payload }) =>
            withLocationOf(revisionOf(path.spaceId))(onWire(imports.intoPage(baseOf(path), path.pageId, payload)))
          )
        )
        .handle(
          "getPageInChangeRequestByPath",
          answering(({ params: path, query: { computed, format } }) =>
            onWire(contents.pageByPath({ ...baseOf(path), computed }, path.pagePath, format))
          )
        )
        .handle(
          "getReusableContentInChangeRequest",
          answering(({ params: path }) => onWire(contents.reusableContent(baseOf(path), path.reusableContentId)))
        )
    })
  )
)
