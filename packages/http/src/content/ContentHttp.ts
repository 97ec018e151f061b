import { Addresses, ContentEdits, Contents, EditInput, Imports, Searches } from "@quire/core"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { locatedAt } from "../Answers.ts"
import { Api } from "../Api.ts"
import { capturing } from "../Capture.ts"
import { onWire } from "../Errors.ts"
import { answeringJson } from "../JsonAnswer.ts"
import { reading } from "../LargeBody.ts"
import { answering } from "../PlainAnswer.ts"

/** Answers with the revision that an import made as its `Location`. */
const baseOf = (path: { readonly spaceId: string }) => ({ space: path.spaceId })

const imported = (base: string, space: string) =>
  locatedAt((made: Imports.ImportResult) => `${base}/v1/spaces/${space}/revisions/${made.revision}`)

const readingEdit = reading(EditInput.ContentEdit)

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
          answering(({ params: path }) => onWire(contents.revision(baseOf(path))))
        )
        .handleRaw(
          "editContent",
          answering(readingEdit(({ params, payload, query }) => onWire(edits.apply(baseOf(params), payload, query))))
        )
        .handle(
          "importContent",
          answering(({ params: { spaceId: id }, payload }) =>
            imported(base, id)(onWire(imports.intoSpace(id, payload)))
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
          answering(({ params: path }) => onWire(contents.file(baseOf(path), path.fileId)))
        )
        .handle(
          "getPage",
          answering(({ params: { pageId, spaceId: space }, query }) =>
            onWire(contents.page({ space }, pageId, query.format))
          )
        )
        .handle(
          "importContentIntoPage",
          answering(({ params: { pageId, spaceId: space }, payload }) =>
            imported(base, space)(onWire(imports.intoPage({ space }, pageId, payload)))
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
          answering(({ params: path }) => onWire(contents.reusableContent(baseOf(path), path.reusableContentId)))
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
