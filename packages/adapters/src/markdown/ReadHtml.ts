import { type Block, DocumentText, Inline, InlineText } from "@quire/core"
import type { Element, ElementContent, RootContent, Text } from "hast"
import { paragraph, paragraphs } from "./BlockNesting.ts"
import * as HastLayout from "./HastLayout.ts"
import * as HastPipeline from "./HastPipeline.ts"
import * as HtmlTag from "./HtmlTag.ts"
import * as InlineElement from "./InlineElement.ts"
import { codeOf, linesOf } from "./ReadCode.ts"
import type { Reader } from "./Reader.ts"
import { readHtmlTable } from "./ReadHtmlTable.ts"
import { readHast } from "./ReadInline.ts"
import { headingType, isHeadingId } from "./ReadText.ts"
import * as TableGrid from "./TableGrid.ts"

type Node = Block.CodeLine["nodes"][number]
type Marks = ReadonlyArray<Inline.Mark>

const inCode = (node: Block.InlineNode): Node =>
  node.object === "text" || node.type === "annotation" || node.type === "expression"
    ? node
    : Inline.text(DocumentText.ofInlines([node]))

/** Whether an element in code is a line that no line break ends. */
const isLine = (element: Element, next: RootContent | undefined): boolean =>
  HtmlTag.isBlockName(element.tagName) &&
  next !== undefined &&
  !(next.type === "text" && /^\r?\n/.test(next.value)) &&
  !HtmlTag.textOf(element.children).endsWith("\n")

/** Nodes of code, white space kept. */
const read = (reader: Reader, nodes: ReadonlyArray<RootContent>, marks: Marks): ReadonlyArray<Node> =>
  nodes.flatMap((node, index): ReadonlyArray<Node> => {
    if (node.type === "text") return [Inline.text(node.value, marks)]
    if (node.type !== "element" || InlineElement.isInvisible(node)) return []
    const element = InlineElement.classify(node, reader)
    const inner = element.kind === "mark" ? InlineText.withMark(marks, element.mark) : marks
    const own = read(reader, node.children, inner)
    const content = isLine(node, nodes[index + 1]) ? [...own, Inline.text("\n")] : own
    return element.kind === "build" ? element.build(InlineText.join(content), marks).map(inCode) : content
  })

const splitLines = (nodes: ReadonlyArray<Node>): ReadonlyArray<ReadonlyArray<Node>> => {
  const lines: Array<Array<Node>> = [[]]
  for (const node of InlineText.join(nodes)) {
    if (node.object !== "text") {
      lines.at(-1)?.push(node)
      continue
    }
    for (const leaf of node.leaves) {
      for (const [index, part] of leaf.text.split(/\r\n?|\n/).entries()) {
        if (index > 0) lines.push([])
        lines.at(-1)?.push(Inline.text(part, leaf.marks))
      }
    }
  }
  return lines.map((line) => InlineText.join(line))
}

const isEmpty = (line: ReadonlyArray<Node> | undefined): boolean => line?.length === 0

const prefix = /^(?:language|lang|highlight-source)-(.+)$/

const syntaxOf = (elements: ReadonlyArray<Element>): string | undefined => {
  for (const element of elements) {
    const named = HtmlTag.classes(element).flatMap((name) => prefix.exec(name)?.[1] ?? [])[0]
    const found = named ?? HtmlTag.attribute(element, "dataLang") ?? HtmlTag.attribute(element, "dataLanguage")
    if (found) return found
  }
  return undefined
}

/** The block of code of a `pre` element; the line break before its end is no line. */
const readCodeElement = (reader: Reader, pre: Element): Block.Code => {
  const code = HtmlTag.elements(pre).find((child) => child.tagName === "code")
  const isAlone = code !== undefined && HtmlTag.textOf(pre.children).trim() === HtmlTag.textOf(code.children).trim()
  const split = splitLines(read(reader, isAlone ? code.children : pre.children, []))
  const lines = split.length > 1 && isEmpty(split.at(-1)) ? split.slice(0, -1) : split
  const [syntax, title] = [syntaxOf(code === undefined ? [pre] : [code, pre]), HtmlTag.attribute(pre, "dataTitle")]
  const overflow = HtmlTag.attribute(pre, "dataOverflow")
  return codeOf(
    {
      ...(syntax ? { syntax } : {}),
      ...(title ? { title } : {}),
      ...(overflow === "wrap" || overflow === "scroll" ? { overflow } : {}),
      ...(HtmlTag.attribute(pre, "dataLineNumbers") === "true" ? { lineNumbers: true } : {}),
      ...(HtmlTag.attribute(pre, "dataFullWidth") === "true" ? { fullWidth: true } : {})
    },
    lines,
    linesOf(HtmlTag.attribute(pre, "dataHighlight") ?? "", lines.length)
  )
}

type Blocks = ReadonlyArray<Block.TopLevel>

const isElement = (node: RootContent): node is Element => node.type === "element"

const isSpace = (node: RootContent): boolean => node.type === "text" && node.value.trim() === ""

const length = /^(-?\d+(?:\.\d+)?)([a-z%]*)$/i

/** A number, or a number with a unit. */
export const lengthOf = (text: string | undefined): Block.Length | undefined => {
  const [, number, unit] = length.exec(text ?? "") ?? []
  if (number === undefined) return undefined
  return unit ? { unit, value: Number(number) } : Number(number)
}

const alignments = { left: "start", start: "start", center: "center", right: "end", end: "end" } as const

const isAlignment = (text: string): text is keyof typeof alignments => Object.hasOwn(alignments, text)

const alignOf = (element: Element): { readonly align?: Block.Alignment } => {
  const text = (HtmlTag.attribute(element, "align") ?? "").toLowerCase()
  return isAlignment(text) ? { align: alignments[text] } : {}
}

const inlineOf = (reader: Reader, nodes: ReadonlyArray<RootContent>, depth: number): ReadonlyArray<Block.InlineNode> =>
  InlineText.trim(readHast(reader, nodes, depth))

const readCaption = (reader: Reader, caption: Element | undefined, depth: number): ReadonlyArray<Block.Caption> => {
  const blocks = caption === undefined ? [] : paragraphs(readHastBlocks(reader, caption.children, depth), reader)
  return blocks.length === 0 ? [] : [{ object: "fragment", fragment: "caption", type: "caption", nodes: blocks }]
}

const isCaption = (node: RootContent): node is Element => isElement(node) && node.tagName === "figcaption"

const readFigure = (reader: Reader, element: Element, depth: number): Block.Image | undefined => {
  const shown = { ...element, children: element.children.filter((node) => !isCaption(node)) }
  const picture =
    element.tagName === "figure" ? (HtmlTag.find(shown, "picture") ?? HtmlTag.find(shown, "img")) : element
  const image = picture && InlineElement.imageOf(picture, reader)
  if (picture === undefined || image === undefined) return undefined
  const img = picture.tagName === "img" ? picture : HtmlTag.find(picture, "img")
  const [width, height] = [
    lengthOf(img && HtmlTag.attribute(img, "width")),
    lengthOf(img && HtmlTag.attribute(img, "height"))
  ]
  const { ref, refDark, caption: alt } = image.data
  return {
    object: "block",
    type: "image",
    isVoid: true,
    data: {
      ref,
      ...(refDark === undefined ? {} : { refDark }),
      ...(width === undefined ? {} : { width }),
      ...(height === undefined ? {} : { height }),
      ...(alt ? { alt } : {})
    },
    fragments: readCaption(reader, element.children.find(isCaption), depth)
  }
}

const imagesAlign = (element: Element): Block.Images["data"] => {
  const align = HtmlTag.attribute(element, "align")?.toLowerCase()
  return {
    ...(align === "left" || align === "center" || align === "right" ? { align } : {}),
    ...(HtmlTag.attribute(element, "dataFullWidth") === "true" ? { fullWidth: true } : {})
  }
}

const imagesOf = (nodes: ReadonlyArray<Block.Image>, data: Block.Images["data"]): Blocks =>
  nodes.length === 0 ? [] : [{ object: "block", type: "images", isVoid: false, data, nodes }]

/** Figures as images, each other figure as what it holds. */
const readFigures = (
  reader: Reader,
  figures: ReadonlyArray<Element>,
  data: Block.Images["data"],
  depth: number
): Blocks => {
  const found = figures.map((figure) => ({ figure, image: readFigure(reader, figure, depth) }))
  const images = found.flatMap(({ image }) => image ?? [])
  return images.length === figures.length
    ? imagesOf(images, data)
    : found.flatMap(({ figure, image }) =>
        image === undefined ? readHastBlocks(reader, figure.children, depth) : imagesOf([image], data)
      )
}

/** The image that is the only content of a line of HTML; a comment next to it means that the image is inline. */
const onlyImage = (nodes: ReadonlyArray<RootContent>): Element | undefined => {
  const [first, ...others] = nodes.filter((node) => !isSpace(node))
  if (first === undefined || others.length > 0 || !isElement(first)) return undefined
  const isImage = first.tagName === "img" || first.tagName === "picture"
  const img = first.tagName === "picture" ? HtmlTag.find(first, "img") : first
  return isImage && img !== undefined && HtmlTag.attribute(img, "dataSize") === undefined ? first : undefined
}

const readParagraph = (reader: Reader, element: Element, depth: number): Blocks => {
  const image = onlyImage(element.children)
  if (image !== undefined) return readFigures(reader, [image], imagesAlign(element), depth)
  const nodes = inlineOf(reader, element.children, depth)
  const { align } = alignOf(element)
  return nodes.length === 0 ? [] : [align === undefined ? paragraph(nodes) : { ...paragraph(nodes), data: { align } }]
}

const readHeading = (reader: Reader, element: Element, depth: number): Block.Heading => {
  const id = HtmlTag.attribute(element, "id")
  const isId = id !== undefined && isHeadingId(id)
  if (id !== undefined && !isId) reader.warn("heading-id", "the ID of a heading was removed")
  return {
    object: "block",
    type: headingType(reader, Number(element.tagName.slice(1))),
    data: { ...(isId ? { id } : {}), ...alignOf(element) },
    nodes: inlineOf(reader, element.children, depth)
  }
}

/** The two parts of an expandable as one block. */
export const expandable = (title: ReadonlyArray<Block.InlineNode>, body: Blocks): Block.Expandable => ({
  object: "block",
  type: "expandable",
  isVoid: true,
  data: {},
  fragments: [
    { object: "fragment", fragment: "expandable-title", type: "expandable-title", nodes: [paragraph(title)] },
    {
      object: "fragment",
      fragment: "expandable-body",
      type: "expandable-body",
      nodes: body.length > 0 ? body : [paragraph([])]
    }
  ]
})

/** The title of a `details` element, if it has one, and its remaining content. */
export const readDetails = (
  reader: Reader,
  element: Element,
  depth: number
): { readonly title: ReadonlyArray<Block.InlineNode> | undefined; readonly body: Blocks } => {
  const summary = HtmlTag.elements(element).find((child) => child.tagName === "summary")
  const rest = element.children.filter((child) => child !== summary)
  return {
    title: summary === undefined ? undefined : inlineOf(reader, HastLayout.inOneLine(summary.children), depth),
    body: readHastBlocks(reader, rest, depth + 1)
  }
}

const readFrame = (reader: Reader, element: Element): Blocks => {
  const ref = reader.refOf(HtmlTag.attribute(element, "src") ?? "")
  return ref?.kind === "url" && ref.url !== ""
    ? [{ object: "block", type: "embed", isVoid: true, data: { url: ref.url } }]
    : []
}

const convert = (reader: Reader, element: Element, depth: number): Blocks => {
  if (element.tagName !== "ul" && element.tagName !== "ol") {
    reader.warn("html", "an HTML block was converted and lost its layout")
  }
  return reader.flow(HastPipeline.toFlow([element]), depth)
}

const readContainer = (reader: Reader, element: Element, depth: number): Blocks =>
  HastPipeline.isFigures(element)
    ? readFigures(reader, HtmlTag.elements(element), imagesAlign(element), depth)
    : convert(reader, element, depth)

const readElement = (reader: Reader, element: Element, depth: number): Blocks => {
  const name = element.tagName
  if (/^h[1-6]$/.test(name)) return [readHeading(reader, element, depth)]
  switch (name) {
    case "p":
      return readParagraph(reader, element, depth)
    case "hr":
      return [{ object: "block", type: "divider", isVoid: true, data: {} }]
    case "figure":
      return readFigures(reader, [element], {}, depth)
    case "pre":
      return [readCodeElement(reader, element)]
    case "math":
      return [
        { object: "block", type: "math", isVoid: true, data: { formula: HtmlTag.textOf(element.children).trim() } }
      ]
    case "details": {
      const { title, body } = readDetails(reader, element, depth)
      return [expandable(title ?? [], body)]
    }
    case "div": {
      const expression = HastPipeline.conditionOf(element)
      return expression === undefined
        ? readContainer(reader, element, depth)
        : [
            {
              object: "block",
              type: "if",
              data: { expression },
              nodes: readHastBlocks(reader, element.children, depth + 1)
            }
          ]
    }
    case "iframe":
      return readFrame(reader, element)
    case "table":
      return TableGrid.isTyped(element)
        ? readHtmlTable(reader, element, (nodes) => readHastBlocks(reader, nodes, depth + 1))
        : convert(reader, element, depth)
    default:
      return readContainer(reader, element, depth)
  }
}

const isInline = (node: RootContent): node is Element | Text =>
  node.type === "text" || (isElement(node) && InlineElement.isInline(node))

/** Blocks of HTML nodes; runs of text and inline elements between blocks become paragraphs. */
export const readHastBlocks = (reader: Reader, nodes: ReadonlyArray<RootContent>, depth: number): Blocks => {
  const blocks: Array<Block.TopLevel> = []
  let run: Array<ElementContent> = []
  const put = (more: Blocks) => {
    for (const block of more) blocks.push(block)
  }
  const flush = () => {
    put(readParagraph(reader, { type: "element", tagName: "p", properties: {}, children: run }, depth))
    run = []
  }
  for (const node of nodes) {
    if (isInline(node) || node.type === "comment") {
      if (node.type === "comment" && node.value.trim() !== "") reader.warn("comment", "a comment was removed")
      run.push(node)
    } else if (isElement(node)) {
      flush()
      put(readElement(reader, node, depth))
    }
  }
  flush()
  return blocks
}

/** Blocks of a block of HTML in Markdown. */
export const readHtml = (reader: Reader, value: string, depth: number): Blocks =>
  readHastBlocks(reader, HastLayout.arrange(HtmlTag.fragment(value).children), depth)
