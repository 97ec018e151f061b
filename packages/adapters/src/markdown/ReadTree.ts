import { type Block, Document, DocumentText, Inline, InlineText, type Markdown, OpeningTitle } from "@quire/core"
import type { Blockquote, Html, List, RootContent } from "mdast"
import { isEssential, isQuotable, itemChildren, paragraph, split } from "./BlockNesting.ts"
import * as HtmlTag from "./HtmlTag.ts"
import * as InlineHtml from "./InlineHtml.ts"
import * as Pairing from "./Pairing.ts"
import { codeOf, readCode } from "./ReadCode.ts"
import * as Reader from "./Reader.ts"
import { deepest } from "./Reader.ts"
import { expandable, readDetails, readHtml } from "./ReadHtml.ts"
import { inLines, readPhrasing } from "./ReadInline.ts"
import { readTable } from "./ReadTable.ts"
import { readTag } from "./ReadTag.ts"
import { anchorAlone, isHeadingId, readHeading, readParagraph } from "./ReadText.ts"
import * as Tag from "./Tag.ts"
import { label, linkTo, nameIn } from "./TaggedContent.ts"

type FlowBlocks = ReadonlyArray<Block.TopLevel>

/** Content that cannot be parsed further, kept verbatim. */
const asCode = (reader: Reader.Reader, from: RootContent, to: RootContent = from): FlowBlocks => {
  reader.warn("nesting", "content that is nested too deeply was converted to a code block")
  const source = reader.source(from, to) ?? HtmlTag.plainText(from)
  return [
    codeOf(
      {},
      source.split("\n").map((line) => (line === "" ? [] : [Inline.text(line)]))
    )
  ]
}

const asText = (value: string): Block.Paragraph => paragraph([Inline.text(value.replace(/\s+/g, " ").trim())])

const alerts = {
  "[!NOTE]": "info",
  "[!TIP]": "success",
  "[!IMPORTANT]": "info",
  "[!WARNING]": "warning",
  "[!CAUTION]": "danger"
} as const

const isAlert = (text: string): text is keyof typeof alerts => Object.hasOwn(alerts, text)

/** The style and the content of a quote that begins with a line such as `[!NOTE]`. */
const alertOf = (reader: Reader.Reader, node: Blockquote) => {
  const [first, ...rest] = node.children
  const text = first?.type === "paragraph" ? first.children[0] : undefined
  if (first?.type !== "paragraph" || text?.type !== "text") return undefined
  const [line = "", ...more] = text.value.split("\n")
  const word = line.trim().toUpperCase()
  if (!isAlert(word) || reader.source(text)?.startsWith("[!") !== true) return undefined
  const value = more.join("\n")
  const children = [...(value === "" ? [] : [{ ...text, value }]), ...first.children.slice(1)]
  return { style: alerts[word], nodes: children.length === 0 ? rest : [{ ...first, children }, ...rest] }
}

const readQuote = (reader: Reader.Reader, node: Blockquote, depth: number): FlowBlocks => {
  const alert = alertOf(reader, node)
  if (alert === undefined) {
    return split(
      reader.flow(node.children, depth + 1),
      isQuotable,
      reader,
      (nodes): Block.Blockquote => ({
        object: "block",
        type: "blockquote",
        nodes
      })
    )
  }
  return split(
    reader.flow(alert.nodes, depth + 1),
    isEssential,
    reader,
    (nodes): Block.Hint => ({
      object: "block",
      type: "hint",
      data: { style: alert.style },
      nodes
    })
  )
}

const readList = (reader: Reader.Reader, node: List, depth: number): ReadonlyArray<Block.Essential> => {
  if (node.children.length === 0) return []
  const isTasks = node.children.some((item) => typeof item.checked === "boolean")
  if (isTasks && node.ordered) reader.warn("list", "the numbers of a task list were removed")
  const nodes = node.children.map(
    (item): Block.ListItem => ({
      object: "block",
      type: "list-item",
      ...(typeof item.checked === "boolean" ? { data: { checked: item.checked } } : {}),
      nodes: itemChildren(reader.flow(item.children, depth + 2), reader)
    })
  )
  if (isTasks) return [{ object: "block", type: "list-tasks", nodes }]
  if (!node.ordered) return [{ object: "block", type: "list-unordered", nodes }]
  const start = node.start ?? 1
  return [{ object: "block", type: "list-ordered", data: start === 1 ? {} : { start }, nodes }]
}

const readNode = (reader: Reader.Reader, node: RootContent, depth: number): FlowBlocks => {
  switch (node.type) {
    case "paragraph": {
      const html = InlineHtml.ofBlocks(reader, node.children)
      return html === undefined ? readParagraph(reader, node, depth) : readHtml(reader, html, depth)
    }
    case "heading":
      return [readHeading(reader, node, depth)]
    case "thematicBreak":
      return [{ object: "block", type: "divider", isVoid: true, data: {} }]
    case "code":
      return [readCode(reader, node)]
    case "math":
      return [{ object: "block", type: "math", isVoid: true, data: { formula: node.value } }]
    case "blockquote":
      return depth > deepest ? asCode(reader, node) : readQuote(reader, node, depth)
    case "list":
      return depth > deepest ? asCode(reader, node) : readList(reader, node, depth)
    case "table":
      return depth > deepest ? asCode(reader, node) : [readTable(reader, node, depth)]
    case "html":
      return readHtml(reader, node.value, depth)
    case "yaml":
      return [
        codeOf(
          { syntax: "yaml" },
          node.value.split("\n").map((line) => [Inline.text(line)])
        )
      ]
    case "definition":
    case "footnoteDefinition":
      return []
    case "listItem":
      return reader.flow(node.children, depth)
    default: {
      const nodes = InlineText.trim(reader.phrasing(inLines(node), depth))
      return nodes.length === 0 ? [] : [paragraph(nodes)]
    }
  }
}

const beforeEnd = (value: string): string => value.slice(0, value.toLowerCase().lastIndexOf("</details"))

const afterEnd = (value: string): string =>
  value.slice(value.toLowerCase().lastIndexOf("</details")).replace(/^<\/details\s*>/i, "")

/** An expandable whose HTML is spread over several blocks, and the content that follows it in the last block. */
const readSpread = (
  reader: Reader.Reader,
  entry: Extract<Pairing.Entry, { kind: "details" }>,
  depth: number
): FlowBlocks => {
  const [before, opening] = splitAt(entry.start.value, entry.start.value.search(/<details[\s>]/i))
  const element = HtmlTag.elements(HtmlTag.fragment(opening)).find(({ tagName }) => tagName === "details")
  const first = element === undefined ? { title: undefined, body: [] } : readDetails(reader, element, depth)
  const head = entry.inner[0]
  const summary =
    first.title === undefined && head?.type === "html"
      ? HtmlTag.elements(HtmlTag.fragment(`<details>${head.value}</details>`))[0]
      : undefined
  const second = summary === undefined ? undefined : readDetails(reader, summary, depth)
  const isSummary = second?.title !== undefined
  const body = [
    ...first.body,
    ...(isSummary ? second.body : []),
    ...reader.flow(isSummary ? entry.inner.slice(1) : entry.inner, depth + 1),
    ...readHtml(reader, beforeEnd(entry.end.value), depth + 1)
  ]
  return [
    ...readHtml(reader, before, depth),
    expandable(first.title ?? second?.title ?? [], body),
    ...readHtml(reader, afterEnd(entry.end.value), depth)
  ]
}

const splitAt = (text: string, index: number): readonly [string, string] => [text.slice(0, index), text.slice(index)]

const readEntry = (reader: Reader.Reader, entry: Pairing.Entry, depth: number): FlowBlocks => {
  switch (entry.kind) {
    case "node":
      return readNode(reader, entry.node, depth)
    case "broken":
      return readUnknown(reader, entry.tag, [entry.node], [], depth)
    case "details":
      return depth > deepest ? asCode(reader, entry.start, entry.end) : readSpread(reader, entry, depth)
    case "tag": {
      if (depth > deepest && entry.inner.length > 0)
        return asCode(reader, entry.start, entry.end === entry.start ? entry.inner.at(-1) : entry.end)
      if (entry.tag.name === "if" && entry.end === entry.start)
        reader.warn("tag", "a condition without an end applies to everything after it")
      const nodes = entry.end === entry.start ? [entry.start] : [entry.start, entry.end]
      return readTag(reader, entry.tag, entry.inner, depth) ?? readUnknown(reader, entry.tag, nodes, entry.inner, depth)
    }
  }
}

/** What a tag without a meaning contains and names; the tag itself only where a text is kept as it was written. */
const readUnknown = (
  reader: Reader.Reader,
  { attributes, isEnd, name }: Tag.Tag,
  [start, end]: ReadonlyArray<Html>,
  inner: ReadonlyArray<RootContent>,
  depth: number
): FlowBlocks => {
  if (reader.keepsTags && start !== undefined) {
    const rest = end === undefined ? [] : [asText(end.value)]
    return [asText(start.value), ...reader.flow(inner, depth + 1), ...rest]
  }
  reader.warn("tag", Tag.notUnderstood(name))
  const target = ["url", "src", "page", "href"].flatMap((key) => attributes.get(key) ?? [])[0]
  const ref = target === undefined || isEnd ? undefined : reader.refOf(target)
  return [
    ...label(isEnd ? undefined : (attributes.get("title") ?? attributes.get("summary"))),
    ...(ref === undefined || target === undefined ? [] : [linkTo(ref, ref.kind === "url" ? target : nameIn(target))]),
    ...reader.flow(inner, depth + 1)
  ]
}

/** Blocks of flow content. */
const readFlow = (reader: Reader.Reader, nodes: ReadonlyArray<RootContent>, depth: number): FlowBlocks => {
  const blocks: Array<Block.TopLevel> = []
  let anchored: { readonly id: string; readonly node: Reader.LocatedNode } | undefined
  for (const entry of Pairing.pair(nodes)) {
    const node = "node" in entry ? entry.node : entry.start
    reader.enter(node)
    const id = entry.kind === "node" ? anchorAlone(entry.node) : undefined
    const [first, ...rest] = id === undefined ? readEntry(reader, entry, depth) : []
    if (first === undefined && id === undefined) continue
    if (anchored !== undefined && isAnchored(first, anchored.id)) {
      blocks.push({ ...first, data: { ...first.data, id: anchored.id } })
    } else {
      if (anchored !== undefined) {
        reader.enter(anchored.node)
        reader.warn("heading-id", "an anchor that is not at a heading was removed")
      }
      if (first !== undefined) blocks.push(first)
    }
    for (const block of rest) blocks.push(block)
    anchored = id === undefined ? undefined : { id, node }
  }
  return blocks
}

/** Whether an id before a block becomes that of the block. */
const isAnchored = (block: Block.TopLevel | undefined, id: string): block is Block.Heading =>
  block !== undefined && DocumentText.isHeading(block) && block.data.id === undefined && isHeadingId(id)

type Blocks = ReadonlyArray<Block.TopLevel>

interface Titled extends Pick<Markdown.MarkdownPage, "title" | "heading"> {
  readonly blocks: Blocks
}

/** A heading whose footnotes leave the words that they explain, and the content of the footnotes. */
const withoutNotes = (heading: Block.Heading): { readonly heading: Block.Heading; readonly notes: Blocks } => {
  const notes = heading.nodes.filter((node) => node.object === "inline" && node.type === "annotation")
  if (notes.length === 0) return { heading, notes: [] }
  const nodes = heading.nodes.flatMap((node): ReadonlyArray<Block.InlineNode> => {
    if (node.object === "text" || node.type !== "annotation") return [node]
    return /^\d+$/.test(DocumentText.ofInlines(node.nodes)) ? [] : node.nodes
  })
  const bodies = notes.flatMap((note) => note.fragments.flatMap((body): Blocks => body.nodes))
  return { heading: { ...heading, nodes: InlineText.trim(InlineText.join(nodes)) }, notes: bodies }
}

/** Splits off the first heading as the title, if a title is expected. */
const titled = (blocks: Blocks, wanted: Markdown.ReadOptions["heading"], warn: Reader.Reader["warn"]): Titled => {
  const [first, ...rest] = blocks
  if (first?.type !== "heading-1" || wanted === "document") return { blocks }
  const { heading, notes } = withoutNotes(first)
  const title = OpeningTitle.ofHeading(heading)
  const isOther = typeof wanted === "object" && !OpeningTitle.isSame(title, wanted.repeats)
  if (title === "" || isOther) return { blocks }
  const isPlain = first.nodes.every(
    (node) => node.object === "text" && node.leaves.every((leaf) => leaf.marks.length === 0)
  )
  if (!isPlain) warn("title-format", "the title was converted to plain text")
  if (notes.length > 0) warn("unused-definition", "a footnote of the title was moved to the end")
  return { title, heading, blocks: [...rest, ...notes] }
}

/** Footnotes without a reference, placed at the end where readers would look for them. */
const unused = (reader: Reader.Reader): Blocks => {
  const notes = reader.notesUnused()
  if (notes[0] !== undefined) reader.enter(notes[0])
  if (notes.length > 0) reader.warn("unused-definition", "a footnote without a reference was moved to the end")
  return notes.flatMap((note) => reader.flow(note.children, 1))
}

/** The document of a tree of Markdown, which needs not come from a text. */
export const readTree = (
  children: ReadonlyArray<RootContent>,
  source: Pick<Reader.Source, "text" | "restore">,
  options: Markdown.ReadOptions
): Omit<Markdown.MarkdownPage, "frontmatter"> => {
  const whole: Reader.Source = {
    root: { type: "root", children: [...children] },
    ...source,
    ...(options.refOf === undefined ? {} : { refOf: options.refOf }),
    ...(options.lineEnd === undefined ? {} : { lineEnd: options.lineEnd })
  }
  const reader = Reader.make(whole, { flow: readFlow, phrasing: readPhrasing })
  const begins = children.find((node) => node.type !== "definition" && node.type !== "footnoteDefinition")
  const all = [...reader.flow(children, 1), ...unused(reader)]
  if (begins !== undefined) reader.enter(begins)
  const isGuarded = begins?.type === "html" && begins.value === "<!---->"
  const { blocks, ...head } = titled(all, isGuarded ? "document" : options.heading, reader.warn)
  return {
    ...head,
    document: Document.make(blocks),
    warnings: reader.warnings()
  }
}
