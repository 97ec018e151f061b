import { HttpApiBuilder } from "@effect/platform"
import { Contents, RevisionHistory, Rollbacks } from "@quire/core"
import { Effect } from "effect"
import { Api } from "../Api.ts"
import { onWire } from "../Errors.ts"

const baseOf = (path: { readonly spaceId: string; readonly revisionId: string }) => ({
  space: path.spaceId,
  revision: path.revisionId
})

export const layer = HttpApiBuilder.group(Api, "revisions", (handlers) =>
  Effect.gen(function* () {
    const contents = yield* Contents.Contents
    const rollbacks = yield* Rollbacks.Rollbacks
    const history = yield* RevisionHistory.RevisionHistory
    return handlers
      .handle("listRevisions", ({ path, urlParams }) => onWire(history.list(path.spaceId, urlParams)))
      .handle("getRevision", ({ path }) => onWire(contents.revision(baseOf(path))))
      .handle("listPagesInRevision", ({ path }) => onWire(contents.pages(baseOf(path))))
      .handle("listFilesInRevision", ({ path, urlParams: { limit, page } }) =>
        onWire(contents.files(baseOf(path), { limit, page }))
      )
      .handle("getFileInRevision", ({ path }) => onWire(contents.file(baseOf(path), path.fileId)))
      .handle("getPageInRevision", ({ path, urlParams }) =>
        onWire(contents.page(baseOf(path), path.pageId, urlParams.format))
      )
      .handle("getPageInRevisionByPath", ({ path, urlParams }) =>
        onWire(contents.pageByPath(baseOf(path), path.pagePath, urlParams.format))
      )
      .handle("getReusableContentInRevision", ({ path }) =>
        onWire(contents.reusableContent(baseOf(path), path.reusableContentId))
      )
      .handle("rollBack", ({ path, payload }) => onWire(rollbacks.rollback(path.spaceId, payload)))
  })
)
