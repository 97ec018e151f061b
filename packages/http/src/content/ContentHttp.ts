import { Addresses, ContentEdits, Contents, Imports, Searches } from "@quire/core"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { locatedAt } from "../Answers.ts"
import { Api } from "../Api.ts"
import { capturing } from "../Capture.ts"
import { onWire } from "../Errors.ts"
import { answeringJson } from "../JsonAnswer.ts"
import { answering } from "../PlainAnswer.ts"

/** Answers with the revision that an import made as its `Location`. */
const imported = (base: string, space: string) =>
  locatedAt((made: Imports.ImportResult) => `${base}/v1/spaces/${space}/revisions/${made.revision}`)

export const layer = HttpApiBuilder.group(Api, "content", (handlers) =>
  capturing(
    Effect.gen(function* () {
      const contents = yield* Contents.Contents
      const edits = yield* ContentEdits.ContentEdits
      const imports = yield* Imports.Imports
      const searches = yield* Searches.Searches
      const { base } = yield* Addresses.Addresses
      return handlers
        .handle(
          "getContent",
          answering(({ params: path }) => onWire(contents.revision({ space: path.spaceId })))
        )
        .handle(
          "editContent",
          answering(({ params: { spaceId: space }, payload, query }) => onWire(edits.apply({ space }, payload, query)))
        )
        .handle(
          "importContent",
          answering(({ params: path, payload }) =>
            imported(base, path.spaceId)(onWire(imports.intoSpace(path.spaceId, payload)))
          )
        )
        .handle(
          "listPages",
          answering(({ params: { spaceId: space } }) => onWire(contents.pages({ space })))
        )
        .handle(
          "listFiles",
          answering(({ params: { spaceId: space }, query }) => onWire(contents.files({ space }, query)))
        )
        .handle(
          "getFile",
          answering(({ params: path }) => onWire(contents.file({ space: path.spaceId }, path.fileId)))
        )
        .handle(
          "getPage",
          answering(({ params, query }) =>
            onWire(contents.page({ space: params.spaceId }, params.pageId, query.format))
          )
        )
        .handle(
          "importContentIntoPage",
          answering(({ params: path, payload }) =>
            imported(base, path.spaceId)(onWire(imports.intoPage({ space: path.spaceId }, path.pageId, payload)))
          )
        )
        .handle(
          "getPageByPath",
          answering(({ params: { pagePath: path, spaceId: space }, query }) =>
            onWire(contents.pageByPath({ space }, path, query.format))
          )
        )
        .handle(
          "getReusableContent",
          answering(({ params: { reusableContentId: id, spaceId: space } }) =>
            onWire(contents.reusableContent({ space }, id))
          )
        )
        .handle("searchSpace", ({ params, query: { query, ...page } }) =>
          answeringJson(onWire(searches.inSpaceAsJson(params.spaceId, query, page)))
        )
        .handle(
          "getDocument",
          answering(({ params: path }) => onWire(contents.document(path.spaceId, path.documentId)))
        )
    })
  )
)
