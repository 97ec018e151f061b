import type { Document, Markdown } from "@quire/core"
import type { RootContent } from "mdast"
import * as Frontmatter from "./Frontmatter.ts"
import * as Mdast from "./Mdast.ts"
import * as Writer from "./Writer.ts"

/** The text of a document, however long it takes. */
export const print = (document: Document.Document, options: Markdown.PrintOptions = {}): string => {
  const children = Writer.write(document, options)
  const head = options.title === undefined ? [] : [Writer.title(options.title)]
  const isAmbiguous =
    options.title === undefined && options.heading !== "document" && document.nodes[0]?.type === "heading-1"
  const guard: ReadonlyArray<RootContent> = isAmbiguous ? [{ type: "html", value: "<!---->" }] : []
  return Frontmatter.print(options.frontmatter ?? {}) + Mdast.print([...guard, ...head, ...children])
}
