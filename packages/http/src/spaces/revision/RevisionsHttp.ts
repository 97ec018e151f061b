import { Contents, PublishedContents, RevisionHistory, Rollbacks } from "@quire/core"
import { Effect } from "effect"
import { Api } from "../../Api.ts"
import * as HandlerGroup from "../../foundation/exchange/HandlerGroup.ts"
import { readBy } from "../../foundation/exchange/Reading.ts"

const baseOf = (path: { readonly spaceId: string; readonly revisionId: string }) => ({
  space: path.spaceId,
  revision: path.revisionId
})

export const layer = HandlerGroup.layer(
  Api,
  "revisions",
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
    return {
      listRevisions: ({ params: path, query: urlParams }) => history.list(path.spaceId, urlParams),
      getRevision: ({ params: path, query: { computed } }) => revision({ ...baseOf(path), computed }),
      listPagesInRevision: ({ params: path, query: { computed } }) => pages({ ...baseOf(path), computed }),
      listFilesInRevision: ({ params: path, query: { limit, page } }) => contents.files(baseOf(path), { limit, page }),
      getFileInRevision: ({ params: path }) => file(baseOf(path), path.fileId),
      getPageInRevision: ({ params: path, query: { computed, format } }) =>
        page({ ...baseOf(path), computed }, path.pageId, format),
      getPageInRevisionByPath: ({ params: path, query: { computed, format } }) =>
        pageByPath({ ...baseOf(path), computed }, path.pagePath, format),
      getReusableContentInRevision: ({ params: path }) => reusableContent(baseOf(path), path.reusableContentId),
      rollBack: ({ params: path, payload }) => rollbacks.rollback(path.spaceId, payload)
    }
  })
)
