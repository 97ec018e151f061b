import { Addresses, ContentEdits, Contents, EditInput, Imports, PublishedContents } from "@quire/core"
import { Effect } from "effect"
import { Api } from "../../Api.ts"
import { withLocationOf } from "../../foundation/answer/Answers.ts"
import { answering } from "../../foundation/answer/PlainAnswer.ts"
import { withDecodedPayload } from "../../foundation/body/LargeBody.ts"
import { onWire } from "../../foundation/error/Errors.ts"
import { capturing } from "../../foundation/exchange/Capture.ts"
import * as HandlerGroup from "../../foundation/exchange/HandlerGroup.ts"
import { readBy } from "../../foundation/exchange/Reading.ts"

/** Path of the revision that an import created, for `Location`. */
const baseOf = (path: { readonly spaceId: string }) => ({ space: path.spaceId })

/** Selects what is read, and as of when (rule content-as-of). */
const selected = (
  { spaceId: space }: { readonly spaceId: string },
  { asOf, computed }: { readonly asOf?: number | undefined; readonly computed: boolean }
) => ({ space, computed, asOf })

const imported = (base: string, space: string) =>
  withLocationOf((made: Imports.ImportResult) => `${base}/v1/spaces/${space}/revisions/${made.revision}`)

const readingEdit = withDecodedPayload(EditInput.ContentEdit)

export const layer = HandlerGroup.layer(Api, "content", (handlers) =>
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
      const document = readBy(contents.document, published.document)
      const edits = yield* ContentEdits.ContentEdits
      const imports = yield* Imports.Imports
      const { base } = yield* Addresses.Addresses
      return handlers
        .handle(
          "getContent",
          answering(({ params: path, query }) => revision(selected(path, query)))
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
          answering(({ params: path, query }) => pages(selected(path, query)))
        )
        .handle(
          "listFiles",
          answering(({ params: path, query }) => onWire(contents.files(selected(path, query), query)))
        )
        .handle(
          "getFile",
          answering(({ params: path, query }) => file(selected(path, query), path.fileId))
        )
        .handle(
          "getPage",
          answering(({ params: path, query }) => page(selected(path, query), path.pageId, query.format))
        )
        .handle(
          "importContentIntoPage",
          answering(({ params: { pageId, spaceId: space }, payload }) =>
            imported(base, space)(onWire(imports.intoPage({ space }, pageId, payload)))
          )
        )
        .handle(
          "getPageByPath",
          answering(({ params: path, query }) => pageByPath(selected(path, query), path.pagePath, query.format))
        )
        .handle(
          "getReusableContent",
          answering(({ params: path, query }) => reusableContent(selected(path, query), path.reusableContentId))
        )
        .handle(
          "getDocument",
          answering(({ params: path }) => document(path.spaceId, path.documentId))
        )
    })
  )
)
