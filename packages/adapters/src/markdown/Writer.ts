import type { Document, Markdown } from "@quire/core"
import type { RootContent } from "mdast"
import * as WriteContext from "./WriteContext.ts"
import { flow, title as titleOf } from "./WriteFlow.ts"

/** A document as the children of a tree of Markdown, its notes at the end. */
export const write = (document: Document.Document, options: Markdown.PrintOptions): ReadonlyArray<RootContent> => {
  const context = WriteContext.make(options, flow)
  const content = flow(document.nodes, context)
  return [...content, ...context.definitions()]
}

export const title = titleOf
