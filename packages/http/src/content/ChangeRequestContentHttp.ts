import { HttpApiBuilder } from "@effect/platform"
import { Addresses, ContentEdits, Contents, Imports } from "@quire/core"
import { Effect } from "effect"
import { locatedAt } from "../Answers.ts"
import { Api } from "../Api.ts"
import { onWire } from "../Errors.ts"

const baseOf = (path: { readonly spaceId: string; readonly changeRequestId: string }) => ({
  space: path.spaceId,
  changeRequest: path.changeRequestId
})

export const layer = HttpApiBuilder.group(Api, "changeRequestContent", (handlers) =>
  Effect.gen(function* () {
    const contents = yield* Contents.Contents
    const edits = yield* ContentEdits.ContentEdits
    const imports = yield* Imports.Imports
    const { base } = yield* Addresses.Addresses
    const revisionOf = (space: string) => (made: Imports.ImportResult) =>
      `${base}/v1/spaces/${space}/revisions/${made.revision}`
    return handlers
      .handle("getChangeRequestContent", ({ path }) => onWire(contents.revision(baseOf(path))))
      .handle("editChangeRequestContent", ({ path, payload, urlParams: { compat, force } }) =>
        onWire(edits.apply(baseOf(path), payload, { force })).pipe(
          Effect.map((result) => (compat ? (result.changeRequest ?? result) : result))
        )
      )
      .handle("importContentIntoChangeRequest", ({ path, payload }) =>
        locatedAt(revisionOf(path.spaceId))(onWire(imports.into(baseOf(path), payload)))
      )
      .handle("listPagesInChangeRequest", ({ path }) => onWire(contents.pages(baseOf(path))))
      .handle("listFilesInChangeRequest", ({ path, urlParams: { limit, page } }) =>
        onWire(contents.files(baseOf(path), { limit, page }))
      )
      .handle("getFileInChangeRequest", ({ path }) => onWire(contents.file(baseOf(path), path.fileId)))
      .handle("getPageInChangeRequest", ({ path, urlParams }) =>
        onWire(contents.page(baseOf(path), path.pageId, urlParams.format))
      )
      .handle("importContentIntoPageOfChangeRequest", ({ path, payload }) =>
        locatedAt(revisionOf(path.spaceId))(onWire(imports.intoPage(baseOf(path), path.pageId, payload)))
      )
      .handle("getPageInChangeRequestByPath", ({ path, urlParams }) =>
        onWire(contents.pageByPath(baseOf(path), path.pagePath, urlParams.format))
      )
      .handle("getReusableContentInChangeRequest", ({ path }) =>
        onWire(contents.reusableContent(baseOf(path), path.reusableContentId))
      )
  })
)
