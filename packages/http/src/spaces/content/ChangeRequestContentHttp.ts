import { Addresses, ContentEdits, Contents, EditInput, Imports } from "@quire/core"
import { Effect } from "effect"
import { Api } from "../../Api.ts"
import { withLocationOf } from "../../foundation/answer/Answers.ts"
import { withDecodedPayload } from "../../foundation/body/LargeBody.ts"
import * as HandlerGroup from "../../foundation/exchange/HandlerGroup.ts"

const baseOf = (path: { readonly spaceId: string; readonly changeRequestId: string }) => ({
  space: path.spaceId,
  changeRequest: path.changeRequestId
})

const readingEdit = withDecodedPayload(EditInput.ContentEdit)

export const layer = HandlerGroup.layer(
  Api,
  "changeRequestContent",
  Effect.gen(function* () {
    const contents = yield* Contents.Contents
    const edits = yield* ContentEdits.ContentEdits
    const imports = yield* Imports.Imports
    const { base } = yield* Addresses.Addresses
    const revisionOf = (space: string) => (made: Imports.ImportResult) =>
      `${base}/v1/spaces/${space}/revisions/${made.revision}`
    return {
      getChangeRequestContent: ({ params: path, query: { computed } }) =>
        contents.revision({ ...baseOf(path), computed }),
      editChangeRequestContent: HandlerGroup.raw(
        readingEdit(({ params: path, payload, query: { compat, force } }) =>
          edits
            .apply(baseOf(path), payload, { force, showsPages: !compat })
            .pipe(Effect.map((result) => (compat ? (result.changeRequest ?? result) : result)))
        )
      ),
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
