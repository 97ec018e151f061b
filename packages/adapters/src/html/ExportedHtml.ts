import type { Markdown } from "@quire/core"
import type { Element, ElementContent, Properties, Root } from "hast"
import * as HtmlTag from "../markdown/HtmlTag.ts"
import * as ConfluenceHtml from "./ConfluenceHtml.ts"
import * as GoogleHtml from "./GoogleHtml.ts"
import { descendants, element, hasClass, isElement, type Parent, text } from "./HtmlNodes.ts"
import * as NotionHtml from "./NotionHtml.ts"

/**
 * Rewrites what editors write into their HTML exports in their own way as the elements that all web pages have: Notion,
 * Confluence, Google Docs and Word.
 */

const findByClass = (parent: Parent, name: string): Element | undefined => {
  for (const node of descendants(parent)) if (hasClass(node, name)) return node
  return undefined
}

const become = (node: Element, tagName: string, properties: Properties, children: ReadonlyArray<ElementContent>) => {
  node.tagName = tagName
  node.properties = properties
  node.children = [...children]
}

const checkbox = (isChecked: boolean): Element => element("input", { type: "checkbox", checked: isChecked }, [])

const strong = (children: ReadonlyArray<ElementContent>): Element => element("p", {}, [element("strong", {}, children)])

/** A hint with a title and a body, of the kind that a class names. */
const toHint = (node: Element, kind: string, title: Element | undefined, body: ReadonlyArray<ElementContent>) =>
  become(node, "div", { className: ["callout", `callout-${kind}`] }, [
    ...(title === undefined || HtmlTag.textOf(title.children).trim() === "" ? [] : [strong(title.children)]),
    ...body
  ])

const toExpandable = (node: Element, summary: ReadonlyArray<ElementContent>, body: ReadonlyArray<ElementContent>) =>
  become(node, "details", {}, [element("summary", {}, summary), ...body])

/** What each class of Notion and Confluence means; the element is changed in place. */
const byClass: { readonly [name: string]: (node: Element) => void } = {
  /** Notion: an icon, and a body. */
  callout: (node) => {
    if (node.tagName !== "figure") return
    const body = HtmlTag.elements(node).filter((child) => findByClass(child, "icon") === undefined)
    toHint(node, "info", undefined, body)
  },
  "to-do-list": (list) => {
    for (const item of HtmlTag.elements(list)) {
      const box = findByClass(item, "checkbox")
      if (box === undefined) continue
      item.children = [checkbox(hasClass(box, "checkbox-on")), ...item.children.filter((child) => child !== box)]
    }
  },
  /** Notion: a list with one item around an expandable. */
  toggle: (list) => {
    if (list.tagName !== "ul") return
    become(
      list,
      "div",
      {},
      HtmlTag.elements(list).flatMap(({ children }) => children)
    )
  },
  /** Notion: a link with the icon of its page. */
  "link-to-page": (node) =>
    become(
      node,
      "p",
      {},
      HtmlTag.elements(node).map((link) => {
        const icon = findByClass(link, "icon")
        const rest = link.children.filter((child) => child !== icon)
        return { ...link, children: icon === undefined ? rest : [...icon.children, text(" "), ...rest] }
      })
    ),
  /** Notion: a database in a separate file. */
  "collection-content": (node) => {
    const file = Array.from(descendants(node)).find(
      (child) => HtmlTag.attribute(child, "href")?.endsWith(".csv") === true
    )
    const title = findByClass(node, "collection-title")
    if (file === undefined || title === undefined || HtmlTag.textOf(title.children).trim() === "") return
    become(node, "p", {}, [element("a", { href: file.properties["href"] }, title.children)])
  },
  "inline-task-list": (list) => {
    for (const item of HtmlTag.elements(list)) item.children.unshift(checkbox(hasClass(item, "checked")))
  },
  "confluence-information-macro": (node) => {
    const body = findByClass(node, "confluence-information-macro-body")
    const kinds: ReadonlyArray<readonly [end: string, kind: string]> = [
      ["tip", "success"],
      ["note", "warning"],
      ["warning", "danger"]
    ]
    const [, kind = "info"] = kinds.find(([end]) => hasClass(node, `confluence-information-macro-${end}`)) ?? []
    const title = HtmlTag.elements(node).find((child) => hasClass(child, "title"))
    if (body !== undefined) toHint(node, kind, title, body.children)
  },
  panel: (node) => {
    const code = findByClass(node, "codeContent")
    const content = code ?? findByClass(node, "panelContent")
    if (content === undefined) return
    const title = findByClass(node, code === undefined ? "panelHeader" : "codeHeader")
    if (code === undefined) return toHint(node, "info", title, content.children)
    become(node, "div", {}, [...(title === undefined ? [] : [strong(title.children)]), ...content.children])
  },
  "syntaxhighlighter-pre": (node) => {
    const parameters = HtmlTag.attribute(node, "dataSyntaxhighlighterParams") ?? ""
    const language = /brush:\s*([\w+#-]+)/.exec(parameters)?.[1]
    const className = language === undefined ? [] : [`language-${language}`]
    become(node, "pre", {}, [element("code", { className }, node.children)])
  },
  "expand-container": (node) => {
    const [control, content] = [findByClass(node, "expand-control-text"), findByClass(node, "expand-content")]
    if (content !== undefined) toExpandable(node, control?.children ?? [], content.children)
  },
  /** Word: a paragraph of the title style. */
  MsoTitle: (node) => void (node.tagName = "h1"),
  MsoQuote: (node) => become(node, "blockquote", {}, [element("p", {}, node.children)])
}

/** Parts around the text of a page. */
const surroundings = new Set(["breadcrumb-section", "footer", "likes-and-labels-container", "comments-section"])
const coverClass = "page-cover-image"
const surroundingClasses = new Set([
  coverClass,
  "page-metadata",
  "pageSectionHeader",
  "expand-icon",
  "page-header-icon",
  "chapter-hint"
])

/** What Word shows only on paper, such as page numbers of a table of contents, headers and footers. */
const isPrintedOnly = (node: Element): boolean => {
  const style = HtmlTag.attribute(node, "style") ?? ""
  return (
    (node.tagName === "span" && /mso-hide:\s?screen/.test(style)) || /mso-element:\s?(?:header|footer)\b/.test(style)
  )
}

const isSurrounding = (node: Element): boolean =>
  isPrintedOnly(node) ||
  surroundings.has(HtmlTag.attribute(node, "id") ?? "") ||
  HtmlTag.classes(node).some((name) => surroundingClasses.has(name))

/** The address in a link of Google Docs, which leads there through Google. */
const withoutRedirect = (href: string): string => {
  const url = URL.canParse(href) ? new URL(href) : undefined
  const isGoogle = url !== undefined && /^(?:www\.)?google\.[a-z.]+$/.test(url.hostname) && url.pathname === "/url"
  const target = isGoogle ? (url.searchParams.get("q") ?? url.searchParams.get("url")) : null
  return target !== null && URL.canParse(target) ? target : href
}

interface Styles {
  readonly bold: ReadonlySet<string>
  readonly italic: ReadonlySet<string>
  readonly struck: ReadonlySet<string>
}

const styleRule = /\.([\w-]{1,40})\s?\{([^{}]{0,2000})\}/g

/** The classes of a style sheet that mark text, as Google Docs has one for each combination. */
const stylesOf = (css: string): Styles => {
  const [bold, italic, struck] = [new Set<string>(), new Set<string>(), new Set<string>()]
  for (const [, name = "", rules = ""] of css.matchAll(styleRule)) {
    if (/font-weight:\s?(?:bold|[6-9]00)/.test(rules)) bold.add(name)
    if (/font-style:\s?italic/.test(rules)) italic.add(name)
    if (/text-decoration:\s?line-through/.test(rules)) struck.add(name)
  }
  return { bold, italic, struck }
}

const wrap = (node: Element, tagName: string): void => {
  node.children = [element(tagName, {}, node.children)]
}

/** Marks a run of text as its style and the style sheet say. */
const markRun = (node: Element, styles: Styles): void => {
  if (node.tagName !== "span" || node.children.length === 0) return
  const names = HtmlTag.classes(node)
  const style = HtmlTag.attribute(node, "style") ?? ""
  const isIn = (set: ReadonlySet<string>) => names.some((name) => set.has(name))
  if (isIn(styles.bold) || /font-weight:\s?(?:bold|[6-9]00)/.test(style)) wrap(node, "strong")
  if (isIn(styles.italic) || /font-style:\s?italic/.test(style)) wrap(node, "em")
  if (isIn(styles.struck) || /text-decoration:\s?line-through/.test(style)) wrap(node, "del")
}

interface ListLevel {
  readonly depth: number
  readonly isOrdered: boolean
}

/** The level of a paragraph that Word shows as an item of a list. */
const listLevelOf = (node: Element): ListLevel | undefined => {
  const depth = /mso-list:\s?l\d{1,4} level(\d)/.exec(HtmlTag.attribute(node, "style") ?? "")?.[1]
  if (node.tagName !== "p" || depth === undefined) return undefined
  const sign = Array.from(descendants(node)).find(isListSign)
  const text = HtmlTag.textOf(sign === undefined ? [] : [sign]).trim()
  return { depth: Number(depth), isOrdered: /^\(?(?:\d{1,4}|[a-z]{1,5})[.)]/i.test(text) }
}

/** Whether an element is the sign that Word writes as text before an item. */
const isListSign = (node: Element): boolean => /mso-list:\s?Ignore/i.test(HtmlTag.attribute(node, "style") ?? "")

/** The children of an item without its sign, which is the first of the text or in its only wrapper. */
const withoutSign = (children: ReadonlyArray<ElementContent>): ReadonlyArray<ElementContent> =>
  children.filter((child) => !isElement(child) || !(isListSign(child) || HtmlTag.elements(child).some(isListSign)))

/** Puts paragraphs that Word shows as lists into lists. */
const joinLists = <N extends { readonly type: string }>(given: ReadonlyArray<N | Element>): Array<N | Element> => {
  const children: Array<N | Element> = []
  let open: Array<{ readonly list: Element; readonly depth: number }> = []
  for (const child of given) {
    const level = isElement(child) ? listLevelOf(child) : undefined
    if (!isElement(child) || level === undefined) {
      if (isElement(child)) open = []
      children.push(child)
      continue
    }
    open = open.filter(({ depth }) => depth <= level.depth)
    const last = open.at(-1)
    const item = element("li", {}, withoutSign(child.children))
    if (last?.depth === level.depth) {
      last.list.children.push(item)
      continue
    }
    const list = element(level.isOrdered ? "ol" : "ul", {}, [item])
    const parentItem = last?.list.children.at(-1)
    if (parentItem?.type === "element") parentItem.children.push(list)
    else children.push(list)
    open.push({ list, depth: level.depth })
  }
  return children
}

const notionLists = ["to-do-list", "bulleted-list", "numbered-list"]

/** Joins the lists of Notion, which writes one for each item. */
const joinItems = <N extends { readonly type: string }>(given: ReadonlyArray<N | Element>): Array<N | Element> => {
  const children: Array<N | Element> = []
  let last: Element | undefined
  for (const child of given) {
    const name = isElement(child) ? notionLists.find((each) => hasClass(child, each)) : undefined
    if (isElement(child) && name !== undefined && last !== undefined && hasClass(last, name)) {
      last.children.push(...child.children)
      continue
    }
    if (isElement(child)) last = child
    children.push(child)
  }
  return children
}

/** What the export of a page says about it, apart from its text. */
export interface ExportInfo {
  readonly emoji?: string
  /** The target of the cover. */
  readonly cover?: string
  /** The title without the name of the space that Confluence puts before it. */
  readonly title?: string
  /** What was left out. */
  readonly warnings: ReadonlyArray<Markdown.Warning>
}

const aboutOf = (tree: Root): Omit<ExportInfo, "warnings"> => {
  const icon = findByClass(tree, "page-header-icon")
  const emoji = icon === undefined ? "" : HtmlTag.textOf(icon.children).trim()
  const image = findByClass(tree, coverClass)
  const cover = image === undefined ? undefined : HtmlTag.attribute(image, "src")
  const heading = HtmlTag.find(tree, "h1")
  const isConfluence = heading !== undefined && HtmlTag.attribute(heading, "id") === "title-heading"
  const title = isConfluence
    ? HtmlTag.textOf(heading.children)
        .replace(/^[^:]{1,255} : /, "")
        .trim()
    : ""
  return {
    ...(emoji === "" ? {} : { emoji }),
    ...(cover === undefined ? {} : { cover }),
    ...(title === "" ? {} : { title })
  }
}

/** Rewrites a tree in place. */
export const normalize = (tree: Root): ExportInfo => {
  const about = aboutOf(tree)
  if (NotionHtml.isExported(tree)) NotionHtml.normalize(tree)
  const warnings = [
    ...(ConfluenceHtml.isExported(tree) ? ConfluenceHtml.normalize(tree) : []),
    ...(GoogleHtml.isExported(tree) ? GoogleHtml.normalize(tree) : [])
  ]
  const sheet = HtmlTag.find(tree, "style")
  const styles = stylesOf(sheet === undefined ? "" : HtmlTag.textOf(sheet.children).slice(0, 100_000))
  const open: Array<Parent> = [tree]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (next.type === "element") {
      for (const name of HtmlTag.classes(next)) if (Object.hasOwn(byClass, name)) byClass[name]?.(next)
      const href = next.tagName === "a" ? HtmlTag.attribute(next, "href") : undefined
      if (href !== undefined) next.properties["href"] = withoutRedirect(href)
      next.children = next.children.filter((child) => child.type !== "element" || !isSurrounding(child))
    }
    if (next.type === "root") next.children = joinItems(joinLists(next.children))
    else next.children = joinItems(joinLists(next.children))
    open.push(...HtmlTag.elements(next))
    if (next.type === "element") markRun(next, styles)
  }
  return { ...about, warnings }
}
