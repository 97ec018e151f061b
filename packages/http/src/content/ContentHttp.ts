import { Addresses, ContentEdits, Contents, Imports, Searches } from "@quire/core"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { locatedAt } from "../Answers.ts"
import { Api } from "../Api.ts"
import { capturing } from "../Capture.ts"
import { onWire } from "../Errors.ts"

export const layer = HttpApiBuilder.group(Api, "content", (handlers) =>
  capturing(
    Effect.gen(function* () {
      const contents = yield* Contents.Contents
      const edits = yield* ContentEdits.ContentEdits
      const imports = yield* Imports.Imports
      const searches = yield* Searches.Searches
      const { base } = yield* Addresses.Addresses
      const revisionOf = (space: string) => (made: Imports.ImportResult) =>
        `${base}/v1/spaces/${space}/revisions/${made.revision}`
      return handlers
        .handle("getContent", ({ params: path }) => onWire(contents.revision({ space: path.spaceId })))
        .handle("editContent", ({ params: path, payload, query: { force } }) =>
          onWire(edits.apply({ space: path.spaceId }, payload, { force }))
        )
        .handle("importContent", ({ params: path, payload }) =>
          locatedAt(revisionOf(path.spaceId))(onWire(imports.intoSpace(path.spaceId, payload)))
        )
        .handle("listPages", ({ params: path }) => onWire(contents.pages({ space: path.spaceId })))
        .handle("listFiles", ({ params: path, query: { limit, page } }) =>
          onWire(contents.files({ space: path.spaceId }, { limit, page }))
        )
        .handle("getFile", ({ params: path }) => onWire(contents.file({ space: path.spaceId }, path.fileId)))
        .handle("getPage", ({ params: path, query: urlParams }) =>
          onWire(contents.page({ space: path.spaceId }, path.pageId, urlParams.format))
        )
        .handle("importContentIntoPage", ({ params: path, payload }) =>
          locatedAt(revisionOf(path.spaceId))(onWire(imports.intoPage({ space: path.spaceId }, path.pageId, payload)))
        )
        .handle("getPageByPath", ({ params: path, query: urlParams }) =>
          onWire(contents.pageByPath({ space: path.spaceId }, path.pagePath, urlParams.format))
        )
        .handle("getReusableContent", ({ params: path }) =>
          onWire(contents.reusableContent({ space: path.spaceId }, path.reusableContentId))
        )
        .handle("searchSpace", ({ params: path, query: { query, ...page } }) =>
          onWire(searches.inSpace(path.spaceId, query, page))
        )
        .handle("getDocument", ({ params: path }) => onWire(contents.document(path.spaceId, path.documentId)))
    })
  )
)
