import { Importer, QueuedValue } from "@quire/core"
import { DocumentRefs } from "@quire/core/internal"
import { Effect } from "effect"
import { strToU8, zipSync } from "fflate"

export type Tree = { readonly [path: string]: string | Uint8Array }

/** Zips files in the given order. */
export const archive = (tree: Tree): Uint8Array =>
  zipSync(
    Object.fromEntries(
      Object.entries(tree).map(([path, content]) => [path, typeof content === "string" ? strToU8(content) : content])
    ),
    { level: 0 }
  )

export const zipInput = (tree: Tree): Importer.ImportInput => ({
  source: "zip",
  bytes: archive(tree),
  contentType: "application/zip",
  url: "https://example.com/docs.zip",
  name: "docs.zip"
})

/** Leaves documents as they are. */
export const intake: Importer.Intake = {
  begin: () => Effect.void,
  take: (_, document) => Effect.succeed(QueuedValue.ofValue(document))
}

/** One line per page: its type, path, title and depth. */
export const drawn = (pages: ReadonlyArray<Importer.ImportedPage>, indent = ""): ReadonlyArray<string> =>
  pages.flatMap((page) => [
    `${indent}${page.type} ${page.path} "${page.title}"`,
    ...(page.type === "link" ? [] : drawn(page.children, `${indent}  `))
  ])

/** The references of pages, by the path of the page. */
export const refs = (content: Importer.ImportedContent): Record<string, ReadonlyArray<unknown>> =>
  Object.fromEntries(
    Array.from(Importer.walk(content.pages)).flatMap((page) => {
      if (page.type === "link") return [[page.path, [page.target]]]
      if (page.type === "group" || page.document === undefined) return []
      const found = DocumentRefs.references(page.document.open()).map(({ ref }) => ref)
      return found.length === 0 ? [] : [[page.path, found]]
    })
  )

export const warnings = (content: Importer.ImportedContent) =>
  content.warnings.listed.map(({ path, reason }) => `${path}: ${reason}`)
