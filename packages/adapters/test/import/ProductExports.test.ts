import { assert, layer } from "@effect/vitest"
import { type ContentRef, Importer } from "@quire/core"
import { ProductExports } from "@quire/testing"
import { Effect } from "effect"
import { strToU8, type Zippable, zipSync } from "fflate"
import { print } from "../../src/markdown/MarkdownText.ts"
import { intake, warnings } from "./archives.ts"
import * as Parsers from "./parsers.ts"
import { results } from "./productResults.ts"

const pack = ({ comment, files }: ProductExports.ProductExport): Uint8Array => {
  const entries: Zippable = {}
  for (const [path, content] of Object.entries(files)) {
    const bytes =
      typeof content === "string"
        ? strToU8(content)
        : content instanceof Uint8Array
          ? content
          : pack({ files: content })
    entries[path] = [bytes, comment === undefined ? {} : { comment }]
  }
  return zipSync(entries, { level: 0 })
}

const read = (product: ProductExports.ProductExport) =>
  Effect.flatMap(Importer.Importers, (importers) =>
    importers.read(
      {
        source: "zip",
        bytes: pack(product),
        contentType: "application/zip",
        url: "https://example.com/export.zip",
        name: "export.zip"
      },
      intake
    )
  )

const urlOf = (ref: ContentRef.ContentRef): string => {
  switch (ref.kind) {
    case "page":
      return `page:${encodeURI(ref.page)}`
    case "anchor":
      return `${ref.page === undefined ? "" : `page:${encodeURI(ref.page)}`}#${ref.anchor}`
    case "file":
      return `file:${encodeURI(ref.file)}`
    case "url":
      return ref.url
    default:
      return ref.kind
  }
}

/** One line per page: its path, title, name in addresses and address in the source. */
const drawn = (pages: ReadonlyArray<Importer.ImportedPage>, indent = ""): ReadonlyArray<string> =>
  pages.flatMap((page) => {
    if (page.type === "link") return [`${indent}link "${page.title}"`]
    const address = page.type === "document" && page.address !== undefined ? ` from ${page.address}` : ""
    const line = `${indent}${page.path} "${page.title}" /${page.slug}${address}`
    return [line, ...drawn(page.children, `${indent}  `)]
  })

const show = (content: Importer.ImportedContent) => ({
  pages: drawn(content.pages),
  texts: Object.fromEntries(
    Array.from(Importer.walk(content.pages)).flatMap((page) =>
      page.type === "document" && page.document !== undefined
        ? [[page.path, print(page.document.open(), { urlOf, heading: "document" }).trim()]]
        : []
    )
  ),
  files: content.files.map(({ contentType, name, path }) => `${path} "${name}" ${contentType}`),
  warnings: warnings(content)
})

const products = {
  "a space of Confluence": [ProductExports.confluence, results.confluence],
  "pages of Notion as Markdown and CSV": [ProductExports.notion, results.notion],
  "a workspace of Notion as HTML": [ProductExports.notionHtml, results.notionHtml],
  "collections of Outline": [ProductExports.outline, results.outline],
  "a book of BookStack": [ProductExports.bookStack, results.bookStack],
  "a book of BookStack as one web page": [ProductExports.bookStackHtml, results.bookStackHtml],
  "documents of Google Docs": [ProductExports.googleDocs, results.googleDocs],
  "web pages that Word saved": [ProductExports.wordHtml, results.wordHtml]
} as const

layer(Parsers.importers())("the export of a product (rule import-products)", (it) => {
  for (const [what, [make, expected]] of Object.entries(products)) {
    it.effect(`becomes its pages, with everything in them: ${what}`, () =>
      Effect.gen(function* () {
        assert.deepStrictEqual<unknown>(show(yield* read(make())), expected)
      })
    )
  }
})
