import type { Markdown } from "@quire/core"
import type { Element, ElementContent, Root } from "hast"
import * as HtmlTag from "../markdown/HtmlTag.ts"
import { descendants, element, findById, hasClass, lineField, replaceEach, text } from "./HtmlNodes.ts"

/** Whether a page was exported by Confluence. */
export const isExported = (tree: Root): boolean =>
  findById(tree, "title-heading") !== undefined && findById(tree, "main-content") !== undefined

/** The sections after the text of a page, by the ids of their headings. */
const sectionsOf = (tree: Root): ReadonlyMap<string, Element> => {
  const sections = new Map<string, Element>()
  for (const node of descendants(tree)) {
    if (!hasClass(node, "pageSection")) continue
    for (const name of ["attachments", "comments"]) if (findById(node, name) !== undefined) sections.set(name, node)
  }
  return sections
}

const targets = ["href", "src", "dataImageSrc"] as const

/** The links to attachments that the text does not show or refer to. */
const otherAttachments = (section: Element, main: Element): ReadonlyArray<Element> => {
  const known = new Set(
    Array.from(descendants(main)).flatMap((node) => targets.map((name) => HtmlTag.attribute(node, name)))
  )
  return Array.from(descendants(section)).filter((node) => {
    const href = node.tagName === "a" ? HtmlTag.attribute(node, "href") : undefined
    return href?.startsWith("attachments/") === true && !known.has(href)
  })
}

const addAttachments = (section: Element, main: Element): void => {
  const links = otherAttachments(section, main)
  const heading = Array.from(descendants(section)).find((node) => hasClass(node, "pageSectionTitle"))
  const title = heading === undefined ? "" : HtmlTag.textOf(heading.children).trim().replace(/:$/, "")
  if (links.length === 0) return
  const items = links.map((link) => element("li", {}, [element("a", { href: link.properties["href"] }, link.children)]))
  main.children.push(element("h2", {}, [text(title === "" ? "Attachments" : title)]), element("ul", {}, items))
}

const placeholder = /^plugins\/servlet\/confluence\/placeholder\/[\w-]*macro\?(?:[^#]*&)?name=([^&#]*)/

/** An image of Confluence: an emoji, the place of a macro, or an attachment in its full size. */
const imageOf = (image: Element, warn: (macro: string) => void): ReadonlyArray<ElementContent> => {
  const macro = placeholder.exec(HtmlTag.attribute(image, "src") ?? "")?.[1]
  if (macro !== undefined) {
    warn(macro)
    return [element("code", {}, [text(macro)])]
  }
  if (hasClass(image, "emoticon")) {
    const fallback = HtmlTag.attribute(image, "dataEmojiFallback") ?? ""
    return [text(fallback === "" ? (HtmlTag.attribute(image, "alt") ?? "") : fallback)]
  }
  const full = HtmlTag.attribute(image, "dataImageSrc")
  if (full?.startsWith("attachments/") === true) image.properties["src"] = full
  return [image]
}

const hints: ReadonlyMap<string, string> = new Map([
  ["info", "info"],
  ["panel", "info"],
  ["tip", "success"],
  ["note", "warning"],
  ["warning", "danger"]
])

const codeOf = (body: Element): string =>
  body.children
    .map((child) => (child.type === "comment" ? child.value.replace(/^\[CDATA\[|\]\]$/g, "") : HtmlTag.textOf([child])))
    .join("")

/** A macro that an export contains in the form in which pages are stored. */
const macroOf = (macro: Element, warn: (macro: string) => void): ReadonlyArray<ElementContent> => {
  const name = HtmlTag.attribute(macro, "ac:name") ?? "unknown"
  const parts = HtmlTag.elements(macro)
  const parameters = new Map(
    parts.flatMap((part) =>
      part.tagName === "ac:parameter"
        ? [[HtmlTag.attribute(part, "ac:name") ?? "", HtmlTag.textOf(part.children)] as const]
        : []
    )
  )
  const body = parts.find((part) => part.tagName === "ac:rich-text-body")
  const plain = parts.find((part) => part.tagName === "ac:plain-text-body")
  const title = parameters.get("title") ?? ""
  const content = [
    ...(title === "" ? [] : [element("p", {}, [element("strong", {}, [text(title)])])]),
    ...(body?.children ?? [])
  ]
  const style = hints.get(name)
  if (style !== undefined) return [element("div", { className: ["callout", `callout-${style}`] }, content)]
  if (name === "expand")
    return [element("details", {}, [element("summary", {}, [text(title)]), ...(body?.children ?? [])])]
  if (plain !== undefined) {
    const language = parameters.get("language")
    const className = language === undefined ? [] : [`language-${language}`]
    if (name !== "code") warn(name)
    return [element("pre", {}, [element("code", { className }, [text(codeOf(plain))])])]
  }
  warn(name)
  const values = Array.from(parameters, ([key, value]) => `${key}=${value}`)
  const settings = element("code", {}, [text([name, ...values].join(" "))])
  return body === undefined ? [settings] : [element("p", {}, [settings]), ...body.children]
}

const rewrite = (node: Element, warn: (macro: string) => void): ReadonlyArray<ElementContent> => {
  if (node.tagName === "img") return imageOf(node, warn)
  if (node.tagName === "ac:structured-macro" || node.tagName === "ac:macro") return macroOf(node, warn)
  if (hasClass(node, "user-mention") || hasClass(node, "confluence-userlink")) return node.children
  const cells = hasClass(node, "columnLayout") ? HtmlTag.elements(node).filter((cell) => hasClass(cell, "cell")) : []
  if (cells.length < 2) return [node]
  return [
    element(
      "div",
      { className: ["column-list"] },
      cells.map(({ children }) => element("div", { className: ["column"] }, children))
    )
  ]
}

/** Rewrites a page of Confluence, and reports what it has that documents do not. Changes the tree. */
export const normalize = (tree: Root): ReadonlyArray<Markdown.Warning> => {
  const main = findById(tree, "main-content")
  if (main === undefined) return []
  const macros = new Map<string, Markdown.Warning>()
  replaceEach(main, (node) =>
    rewrite(node, (name) => {
      const reason = `the macro "${name.slice(0, 100)}" was converted to text`
      if (!macros.has(reason)) macros.set(reason, { name: "html", ...lineField(node), reason })
    })
  )
  const sections = sectionsOf(tree)
  const attachments = sections.get("attachments")
  if (attachments !== undefined) addAttachments(attachments, main)
  const comments = sections.get("comments")
  const left = { name: "comment", reason: "the comments of the page were left out" } as const
  return [...(comments === undefined ? [] : [{ ...left, ...lineField(comments) }]), ...macros.values()]
}
