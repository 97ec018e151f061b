import { Addresses, ContentEdits, Contents, Imports } from "@quire/core"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { locatedAt } from "../Answers.ts"
import { Api } from "../Api.ts"
import { capturing } from "../Capture.ts"
import { onWire } from "../Errors.ts"

const baseOf = (path: { readonly spaceId: string; readonly changeRequestId: string }) => ({
  space: path.spaceId,
  changeRequest: path.changeRequestId
})

export const layer = HttpApiBuilder.group(Api, "changeRequestContent", (handlers) =>
  capturing(
    Effect.gen(function* () {
      const contents = yield* Contents.Contents
      const edits = yield* ContentEdits.ContentEdits
      const imports = yield* Imports.Imports
      const { base } = yield* Addresses.Addresses
      const revisionOf = (space: string) => (made: Imports.ImportResult) =>
        `${base}/v1/spaces/${space}/revisions/${made.revision}`
      return handlers
        .handle("getChangeRequestContent", ({ params: path }) => onWire(contents.revision(baseOf(path))))
        .handle("editChangeRequestContent", ({ params: path, payload, query: { compat, force } }) =>
          onWire(edits.apply(baseOf(path), payload, { force })).pipe(
            Effect.map((result) => (compat ? (result.changeRequest ?? result) : result))
          )
        )
        .handle("importContentIntoChangeRequest", ({ params: path, payload }) =>
          locatedAt(revisionOf(path.spaceId))(onWire(imports.into(baseOf(path), payload)))
        )
        .handle("listPagesInChangeRequest", ({ params: path }) => onWire(contents.pages(baseOf(path))))
        .handle("listFilesInChangeRequest", ({ params: path, query: { limit, page } }) =>
          onWire(contents.files(baseOf(path), { limit, page }))
        )
        .handle("getFileInChangeRequest", ({ params: path }) => onWire(contents.file(baseOf(path), path.fileId)))
        .handle("getPageInChangeRequest", ({ params: path, query: urlParams }) =>
          onWire(contents.page(baseOf(path), path.pageId, urlParams.format))
        )
        .handle("importContentIntoPageOfChangeRequest", ({ params: path, payload }) =>
          locatedAt(revisionOf(path.spaceId))(onWire(imports.intoPage(baseOf(path), path.pageId, payload)))
        )
        .handle("getPageInChangeRequestByPath", ({ params: path, query: urlParams }) =>
          onWire(contents.pageByPath(baseOf(path), path.pagePath, urlParams.format))
        )
        .handle("getReusableContentInChangeRequest", ({ params: path }) =>
          onWire(contents.reusableContent(baseOf(path), path.reusableContentId))
        )
    })
  )
)
