import type { Html, Markdown } from "@quire/core"
import type { Element, Root } from "hast"
import * as HastPipeline from "../markdown/HastPipeline.ts"
import * as HtmlTag from "../markdown/HtmlTag.ts"
import { readTree } from "../markdown/ReadTree.ts"
import * as MainContent from "./MainContent.ts"
import * as Safety from "./Safety.ts"

const unsafe: Markdown.Warning = {
  name: "url",
  reason:
    "a link or image was converted to text because its URL is too long or its scheme is not http, https, mailto or tel"
}

const headingOf = (element: Element, options: Html.HtmlOptions): Pick<Markdown.MarkdownPage, "heading"> => {
  const alone: Root = { type: "root", children: [element] }
  Safety.resolve(alone, options.baseUrl)
  const blocks = HastPipeline.toFlow(Safety.clean(alone).children)
  const { heading } = readTree(blocks, { text: undefined }, { ...options, heading: "title" })
  return heading === undefined ? {} : { heading }
}

/** The page that a text of HTML means. */
export const parse = (html: string, options: Html.HtmlOptions = {}): Markdown.MarkdownPage => {
  const tree = HtmlTag.read(html.toWellFormed().replaceAll("\u0000", ""), { fragment: false })
  const { content, title, heading, description } = MainContent.find(tree, options.heading === "document")
  const isUnsafe = Safety.resolve(content, options.baseUrl)
  const blocks = HastPipeline.toFlow(Safety.clean(content).children)
  const page = readTree(blocks, { text: undefined }, { ...options, heading: "document" })
  return {
    ...page,
    frontmatter: { ...(description === undefined ? {} : { description }), fields: {} },
    ...(title === undefined ? {} : { title }),
    ...(heading === undefined ? {} : headingOf(heading, options)),
    warnings: isUnsafe ? [unsafe, ...page.warnings] : page.warnings
  }
}
