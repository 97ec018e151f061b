import { ContentRef, type Html, type Markdown } from "@quire/core"
import type { Element, Nodes, Root } from "hast"
import { defaultSchema, type Schema, sanitize } from "hast-util-sanitize"
import { select, selectAll } from "hast-util-select"
import * as HastLayout from "../markdown/HastLayout.ts"
import * as HastPipeline from "../markdown/HastPipeline.ts"
import * as HtmlTag from "../markdown/HtmlTag.ts"
import { readTree } from "../markdown/ReadTree.ts"
import * as ExportedHtml from "./ExportedHtml.ts"
import * as HtmlNotes from "./HtmlNotes.ts"

/** Elements around the text of a page, such as navigation and controls. */
const aside =
  "nav, footer, button, form, svg, canvas, dialog, noscript, script, style, template, [hidden], [aria-hidden=true], [role=navigation], [role=search], .toc, .table-of-contents, .sidebar, .breadcrumb, .breadcrumbs, .footnotes > .sr-only, .linenos, .lineno, .line-numbers-rows, .headerlink, .header-anchor, .hash-link, .anchorjs-link"

const one = (tree: Nodes, selector: string): Element | undefined => {
  const [first, ...others] = selectAll(selector, tree)
  return others.length === 0 ? first : undefined
}

const hasText = (element: Element | undefined): element is Element =>
  element !== undefined && HtmlTag.textOf(element.children).trim() !== ""

const mainOf = (page: Root): Element | Root =>
  [
    one(page, "#main-content.wiki-content"),
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
  /** What the page asks of search engines. */
  readonly robots?: string
}

const oneLine = (text: string): string | undefined => text.replace(/\s+/g, " ").trim() || undefined

const metaOf = (page: Root, ...selectors: ReadonlyArray<string>): string | undefined => {
  const meta = selectors.map((selector) => select(selector, page)).find((each) => each !== undefined)
  return meta === undefined ? undefined : oneLine(HtmlTag.attribute(meta, "content") ?? "")
}

/**
 * Finds the content of a page that is meant for readers. `keepsHeading` keeps its first heading of level 1, and a known
 * title keeps one with other words. Changes the tree.
 */
const find = (page: Root, keepsHeading: boolean, known: string | undefined): Page => {
  const description = metaOf(page, "meta[name=description]", "meta[property='og:description']")
  const [head, robots] = [select("title", page), metaOf(page, "meta[name=robots]")]
  const main = mainOf(page)
  without(main, new Set(selectAll(aside, main)))
  const heading = select("h1", main)
  const title =
    (heading && oneLine(HtmlTag.textOf(heading.children))) ?? (head && oneLine(HtmlTag.textOf(head.children)))
  const isOther = known !== undefined && title !== known
  const isTaken = heading !== undefined && !keepsHeading && !isOther
  if (isTaken) without(main, new Set([heading]))
  return {
    content: { type: "root", children: main.children },
    ...(title === undefined ? {} : { title }),
    ...(isTaken ? { heading } : {}),
    ...(description === undefined ? {} : { description }),
    ...(robots === undefined ? {} : { robots })
  }
}

const own = "data*"

const schema: Schema = {
  ...defaultSchema,
  clobber: [],
  tagNames: [
    ...(defaultSchema.tagNames ?? []),
    "abbr",
    "article",
    "aside",
    "caption",
    "figcaption",
    "figure",
    "font",
    "header",
    "iframe",
    "main",
    "mark",
    "math",
    "small",
    "u"
  ],
  attributes: {
    ...defaultSchema.attributes,
    "*": [
      ...(defaultSchema.attributes?.["*"] ?? []),
      "className",
      "id",
      "align",
      "vAlign",
      "title",
      "role",
      "width",
      "height",
      own
    ],
    a: ["href", "className", "id", "title", own],
    code: ["className", own],
    font: ["color"],
    iframe: ["src"],
    li: ["className"],
    mark: ["style"],
    math: ["display"],
    span: ["style", "className", own]
  },
  protocols: { ...defaultSchema.protocols, href: ["http", "https", "mailto", "tel"], src: ["http", "https"] },
  strip: ["script", "style", "template", "noscript", "textarea", "object"]
}

/** The tree without anything that could run or that documents have no place for. */
const clean = (tree: Root): Root => {
  const safe = sanitize(tree, schema)
  return safe.type === "root" ? safe : { type: "root", children: [] }
}

const targets = ["href", "src"] as const

const resolved = (target: string, baseUrl: string | undefined): string =>
  baseUrl === undefined || target.startsWith("#") || !URL.canParse(target, baseUrl)
    ? target
    : new URL(target, baseUrl).href

const lineOf = ({ position }: Root | Element): number => position?.start.line ?? Number.POSITIVE_INFINITY

/**
 * Makes relative targets absolute, except for those within the page, and removes unsafe ones. Returns a warning if any
 * were removed. Changes the tree.
 */
const resolve = (tree: Root, baseUrl: string | undefined): ReadonlyArray<Markdown.Warning> => {
  const removed: Array<number> = []
  const open: Array<Root | Element> = [tree]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    for (const name of targets) {
      const target = next.type === "element" ? HtmlTag.attribute(next, name)?.trim() : undefined
      if (next.type !== "element" || target === undefined) continue
      const address = resolved(target, baseUrl)
      if (ContentRef.isSafeUrl(address)) next.properties[name] = address
      else {
        delete next.properties[name]
        removed.push(lineOf(next))
      }
    }
    for (const child of HtmlTag.elements(next)) open.push(child)
  }
  if (removed.length === 0) return []
  const line = removed.reduce((first, each) => Math.min(first, each))
  return [{ ...unsafe, ...(Number.isFinite(line) ? { line } : {}) }]
}

const unsafe: Markdown.Warning = {
  name: "url",
  reason:
    "a link or image was converted to text because its URL is too long or its scheme is not http, https, mailto or tel"
}

const headingOf = (element: Element, options: Html.HtmlOptions): Pick<Markdown.MarkdownPage, "heading"> => {
  const alone: Root = { type: "root", children: [element] }
  resolve(alone, options.baseUrl)
  const blocks = HastPipeline.toFlow(clean(alone).children)
  const { heading } = readTree(blocks, { text: undefined }, { ...options, heading: "title" })
  return heading === undefined ? {} : { heading }
}

/** The page that a text of HTML means. */
export const parse = (html: string, options: Html.HtmlOptions = {}): Markdown.MarkdownPage => {
  const read = HtmlTag.read(html.toWellFormed().replaceAll("\u0000", ""), { fragment: false })
  const exported = ExportedHtml.normalize(read)
  const tree: Root = { type: "root", children: [...HastLayout.arrange(read.children)] }
  const { content, description, heading, robots, ...named } = find(tree, options.heading === "document", exported.title)
  const title = exported.title ?? named.title
  const unsafeTargets = resolve(content, options.baseUrl)
  const cleaned = clean(content)
  HtmlNotes.mark(cleaned)
  const blocks = HastPipeline.toFlow(cleaned.children)
  const page = readTree(blocks, { text: undefined }, { ...options, heading: "document" })
  return {
    ...page,
    frontmatter: {
      ...(description === undefined ? {} : { description }),
      ...(exported.emoji === undefined ? {} : { emoji: exported.emoji }),
      ...(exported.cover === undefined ? {} : { cover: resolved(exported.cover, options.baseUrl) }),
      fields: robots === undefined ? {} : { robots }
    },
    ...(title === undefined ? {} : { title }),
    ...(heading === undefined ? {} : headingOf(heading, options)),
    warnings: [...exported.warnings, ...unsafeTargets, ...page.warnings]
  }
}
