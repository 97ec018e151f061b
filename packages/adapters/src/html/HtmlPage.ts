import type { Html, Markdown } from "@quire/core"
import { Result } from "effect"
import type { Root } from "hast"
import { fromHtml } from "hast-util-from-html"
import * as HastPipeline from "../markdown/HastPipeline.ts"
import * as HtmlTag from "../markdown/HtmlTag.ts"
import { readTree } from "../markdown/ReadTree.ts"
import * as MainContent from "./MainContent.ts"
import * as Safety from "./Safety.ts"

/** A page of HTML never exhausts the stack: what stands too deep is text, and so is what cannot be read at all. */
const treeOf = (html: string): Root =>
  Result.getOrElse(
    Result.try(() => HtmlTag.shallow(fromHtml(html))),
    (): Root => ({ type: "root", children: [{ type: "text", value: html }] })
  )

const unsafe: Markdown.Warning = {
  name: "url",
  reason: "a link or image whose address is too long or has a scheme other than http, https, mailto and tel became text"
}

/** The page that a text of HTML means. */
export const parse = (html: string, options: Html.HtmlOptions = {}): Markdown.MarkdownPage => {
  const tree = treeOf(html.toWellFormed().replaceAll("\u0000", ""))
  const { content, title, description } = MainContent.find(tree, options.heading === "document")
  const isUnsafe = Safety.resolve(content, options.baseUrl)
  const blocks = HastPipeline.toFlow(Safety.clean(content).children)
  const page = readTree(blocks, { text: undefined }, { ...options, heading: "document" })
  return {
    ...page,
    frontmatter: { ...(description === undefined ? {} : { description }), fields: {} },
    ...(title === undefined ? {} : { title }),
    warnings: isUnsafe ? [unsafe, ...page.warnings] : page.warnings
  }
}
