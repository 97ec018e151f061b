import { posix } from "node:path"
import { EventLoop, type ImportWarning } from "@quire/core"
import { Effect } from "effect"
import * as Names from "../import/Names.ts"
import * as Markup from "./Markup.ts"
import * as ProductLayout from "./ProductLayout.ts"

/** Bytes of a page that name the folder of its files. */
const headLength = 20_000

/** The bytes of a file as a buffer, in which text is found without decoding it. */
const bufferOf = (files: ProductLayout.Files, path: string): Buffer => {
  const bytes = files.get(path) ?? new Uint8Array()
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

/** The folder that Word names as that of the files of a page. */
const folderOf = (files: ProductLayout.Files, path: string): string | undefined => {
  if (!bufferOf(files, path).subarray(0, headLength).includes("File-List")) return undefined
  const head = (ProductLayout.textOf(files, path) ?? "").slice(0, headLength)
  for (const tag of Markup.startTags(head, "link")) {
    const href = Markup.attributeOf(tag, "rel") === "File-List" ? Markup.attributeOf(tag, "href") : undefined
    const folder = href === undefined ? "." : Names.dirname(ProductLayout.barePath(href))
    if (folder !== ".") return `${posix.join(Names.dirname(path), folder)}/`
  }
  return undefined
}

/** Files with which Word reads its own pages again. */
const isWordPart = (name: string): boolean => /\.(?:xml|thmx|mso|html?)$/i.test(name)

/** The number of pages below each folder. */
const countBelow = (pages: ReadonlyArray<string>): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>()
  for (const path of pages)
    for (let end = path.lastIndexOf("/"); end > 0; end = path.lastIndexOf("/", end - 1)) {
      const folder = path.slice(0, end + 1)
      counts.set(folder, (counts.get(folder) ?? 0) + 1)
    }
  return counts
}

/** A document of Google Docs that is alone in a folder, and whether it has a title or a heading. */
const documentOf = (files: ProductLayout.Files, path: string) => {
  const html = bufferOf(files, path)
  if (!html.includes('doc-content">')) return undefined
  return { path, isTitled: html.includes("<h1 ") || html.includes(' title"') }
}

/**
 * Reads pages that Word and Google Docs have saved: files of Word next to a page are no content, and a folder with one
 * document of Google Docs is that document (rule import-products).
 */
export const read: ProductLayout.ReadLayout = Effect.fnUntraced(function* ({ files }) {
  const pages = Array.from(files.keys()).filter(Names.isHtml)
  const markings = yield* EventLoop.map(pages, (path) => ({
    folder: folderOf(files, path),
    document: documentOf(files, path)
  }))
  const folders = new Set(markings.flatMap(({ folder }) => folder ?? []))
  const below = countBelow(pages)
  const documents = new Map(
    markings.flatMap(({ document }) => {
      const folder = document === undefined ? "" : document.path.slice(0, document.path.lastIndexOf("/") + 1)
      return document !== undefined && below.get(folder) === 1 ? [[folder, document] as const] : []
    })
  )
  if (folders.size === 0 && documents.size === 0) return undefined
  const counts = new Map<string, number>()
  const content = Array.from(files).filter(([path]) => {
    const folder = path.slice(0, path.lastIndexOf("/") + 1)
    if (!folders.has(folder) || !isWordPart(path)) return true
    counts.set(folder, (counts.get(folder) ?? 0) + 1)
    return false
  })
  const warnings = Array.from(
    counts,
    ([path, count]): ImportWarning.ImportWarning => ({
      kind: "file",
      path,
      reason: `${count} ${count === 1 ? "file" : "files"} of Word skipped: not content`
    })
  )
  return {
    files: new Map(content),
    places: {
      folder: (path) => {
        const document = documents.get(path)
        if (document === undefined) return {}
        const name = Names.basename(path)
        return { index: document.path, slug: name, ...(document.isTitled ? {} : { title: name }) }
      }
    },
    warnings
  }
})
