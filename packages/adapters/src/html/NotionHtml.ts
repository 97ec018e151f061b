import type { Element, ElementContent, Root } from "hast"
import * as HtmlTag from "../markdown/HtmlTag.ts"
import { hasClass, isElement, replaceEach } from "./HtmlNodes.ts"

/** Whether a page was exported by Notion. */
export const isExported = (tree: Root): boolean => {
  const article = HtmlTag.find(tree, "article")
  return article !== undefined && hasClass(article, "page")
}

const isWrapper = (node: Element): boolean =>
  node.tagName === "div" && /^display:\s?contents/.test(HtmlTag.attribute(node, "style") ?? "")

const unwrap = (node: Element): ReadonlyArray<ElementContent> =>
  isWrapper(node) ? node.children.flatMap((child) => (isElement(child) ? unwrap(child) : [child])) : [node]

/** Removes the elements that Notion puts around every block. Changes the tree. */
export const normalize = (tree: Root): void => replaceEach(tree, unwrap)
