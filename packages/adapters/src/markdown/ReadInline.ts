import { type Block, DocumentText, DocumentTree, Inline, InlineText } from "@quire/core"
import type { RootContent as HastContent } from "hast"
import type {
  FootnoteDefinition,
  FootnoteReference,
  Html,
  Image,
  ImageReference,
  Nodes as MarkdownNode,
  PhrasingContent
} from "mdast"
import * as HtmlNotes from "../html/HtmlNotes.ts"
import { noteChildren } from "./BlockNesting.ts"
import * as HtmlTag from "./HtmlTag.ts"
import * as InlineElement from "./InlineElement.ts"
import { deepest, type Reader } from "./Reader.ts"

type StackNodes = ReadonlyArray<Block.InlineNode>
type StackMarks = ReadonlyArray<Inline.Mark>

/** The elements that HTML tags in one list of phrasing content have opened. */
export interface TagStack {
  /** The marks that apply to the following content. */
  readonly marks: () => StackMarks
  readonly put: (nodes: StackNodes) => void
  /** Takes one piece of HTML. */
  readonly html: (value: string) => void
  /**
   * The content of the `abbr` element that this tag closes, if it has no title: a footnote that explains it may follow.
   */
  readonly explained: (value: string) => StackNodes | undefined
  /** Everything that was put, in elements that are closed now at the latest. */
  readonly end: () => StackNodes
}

/** An element that is not closed yet. */
interface Frame {
  readonly name: string
  readonly element: InlineElement.InlineElement
  readonly outer: StackMarks
  readonly inner: StackMarks
  readonly content: Array<Block.InlineNode>
  /** Sources of a picture for one theme. */
  readonly themes: Array<InlineElement.ThemeImage>
}

const withThemes = (nodes: StackNodes, themes: ReadonlyArray<InlineElement.ThemeImage>): StackNodes =>
  themes.length === 0
    ? nodes
    : nodes.map((node) =>
        node.object === "inline" && node.type === "inline-image"
          ? { ...node, data: { ...node.data, ...InlineElement.themesOf(node.data.ref, themes) } }
          : node
      )

const finish = ({ name, element, content, outer, themes }: Frame): StackNodes => {
  if (name === "picture") return withThemes(content, themes)
  return element.kind === "build" ? element.build(InlineText.join(content), outer) : content
}

const isPlain = ({ element, name }: Frame): boolean => element.kind === "plain" && name !== "picture"

const leftOut = "an HTML element was removed and its content was kept"

const elementOf = (tag: HtmlTag.HtmlTag, reader: Reader): InlineElement.InlineElement => {
  if (tag.kind !== "open" && tag.kind !== "void") return { kind: "unknown" }
  return tag.kind === "open" && tag.element.tagName === "picture"
    ? { kind: "plain" }
    : InlineElement.classify(tag.element, reader)
}

const make = (reader: Reader, marks: StackMarks): TagStack => {
  const output: Array<Block.InlineNode> = []
  const frames: Array<Frame> = []
  const current = () => frames.at(-1) ?? { inner: marks, content: output }
  const put = (nodes: StackNodes) => {
    for (const node of nodes) current().content.push(node)
  }
  const text = (value: string) => {
    reader.warn("html", "unknown HTML was converted to text")
    put([Inline.text(value.replace(/\r\n?|\n/g, " "), current().inner)])
  }
  /** Closes elements without an end tag: their content moves to the one at `depth`. */
  const leaveOpen = (depth: number) => {
    const open = frames.splice(depth)
    if (open.length > 0) reader.warn("html", "an HTML element without an end tag was removed and its content was kept")
    for (const frame of open) put(frame.content)
  }
  const close = (name: string, value: string) => {
    const at = frames.findLastIndex((frame) => frame.name === name)
    if (at < 0) return text(value)
    leaveOpen(at + 1)
    const frame = frames.pop()
    if (frame === undefined) return
    if (isPlain(frame)) reader.warn("html", leftOut)
    put(finish(frame))
  }
  const open = (tag: HtmlTag.HtmlTag & { readonly element: HtmlTag.Element }, element: InlineElement.InlineElement) => {
    const outer = current().inner
    const inner = element.kind === "mark" ? InlineText.withMark(outer, element.mark) : outer
    frames.push({ name: tag.element.tagName, element, outer, inner, content: [], themes: [] })
  }
  const html = (value: string) => {
    if (value.startsWith(":")) {
      return put([InlineElement.emojiOf(value.slice(1, -1)) ?? Inline.text(value, current().inner)])
    }
    const tag = HtmlTag.parse(value)
    if (tag.kind === "close") return close(tag.name, value)
    if (tag.kind === "comment") {
      if (!tag.isEmpty) reader.warn("comment", "a comment was removed")
      return
    }
    const frame = frames.at(-1)
    if (tag.kind === "void" && tag.element.tagName === "source" && frame?.name === "picture") {
      const image = InlineElement.themeImageOf(tag.element, reader)
      if (image !== undefined) frame.themes.push(image)
      return
    }
    const element = elementOf(tag, reader)
    if (tag.kind === "other" || element.kind === "unknown") return text(value)
    if (tag.kind === "open") return open(tag, element)
    if (element.kind === "build") put(element.build([], current().inner))
    else reader.warn("html", leftOut)
  }
  return {
    marks: () => current().inner,
    put,
    html,
    explained: (value) => {
      const frame = frames.at(-1)
      const tag = HtmlTag.parse(value)
      if (tag.kind !== "close" || tag.name !== "abbr" || frame?.name !== "abbr" || frame.element.kind !== "plain") {
        return undefined
      }
      frames.pop()
      return InlineText.join(frame.content)
    },
    end: () => {
      leaveOpen(0)
      return output
    }
  }
}

type Nodes = ReadonlyArray<Block.InlineNode>
type Marks = ReadonlyArray<Inline.Mark>

const lineEnd = /\r\n?|\n/g

const oneLine = (text: string): string => text.replace(lineEnd, " ")

/** The text of a note that was written without any: its number, raised. */
export const numberOf = (ordinal: number): Inline.Text =>
  Inline.text(String(ordinal), [{ object: "mark", type: "superscript" }])

const emptied: DocumentTree.MapBlock = (block) =>
  block.type === "code-line" && /^[ \t]*$/.test(DocumentText.ofBlock(block)) ? { ...block, nodes: [] } : unspaced(block)

/** Lines of code without trailing whitespace on blank lines, whose amount in a footnote is ambiguous. */
const unspaced = <B extends Block.Block>(block: B): B => DocumentTree.mapChildren(block, emptied)

/** What links of GitBook to a note begin with. */
const noteLink = "#user-content-fn-"

const readNote = (
  reader: Reader,
  { identifier, label }: FootnoteReference,
  depth: number,
  explained: Nodes | undefined
): Nodes => {
  const read = (definition: FootnoteDefinition, ordinal: number): Block.Annotation => {
    const body = noteChildren(reader.flow(definition.children, depth + 1), reader).map(unspaced)
    return {
      object: "inline",
      type: "annotation",
      isVoid: false,
      nodes: explained === undefined ? [numberOf(ordinal)] : InlineElement.textsOnly(explained),
      fragments: [
        {
          object: "fragment",
          type: "annotation-body",
          fragment: "annotation-body",
          nodes: body.length > 0 ? body : [{ object: "block", type: "paragraph", nodes: [] }]
        }
      ]
    }
  }
  const found = depth > deepest ? undefined : reader.note(identifier, read)
  if (found !== undefined) return [found]
  reader.warn(
    "annotation",
    "a footnote that refers to itself, is repeated too often or is nested too deeply was converted to text"
  )
  return [...(explained ?? []), Inline.text(`[^${label ?? identifier}]`)]
}

const readLink = (reader: Reader, url: string, title: string, content: Nodes): Nodes => {
  const ref = reader.refOf(url)
  if (ref === undefined) return content
  if (title === "mention") return [{ object: "inline", type: "mention", data: { ref }, isVoid: true }]
  if (title !== "") reader.warn("link-title", "the title of a link was removed")
  return InlineElement.linksOf(ref, content, reader)
}

const readImage = (reader: Reader, node: Image | ImageReference, url: string, title: string, marks: Marks): Nodes => {
  const ref = InlineElement.imageRef(url, reader)
  const caption = oneLine(node.alt || title)
  if (ref === undefined) return [Inline.text(caption, marks)]
  if (title !== "" && title !== caption) reader.warn("image-title", "the title of an image was removed")
  const data = { ref, ...(caption === "" ? {} : { caption }) }
  return [{ object: "inline", type: "inline-image", data, isVoid: true }]
}

/** Content of any other kind than HTML. */
const readNode = (reader: Reader, node: Exclude<PhrasingContent, Html>, depth: number, marks: Marks): Nodes => {
  const within = (children: ReadonlyArray<PhrasingContent>, type: Inline.SimpleMark["type"]) =>
    readPhrasing(reader, children, depth, InlineText.withMark(marks, { object: "mark", type }))
  switch (node.type) {
    case "text":
      return [Inline.text(reader.lines(node.value), marks)]
    case "inlineCode":
      return [Inline.text(oneLine(node.value), InlineText.withMark(marks, { object: "mark", type: "code" }))]
    case "strong":
      return within(node.children, "bold")
    case "emphasis":
      return within(node.children, "italic")
    case "delete":
      return within(node.children, "strikethrough")
    case "break":
      return [InlineElement.lineBreak(marks)]
    case "inlineMath":
      return [{ object: "inline", type: "inline-math", data: { formula: oneLine(node.value) }, isVoid: true }]
    case "footnoteReference":
      return readNote(reader, node, depth, undefined)
    case "link":
      return readLink(reader, node.url, node.title ?? "", readPhrasing(reader, node.children, depth, marks))
    case "image":
      return readImage(reader, node, node.url, node.title ?? "", marks)
    case "linkReference": {
      const [target, content] = [reader.definition(node.identifier), readPhrasing(reader, node.children, depth, marks)]
      return target === undefined ? content : readLink(reader, target.url, target.title ?? "", content)
    }
    case "imageReference": {
      const target = reader.definition(node.identifier)
      return target === undefined
        ? [Inline.text(node.alt ?? "", marks)]
        : readImage(reader, node, target.url, target.title ?? "", marks)
    }
    default:
      return readPhrasing(reader, inLines(node), depth, marks)
  }
}

const isLined = (node: MarkdownNode): node is PhrasingContent => inlineTypes.has(node.type)

const inlineTypes: ReadonlySet<string> = new Set([
  "break",
  "delete",
  "emphasis",
  "footnoteReference",
  "html",
  "image",
  "imageReference",
  "inlineCode",
  "inlineMath",
  "link",
  "linkReference",
  "strong",
  "text"
] satisfies ReadonlyArray<PhrasingContent["type"]>)

/** Converts blocks to lines where a tree made from HTML has blocks in inline positions, such as lists in cells. */
export const inLines = (node: MarkdownNode): ReadonlyArray<PhrasingContent> => {
  if (isLined(node)) return [node]
  if (!("children" in node)) return [{ type: "text", value: "value" in node ? node.value : "" }]
  const lines = node.children.map(inLines).filter((line) => line.length > 0)
  const isBlocks = node.children.some((child) => !isLined(child))
  return lines.flatMap((line, index) => (isBlocks && index > 0 ? [{ type: "break" } as const, ...line] : line))
}

/** The text that a note after it explains: an element that ends, or a link to the note. */
const explainedBy = (
  reader: Reader,
  node: PhrasingContent,
  { identifier }: FootnoteReference,
  depth: number,
  tags: TagStack
): Nodes | undefined => {
  if (node.type === "html") return tags.explained(node.value)
  return node.type === "link" && node.url.toLowerCase() === `${noteLink}${identifier}`
    ? readPhrasing(reader, node.children, depth, tags.marks())
    : undefined
}

/**
 * Inline nodes of phrasing content, neither joined nor trimmed. HTML tags pair up within the list; those that are not
 * known become text.
 */
export const readPhrasing = (
  reader: Reader,
  nodes: ReadonlyArray<PhrasingContent>,
  depth: number,
  marks: Marks = []
): Nodes => {
  const plain = nodes.filter((node) => node.type !== "html" && node.type !== "footnoteReference")
  if (plain.length === nodes.length) {
    return plain.flatMap((node) => {
      reader.enter(node)
      return readNode(reader, node, depth, marks)
    })
  }
  const tags = make(reader, marks)
  for (let index = 0; index < nodes.length; index++) {
    const [node, next] = [nodes[index], nodes[index + 1]]
    if (node === undefined) continue
    reader.enter(node)
    const note = next?.type === "footnoteReference" ? next : undefined
    const explained = note === undefined ? undefined : explainedBy(reader, node, note, depth, tags)
    if (note !== undefined && explained !== undefined) {
      tags.put(readNote(reader, note, depth, explained))
      index++
    } else if (node.type === "html") tags.html(node.value)
    else tags.put(readNode(reader, node, depth, tags.marks()))
  }
  return tags.end()
}

const blanks = /[ \t\r\n\f]+/g

/** White space that the layout of a source has brought in; spaces within a line stay as they are. */
const laidOut = (text: string): string => text.replace(blanks, (run) => (/[\r\n]/.test(run) ? " " : run))

/** The identifier of the note to which an element refers. */
const noteIn = (node: HastContent | undefined): string | undefined =>
  node?.type === "element" && node.tagName === HtmlNotes.names.reference ? HtmlTag.attribute(node, "id") : undefined

/** Whether an element has words that the note after it explains. */
const isExplained = (node: HastContent | undefined): boolean =>
  node?.type === "element" && node.tagName === "abbr" && !HtmlTag.attribute(node, "title")

/** Inline nodes of HTML, neither joined nor trimmed. */
export const readHast = (reader: Reader, nodes: ReadonlyArray<HastContent>, depth: number, marks: Marks = []): Nodes =>
  nodes.flatMap((node, index): Nodes => {
    if (node.type === "text") return [Inline.text(laidOut(node.value), marks)]
    if (node.type !== "element" || InlineElement.isInvisible(node)) return []
    const own = noteIn(node)
    const after = isExplained(node) ? noteIn(nodes[index + 1]) : undefined
    const identifier = own ?? after
    if (identifier !== undefined) {
      if (own !== undefined && isExplained(nodes[index - 1])) return []
      const explained = own === undefined ? readHast(reader, node.children, depth, marks) : undefined
      return readNote(reader, { type: "footnoteReference", identifier }, depth, explained)
    }
    const element = InlineElement.classify(node, reader)
    if (element.kind === "unknown" || element.kind === "plain") {
      reader.warn("html", "an HTML element was removed and its content was kept")
    }
    const inner = element.kind === "mark" ? InlineText.withMark(marks, element.mark) : marks
    const content = node.tagName === "picture" ? [] : readHast(reader, node.children, depth, inner)
    return element.kind === "build" ? element.build(InlineText.join(content), marks) : content
  })
