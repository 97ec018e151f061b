import type { PhrasingContent, RootContent } from "mdast"
import * as HtmlNotes from "../html/HtmlNotes.ts"
import { themeOf } from "./HastLayout.ts"
import * as HastPipeline from "./HastPipeline.ts"
import * as HastText from "./HastText.ts"
import * as HtmlTag from "./HtmlTag.ts"
import type { Reader } from "./Reader.ts"

const themedImage = /^<img\b[^>]*#(?:gh-(?:light|dark)-mode-only|only-(?:light|dark))["'\s>]/i

const tagName = /^<\/?([a-z][a-z0-9-]*)/i

const nameOf = (node: PhrasingContent): string | undefined =>
  node.type === "html" ? tagName.exec(node.value)?.[1]?.toLowerCase() : undefined

const isBlockTag = (node: PhrasingContent): boolean => {
  const name = nameOf(node)
  return name !== undefined && (HtmlTag.isBlockName(name) || name === "template" || name === "script")
}

const isThemed = (node: PhrasingContent): boolean =>
  node.type === "image"
    ? themeOf(node.url) !== undefined
    : nameOf(node) === "picture" || (node.type === "html" && themedImage.test(node.value))

const isNote = (node: PhrasingContent): boolean => node.type === "footnoteReference"

const has = (nodes: ReadonlyArray<PhrasingContent>, isOne: (node: PhrasingContent) => boolean): boolean =>
  nodes.some((node) => isOne(node) || (node.type === "link" && has(node.children, isOne)))

const elements = { delete: "del", emphasis: "em", strong: "strong" } as const

/** Text of a line as HTML; undefined for what HTML cannot express. */
const htmlOf = (reader: Reader, nodes: ReadonlyArray<PhrasingContent>): string | undefined => {
  const parts: Array<string> = []
  for (const node of nodes) {
    const part = nodeHtml(reader, node)
    if (part === undefined) return undefined
    parts.push(part)
  }
  return parts.join("")
}

const linkHtml = (
  reader: Reader,
  target: { readonly url: string; readonly title?: string | null | undefined } | undefined,
  children: ReadonlyArray<PhrasingContent>
): string | undefined => {
  const content = htmlOf(reader, children)
  if (content === undefined || target === undefined) return content
  return HastText.element("a", { href: target.url, title: target.title || undefined }, content)
}

const imageHtml = (src: string, alt: string | null | undefined): string =>
  HastText.startTag("img", { src, alt: alt ?? "" })

const nodeHtml = (reader: Reader, node: PhrasingContent): string | undefined => {
  switch (node.type) {
    case "html":
      return node.value.startsWith(":")
        ? HastText.element("span", { "data-emoji": node.value.slice(1, -1) }, "")
        : node.value
    case "text":
      return HastText.escapeText(node.value)
    case "inlineCode":
      return HastText.element("code", {}, HastText.escapeText(node.value))
    case "inlineMath":
      return HastText.element("code", { class: "math" }, HastText.escapeText(node.value))
    case "break":
      return "<br>"
    case "delete":
    case "emphasis":
    case "strong": {
      const content = htmlOf(reader, node.children)
      return content && HastText.element(elements[node.type], {}, content)
    }
    case "footnoteReference":
      return HastText.element(HtmlNotes.names.reference, { id: node.identifier }, "")
    case "image":
      return imageHtml(node.url, node.alt)
    case "imageReference": {
      const target = reader.definition(node.identifier)
      return target === undefined ? HastText.escapeText(node.alt ?? "") : imageHtml(target.url, node.alt)
    }
    case "link":
      return linkHtml(reader, node, node.children)
    case "linkReference":
      return linkHtml(reader, reader.definition(node.identifier), node.children)
    default:
      return undefined
  }
}

/**
 * Text of a line that contains blocks of HTML, or images for themes, as HTML; undefined for other text. A line with
 * notes and images keeps the words that the notes explain.
 */
export const ofBlocks = (reader: Reader, nodes: ReadonlyArray<PhrasingContent>): string | undefined =>
  has(nodes, isBlockTag) || (has(nodes, isThemed) && !has(nodes, isNote)) ? htmlOf(reader, nodes) : undefined

const phrasing: ReadonlySet<string> = new Set([
  "break",
  "delete",
  "emphasis",
  "footnoteReference",
  "image",
  "imageReference",
  "inlineCode",
  "inlineMath",
  "link",
  "linkReference",
  "strong",
  "text"
] satisfies ReadonlyArray<PhrasingContent["type"]>)

const isPhrasing = (node: RootContent): node is PhrasingContent =>
  phrasing.has(node.type) || (node.type === "html" && !HastPipeline.isBlock(node))

/** Content that may be blocks, as blocks: runs of text become paragraphs. Undefined where all of it is text. */
export const toFlow = (reader: Reader, nodes: ReadonlyArray<RootContent>): ReadonlyArray<RootContent> | undefined => {
  const texts = nodes.filter(isPhrasing)
  if (texts.length === nodes.length) {
    const value = ofBlocks(reader, texts)
    return value === undefined ? undefined : [{ type: "html", value }]
  }
  const made: Array<RootContent> = []
  let run: Array<PhrasingContent> = []
  const flush = () => {
    if (run.length > 0) made.push({ type: "paragraph", children: run })
    run = []
  }
  for (const node of nodes) {
    if (isPhrasing(node)) run.push(node)
    else {
      flush()
      made.push(node)
    }
  }
  flush()
  return made
}
