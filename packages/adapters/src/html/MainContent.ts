import type { Element, Nodes, Root } from "hast"
import { select, selectAll } from "hast-util-select"
import * as HtmlTag from "../markdown/HtmlTag.ts"

/** Elements around the text of a page, such as navigation and controls. */
const aside =
  "nav, footer, button, form, svg, canvas, dialog, noscript, script, style, template, [hidden], [aria-hidden=true], [role=navigation], [role=search], .toc, .table-of-contents, .sidebar, .breadcrumb, .breadcrumbs, .linenos, .lineno, .line-numbers-rows, .headerlink, .header-anchor, .hash-link, .anchorjs-link"

const one = (tree: Nodes, selector: string): Element | undefined => {
  const [first, ...others] = selectAll(selector, tree)
  return others.length === 0 ? first : undefined
}

const hasText = (element: Element | undefined): element is Element =>
  element !== undefined && HtmlTag.textOf(element.children).trim() !== ""

const mainOf = (page: Root): Element | Root =>
  [
    one(page, "main article"),
    select("main", page),
    select("[role=main]", page),
    one(page, "article"),
    select("body", page)
  ].find(hasText) ?? page

const without = (parent: Element | Root, unwanted: ReadonlySet<Nodes>): void => {
  const open: Array<Element | Root> = [parent]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (next.type === "root") next.children = next.children.filter((child) => !unwanted.has(child))
    else next.children = next.children.filter((child) => !unwanted.has(child))
    for (const child of HtmlTag.elements(next)) open.push(child)
  }
}

export interface Page {
  /** The main content, without its surroundings and without its title. */
  readonly content: Root
  readonly title?: string
  /** The heading that was taken out of the content as its title. */
  readonly heading?: Element
  readonly description?: string
}

const oneLine = (text: string): string | undefined => text.replace(/\s+/g, " ").trim() || undefined

const metaOf = (page: Root): string | undefined => {
  const meta = select("meta[name=description]", page) ?? select("meta[property='og:description']", page)
  return meta === undefined ? undefined : oneLine(HtmlTag.attribute(meta, "content") ?? "")
}

/**
 * Finds the content of a page that is meant for readers. `keepsHeading` keeps its first heading of level 1. Changes the
 * tree.
 */
export const find = (page: Root, keepsHeading: boolean): Page => {
  const [head, description] = [select("title", page), metaOf(page)]
  const main = mainOf(page)
  without(main, new Set(selectAll(aside, main)))
  const heading = select("h1", main)
  const title =
    (heading && oneLine(HtmlTag.textOf(heading.children))) ?? (head && oneLine(HtmlTag.textOf(head.children)))
  const isTaken = heading !== undefined && !keepsHeading
  if (isTaken) without(main, new Set([heading]))
  return {
    content: { type: "root", children: main.children },
    ...(title === undefined ? {} : { title }),
    ...(isTaken ? { heading } : {}),
    ...(description === undefined ? {} : { description })
  }
}
