import type { Document, Markdown } from "@quire/core"
import type { RootContent } from "mdast"
import * as Frontmatter from "./Frontmatter.ts"
import * as Mdast from "./Mdast.ts"
import * as WriteContext from "./WriteContext.ts"
import { flow, title } from "./WriteFlow.ts"

/** A document as the children of a tree of Markdown, its notes at the end. */
const write = (document: Document.Document, options: Markdown.PrintOptions): ReadonlyArray<RootContent> => {
  const context = WriteContext.make(options, flow)
  const content = flow(document.nodes, context)
  return [...content, ...context.definitions()]
}

/** The text of a document, regardless of how long printing takes. */
export const print = (document: Document.Document, options: Markdown.PrintOptions = {}): string => {
  const children = write(document, options)
  const head = options.title === undefined ? [] : [title(options.title)]
  const isAmbiguous =
    options.title === undefined && options.heading !== "document" && document.nodes[0]?.type === "heading-1"
  const guard: ReadonlyArray<RootContent> = isAmbiguous ? [{ type: "html", value: "<!---->" }] : []
  return Frontmatter.print(options.frontmatter ?? {}) + Mdast.print([...guard, ...head, ...children])
}
