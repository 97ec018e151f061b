import { Addresses, ContentEdits, Contents, EditInput, Imports, PublishedContents } from "@quire/core"
import { Effect } from "effect"
import { Api } from "../../Api.ts"
import { withLocationOf } from "../../foundation/answer/Answers.ts"
import { withDecodedPayload } from "../../foundation/body/LargeBody.ts"
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

export const layer = HandlerGroup.layer(
  Api,
  "content",
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
    return {
      getContent: ({ params: path, query }) => revision(selected(path, query)),
      editContent: HandlerGroup.raw(
        readingEdit(({ params, payload, query }) => edits.apply(baseOf(params), payload, query))
      ),
      importContent: ({ params: { spaceId: id }, payload }) => imported(base, id)(imports.intoSpace(id, payload)),
      listPages: ({ params: path, query }) => pages(selected(path, query)),
      listFiles: ({ params: path, query }) => contents.files(selected(path, query), query),
      getFile: ({ params: path, query }) => file(selected(path, query), path.fileId),
      getPage: ({ params: path, query }) => page(selected(path, query), path.pageId, query.format),
      importContentIntoPage: ({ params: { pageId, spaceId: space }, payload }) =>
        imported(base, space)(imports.intoPage({ space }, pageId, payload)),
      getPageByPath: ({ params: path, query }) => pageByPath(selected(path, query), path.pagePath, query.format),
      getReusableContent: ({ params: path, query }) => reusableContent(selected(path, query), path.reusableContentId),
      getDocument: ({ params: path }) => document(path.spaceId, path.documentId)
    }
  })
)
