import type { Inline } from "@quire/core"
import { type Block, DocumentText, Emoji } from "@quire/core"
import { simplify } from "./BlockNesting.ts"
import type * as HastText from "./HastText.ts"
import { element, escapeText, startTag } from "./HastText.ts"
import { highlightOf } from "./ReadCode.ts"
import type { WriteContext } from "./WriteContext.ts"

const elements: Readonly<Record<Inline.SimpleMark["type"], string>> = {
  bold: "strong",
  italic: "em",
  strikethrough: "del",
  superscript: "sup",
  subscript: "sub",
  keyboard: "kbd",
  code: "code"
}

/** The element and attributes of a mark that has to be written as HTML. */
export const markElement = (mark: Inline.Mark): readonly [name: string, attributes: HastText.Attributes] => {
  if (mark.type !== "color") return [elements[mark.type], {}]
  const { text, background } = mark.data
  const rules = [
    text === "default" ? [] : [`color:${text}`],
    background === "default" ? [] : [`background-color:${background}`]
  ].flat()
  return ["mark", { style: `${rules.join(";")};` }]
}

export const imageTag = (
  image: Inline.InlineImage["data"],
  context: WriteContext,
  more: HastText.Attributes = {}
): string => {
  const img = startTag("img", {
    src: context.urlOf(image.ref),
    alt: image.caption ?? "",
    "data-size": image.size,
    ...more
  })
  if (image.refDark === undefined) return img
  const source = startTag("source", {
    srcset: context.urlOf(image.refDark),
    media: "(prefers-color-scheme: dark)"
  })
  return element("picture", {}, source + img)
}

export const iconTag = (icon: string): string => element("i", { class: `fa-${icon}` }, `:${icon}:`)

export const buttonAttributes = (
  { kind, icon, ref }: Inline.Button["data"],
  context: WriteContext
): HastText.Attributes => ({
  href: context.urlOf(ref),
  class: `button ${kind}`,
  "data-icon": icon
})

const leaf = ({ text, marks }: Inline.Leaf): string =>
  marks.reduceRight(
    (content, mark) => {
      const [name, attributes] = markElement(mark)
      return element(name, attributes, content)
    },
    escapeText(text).replaceAll("\n", "<br>")
  )

const inline = (node: Block.InlineNode, context: WriteContext): string => {
  if (node.object === "text") return node.leaves.map(leaf).join("")
  switch (node.type) {
    case "link":
      return element("a", { href: context.urlOf(node.data.ref) }, inlines(node.nodes, context))
    case "inline-image":
      return imageTag(node.data, context)
    case "emoji":
      return element("span", { "data-emoji": node.data.code }, Emoji.characters(node.data.code) ?? "")
    case "icon":
      return iconTag(node.data.icon)
    case "expression":
      return element("code", { class: "expression" }, escapeText(node.data.expression))
    case "inline-math":
      return element("code", { class: "math" }, escapeText(node.data.formula))
    case "mention":
      return element(
        "a",
        { href: context.urlOf(node.data.ref), title: "mention" },
        escapeText(context.urlOf(node.data.ref))
      )
    case "button":
      return element("a", buttonAttributes(node.data, context), escapeText(node.data.label))
    case "annotation": {
      const title = node.fragments.flatMap((body) => body.nodes.map(DocumentText.ofBlock)).join("\n")
      return element("abbr", { title }, inlines(node.nodes, context))
    }
  }
}

/** Inline nodes as HTML on one line. */
export const inlines = (nodes: ReadonlyArray<Block.InlineNode>, context: WriteContext): string =>
  nodes.map((node) => inline(node, context)).join("")

/** A comment without content. Next to an image it marks the image as inline. */
export const nothing = "<!---->"

export const isImageAlone = (nodes: ReadonlyArray<Block.InlineNode>): boolean =>
  nodes.length === 1 && nodes.every((node) => node.object === "inline" && node.type === "inline-image")

/** A separate line as HTML. */
const line = (nodes: ReadonlyArray<Block.InlineNode>, context: WriteContext): string =>
  (isImageAlone(nodes) ? nothing : "") + inlines(nodes, context)

const alignments = { start: "left", center: "center", end: "right" } as const

const alignment = (align: Block.Alignment | undefined): HastText.Attributes =>
  align === undefined ? {} : { align: alignments[align] }

/** A length as `lengthOf` reads it. */
export const lengthText = (length: Block.Length | undefined): string | undefined =>
  length === undefined ? undefined : typeof length === "number" ? String(length) : `${length.value}${length.unit}`

const figure = ({ data, fragments }: Block.Image, context: WriteContext): string => {
  const { ref, refDark, alt, width, height } = data
  const image = { ref, ...(refDark === undefined ? {} : { refDark }), caption: alt ?? "" }
  const captions = fragments.flatMap((caption) => caption.nodes)
  const text = captions.map((paragraph) => block(paragraph, context)).join("")
  return element(
    "figure",
    {},
    imageTag(image, context, { width: lengthText(width), height: lengthText(height) }) + element("figcaption", {}, text)
  )
}

export const images = ({ data, nodes }: Block.Images, context: WriteContext): string => {
  const figures = nodes.map((image) => figure(image, context)).join(" ")
  const isWrapped = nodes.length !== 1 || data.align !== undefined || data.fullWidth === true
  return isWrapped
    ? element("div", { align: data.align, "data-full-width": data.fullWidth ? "true" : undefined }, figures)
    : figures
}

/** A block of code with inline markup; `lineEnd` replaces the ends of its lines. */
export const code = ({ data, nodes }: Block.Code, context: WriteContext, lineEnd: string): string =>
  element(
    "pre",
    {
      "data-title": data.title,
      "data-overflow": data.overflow,
      "data-line-numbers": data.lineNumbers ? "true" : undefined,
      "data-full-width": data.fullWidth ? "true" : undefined,
      "data-highlight": highlightOf(nodes)
    },
    element(
      "code",
      { class: data.syntax ? `language-${data.syntax}` : undefined },
      nodes.map((line) => inlines(line.nodes, context) + lineEnd).join("")
    )
  )

const item = ({ data, nodes }: Block.ListItem, context: WriteContext): string => {
  const box =
    data?.checked === undefined ? "" : startTag("input", { type: "checkbox", checked: data.checked ? true : undefined })
  return element("li", {}, box + blocks(nodes, context))
}

const items = (nodes: ReadonlyArray<Block.ListItem>, context: WriteContext): string =>
  nodes.map((node) => item(node, context)).join("")

/** The title of an expandable as an element, and its body. */
export const expandableParts = ({ fragments }: Block.Expandable, context: WriteContext) => {
  const title = fragments.flatMap((part) => (part.fragment === "expandable-title" ? part.nodes : []))
  return {
    summary: element("summary", {}, title.map((line) => inlines(line.nodes, context)).join(" ")),
    body: fragments.flatMap((part) => (part.fragment === "expandable-body" ? part.nodes : []))
  }
}

const expandable = (node: Block.Expandable, context: WriteContext): string => {
  const { body, summary } = expandableParts(node, context)
  return element("details", {}, summary + blocks(body, context))
}

export const paragraph = (node: Block.Paragraph, context: WriteContext): string =>
  element("p", alignment(node.data?.align), line(node.nodes, context))

const block = (node: Block.TopLevel, context: WriteContext): string => {
  switch (node.type) {
    case "paragraph":
      return paragraph(node, context)
    case "heading-1":
    case "heading-2":
    case "heading-3":
      return heading(node, context)
    case "list-ordered":
      return element("ol", { start: node.data.start }, items(node.nodes, context))
    case "list-unordered":
    case "list-tasks":
      return element("ul", {}, items(node.nodes, context))
    case "divider":
      return startTag("hr")
    case "code":
      return code(node, context, "&#10;")
    case "blockquote":
      return element("blockquote", {}, node.nodes.map((child) => block(child, context)).join(""))
    case "hint":
      return element(
        "div",
        { class: `admonition ${node.data.style}` },
        node.nodes.map((child) => block(child, context)).join("")
      )
    case "expandable":
      return expandable(node, context)
    case "if":
      return element(
        "div",
        { "data-if": node.data.expression },
        node.nodes.map((child) => block(child, context)).join("")
      )
    case "images":
      return images(node, context)
    case "table":
      return context.tableHtml(node, context)
    default:
      return simplify(node)
        .map((child) => block(child, context))
        .join("")
  }
}

export const heading = (node: Block.Heading, context: WriteContext): string =>
  element(`h${node.type.slice(-1)}`, { id: node.data.id, ...alignment(node.data.align) }, inlines(node.nodes, context))

/** Blocks as HTML on one line; blocks without an HTML equivalent are simplified. */
export const blocks = (nodes: ReadonlyArray<Block.TopLevel>, context: WriteContext): string => {
  const [only, ...others] = nodes
  return only?.type === "paragraph" && only.data?.align === undefined && others.length === 0
    ? line(only.nodes, context)
    : nodes.map((node) => block(node, context)).join("")
}
