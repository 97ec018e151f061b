import { Contents, PublishedContents, RevisionHistory, Rollbacks } from "@quire/core"
import { Effect } from "effect"
import { Api } from "../../Api.ts"
import { answering } from "../../foundation/answer/PlainAnswer.ts"
import { onWire } from "../../foundation/error/Errors.ts"
import { capturing } from "../../foundation/exchange/Capture.ts"
import * as HandlerGroup from "../../foundation/exchange/HandlerGroup.ts"
import { readBy } from "../../foundation/exchange/Reading.ts"

const baseOf = (path: { readonly spaceId: string; readonly revisionId: string }) => ({
  space: path.spaceId,
  revision: path.revisionId
})

export const layer = HandlerGroup.layer(Api, "revisions", (handlers) =>
  capturing(
    Effect.gen(function* () {
      const contents = yield* Contents.Contents
      const published = yield* PublishedContents.PublishedContents
      const revision = readBy(contents.revision, published.revision)
      const pages = readBy(contents.pages, published.pages)
      const file = readBy(contents.file, published.file)
      const page = readBy(contents.page, published.page)
      const pageByPath = readBy(contents.pageByPath, published.pageByPath)
      const reusableContent = readBy(contents.reusableContent, published.reusableContent)
      const rollbacks = yield* Rollbacks.Rollbacks
      const history = yield* RevisionHistory.RevisionHistory
      return handlers
        .handle(
          "listRevisions",
          answering(({ params: path, query: urlParams }) => onWire(history.list(path.spaceId, urlParams)))
        )
        .handle(
          "getRevision",
          answering(({ params: path, query: { computed } }) => revision({ ...baseOf(path), computed }))
        )
        .handle(
          "listPagesInRevision",
          answering(({ params: path, query: { computed } }) => pages({ ...baseOf(path), computed }))
        )
        .handle(
          "listFilesInRevision",
          answering(({ params: path, query: { limit, page } }) => onWire(contents.files(baseOf(path), { limit, page })))
        )
        .handle(
          "getFileInRevision",
          answering(({ params: path }) => file(baseOf(path), path.fileId))
        )
        .handle(
          "getPageInRevision",
          answering(({ params: path, query: { computed, format } }) =>
            page({ ...baseOf(path), computed }, path.pageId, format)
          )
        )
        .handle(
          "getPageInRevisionByPath",
          answering(({ params: path, query: { computed, format } }) =>
            pageByPath({ ...baseOf(path), computed }, path.pagePath, format)
          )
        )
        .handle(
          "getReusableContentInRevision",
          answering(({ params: path }) => reusableContent(baseOf(path), path.reusableContentId))
        )
        .handle(
          "rollBack",
          answering(({ params: path, payload }) => onWire(rollbacks.rollback(path.spaceId, payload)))
        )
    })
  )
)
