import { type Block, type ContentRef, Inline, InlineText } from "@quire/core"
import * as HtmlTag from "./HtmlTag.ts"
import * as InlineElement from "./InlineElement.ts"
import type { Reader } from "./Reader.ts"

type Nodes = ReadonlyArray<Block.InlineNode>
type Marks = ReadonlyArray<Inline.Mark>

/** The elements that HTML tags in one list of phrasing content have opened. */
export interface TagStack {
  /** The marks that apply to the following content. */
  readonly marks: () => Marks
  readonly put: (nodes: Nodes) => void
  /** Takes one piece of HTML. */
  readonly html: (value: string) => void
  /**
   * The content of the `abbr` element that this tag closes, if it has no title: a footnote that explains it may follow.
   */
  readonly explained: (value: string) => Nodes | undefined
  /** Everything that was put, in elements that are closed now at the latest. */
  readonly end: () => Nodes
}

/** An element that is not closed yet. */
interface Frame {
  readonly name: string
  readonly element: InlineElement.InlineElement
  readonly outer: Marks
  readonly inner: Marks
  readonly content: Array<Block.InlineNode>
  /** Sources of a picture for dark surroundings. */
  readonly dark: Array<ContentRef.ImageRef>
}

const withDark = (nodes: Nodes, refDark: ContentRef.ImageRef | undefined): Nodes =>
  refDark === undefined
    ? nodes
    : nodes.map((node) =>
        node.object === "inline" && node.type === "inline-image" ? { ...node, data: { ...node.data, refDark } } : node
      )

const finish = ({ name, element, content, outer, dark }: Frame): Nodes => {
  if (name === "picture") return withDark(content, dark[0])
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

export const make = (reader: Reader, marks: Marks): TagStack => {
  const output: Array<Block.InlineNode> = []
  const frames: Array<Frame> = []
  const current = () => frames.at(-1) ?? { inner: marks, content: output }
  const put = (nodes: Nodes) => {
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
    frames.push({ name: tag.element.tagName, element, outer, inner, content: [], dark: [] })
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
      const dark = InlineElement.darkOf(tag.element, reader)
      if (dark !== undefined) frame.dark.push(dark)
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
