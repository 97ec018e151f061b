import type { Markdown } from "@quire/core"
import type { Element, ElementContent, Root } from "hast"
import * as HtmlTag from "../markdown/HtmlTag.ts"
import { element, hasClass, isElement, lineField, type Parent, replaceEach } from "./HtmlNodes.ts"

/** Whether a page was saved from Google Docs. */
export const isExported = (tree: Root): boolean => {
  const body = HtmlTag.find(tree, "body")
  return body !== undefined && hasClass(body, "doc-content")
}

const isComment = (link: Element): boolean => /^#cmnt(?:_ref)?\d/.test(HtmlTag.attribute(link, "href") ?? "")

const blocks = new Set(["sup", "div"])

/** Whether an element has only a comment: its sign in the text, or its words at the end. */
const holdsComment = (node: Element): boolean => {
  if (node.tagName === "a") return isComment(node)
  if (!blocks.has(node.tagName)) return false
  const link = HtmlTag.find(node, "a")
  return link !== undefined && isComment(link)
}

const listLevel = /^lst-kix_[\w-]{1,60}-(\d)$/

const levelOf = (node: Element): number | undefined => {
  for (const name of HtmlTag.classes(node)) {
    const level = listLevel.exec(name)?.[1]
    if (level !== undefined) return Number(level)
  }
  return undefined
}

/** Nests lists, which Google Docs writes one after the other with their levels. */
const nestLists = <N extends { readonly type: string }>(given: ReadonlyArray<N | Element>): Array<N | Element> => {
  const children: Array<N | Element> = []
  let open: Array<{ readonly list: Element; readonly level: number }> = []
  for (const child of given) {
    const level = isElement(child) ? levelOf(child) : undefined
    if (!isElement(child) || level === undefined) {
      if (isElement(child)) open = []
      children.push(child)
      continue
    }
    open = open.filter((list) => list.level <= level)
    const last = open.at(-1)
    if (last?.level === level && last.list.tagName === child.tagName && !hasClass(child, "start")) {
      last.list.children.push(...child.children)
      continue
    }
    open = open.filter((list) => list.level < level)
    const above = open.at(-1)?.list.children.findLast(isElement)
    if (above === undefined) children.push(child)
    else above.children.push(child)
    open.push({ list: child, level })
  }
  return children
}

const nestAll = (tree: Root): void => {
  const open: Array<Parent> = [tree]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    open.push(...HtmlTag.elements(next))
    if (next.type === "element") next.children = nestLists(next.children)
    else next.children = nestLists(next.children)
  }
}

/** Rewrites a page of Google Docs, and reports what was left out. Changes the tree. */
export const normalize = (tree: Root): ReadonlyArray<Markdown.Warning> => {
  let comment: Element | undefined
  replaceEach(tree, (node): ReadonlyArray<ElementContent> => {
    if (holdsComment(node)) {
      comment ??= node
      return []
    }
    return node.tagName === "p" && hasClass(node, "title") ? [element("h1", {}, node.children)] : [node]
  })
  nestAll(tree)
  if (comment === undefined) return []
  return [{ name: "comment", ...lineField(comment), reason: "the comments of the document were left out" }]
}
