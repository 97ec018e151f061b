import { Block, InlineText } from "@quire/core"
import { Schema } from "effect"
import type { Heading, Image, ImageReference, Paragraph, PhrasingContent, RootContent } from "mdast"
import { paragraph } from "./BlockNesting.ts"
import * as HtmlTag from "./HtmlTag.ts"
import * as InlineElement from "./InlineElement.ts"
import type { Reader } from "./Reader.ts"
import { readPhrasing } from "./ReadInline.ts"

type Picture = Image | ImageReference

const isLayout = (node: PhrasingContent): boolean => node.type === "text" && node.value.trim() === ""

/** The image of a paragraph without other content. */
const onlyImage = (children: ReadonlyArray<PhrasingContent>): Picture | undefined => {
  const [first, ...others] = children.filter((node) => !isLayout(node))
  return others.length === 0 && (first?.type === "image" || first?.type === "imageReference") ? first : undefined
}

const captionOf = (title: string): ReadonlyArray<Block.Caption> =>
  title === ""
    ? []
    : [
        {
          object: "fragment",
          fragment: "caption",
          type: "caption",
          nodes: [paragraph([{ object: "text", leaves: [{ object: "leaf", text: title, marks: [] }] }])]
        }
      ]

const readImage = (reader: Reader, node: Picture): Block.Images | undefined => {
  const target = node.type === "image" ? node : reader.definition(node.identifier)
  const ref = target === undefined ? undefined : InlineElement.imageRef(target.url, reader)
  if (target === undefined || ref === undefined) return undefined
  return {
    object: "block",
    type: "images",
    isVoid: false,
    data: {},
    nodes: [
      {
        object: "block",
        type: "image",
        isVoid: true,
        data: { ref, ...(node.alt ? { alt: node.alt } : {}) },
        fragments: captionOf(target.title ?? "")
      }
    ]
  }
}

/** A paragraph; an image if that is its only content; nothing if it is empty. */
export const readParagraph = (reader: Reader, node: Paragraph, depth: number): ReadonlyArray<Block.TopLevel> => {
  const picture = onlyImage(node.children)
  const image = picture === undefined ? undefined : readImage(reader, picture)
  if (image !== undefined) return [image]
  const nodes = InlineText.trim(readPhrasing(reader, node.children, depth))
  return nodes.length === 0 ? [] : [paragraph(nodes)]
}

export const isHeadingId = Schema.is(Block.HeadingId)

const isAnchorEnd = (node: PhrasingContent): boolean => node.type === "html" && node.value.toLowerCase() === "</a>"

/** The id that `<a id="…"></a>` in a heading or around its words gives it, and the heading without it. */
const anchored = (children: ReadonlyArray<PhrasingContent>) => {
  let end = -1
  for (const [index, node] of children.entries()) {
    if (node.type !== "html" || !/^<a\s/i.test(node.value)) continue
    end = Math.max(end, index + 1)
    while (end < children.length && !isAnchorEnd(children[end] ?? node)) end++
    if (end === children.length) return undefined
    const tag = HtmlTag.parse(node.value)
    if (tag.kind !== "open" || tag.element.tagName !== "a") continue
    if (end > index + 1 && HtmlTag.attribute(tag.element, "href") !== undefined) continue
    const id = HtmlTag.attribute(tag.element, "id") ?? HtmlTag.attribute(tag.element, "name")
    if (id !== undefined) return { id, rest: children.filter((_, at) => at !== index && at !== end) }
  }
  return undefined
}

/** The id that `{#…}` at the end of a heading gives it, and the heading without it. */
const suffixed = (reader: Reader, children: ReadonlyArray<PhrasingContent>) => {
  const last = children.at(-1)
  if (last?.type !== "text" || !last.value.endsWith("}")) return undefined
  const at = last.value.lastIndexOf("{")
  const source = reader.source(last)
  if (at < 0 || source === undefined || !source.endsWith(last.value.slice(at))) return undefined
  if (source.endsWith(`\\${last.value.slice(at)}`)) return undefined
  const [, id = ""] = /^\{[ \t]*#(\S+)[ \t]*\}$/.exec(last.value.slice(at)) ?? []
  return isHeadingId(id)
    ? { id, rest: [...children.slice(0, -1), { ...last, value: last.value.slice(0, at).trimEnd() }] }
    : undefined
}

/** The id of a paragraph that consists of an empty anchor, which is meant for the heading below it. */
export const anchorAlone = (node: RootContent): string | undefined => {
  if (node.type !== "paragraph") return undefined
  const anchor = anchored(node.children.filter((child) => !isLayout(child)))
  return anchor?.rest.length === 0 ? anchor.id : undefined
}

const types = ["heading-1", "heading-2", "heading-3"] as const

export const headingType = (reader: Reader, level: number): Block.Heading["type"] => {
  if (level > 3) reader.warn("heading-level", `a heading of level ${level} was changed to level 3`)
  return types[level - 1] ?? "heading-3"
}

export const readHeading = (reader: Reader, node: Heading, depth: number): Block.Heading => {
  const found = anchored(node.children) ?? suffixed(reader, node.children)
  if (found !== undefined && !isHeadingId(found.id)) reader.warn("heading-id", "the ID of a heading was removed")
  return {
    object: "block",
    type: headingType(reader, node.depth),
    data: found !== undefined && isHeadingId(found.id) ? { id: found.id } : {},
    nodes: InlineText.trim(readPhrasing(reader, found?.rest ?? node.children, depth))
  }
}
