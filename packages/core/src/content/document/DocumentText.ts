import * as Emoji from "../../foundation/text/Emoji.ts"
import * as Slug from "../../foundation/text/Slug.ts"
import type * as Block from "./Block.ts"
import * as DocumentTree from "./DocumentTree.ts"
import type * as Inline from "./Inline.ts"
import * as Table from "./Table.ts"

export interface Heading {
  readonly level: 1 | 2 | 3
  readonly title: string
  /** The fragment of a link to it; unique in the document. */
  readonly anchor: string
  /** The block's key, if it has one. */
  readonly key?: string
}

/** The text of an expression, given by its source. */
type OfExpression = (source: string) => string

const source: OfExpression = (expression) => expression

/**
 * The text of inline nodes, one line per line break. Images yield their captions and formulas their source; expressions
 * also yield their source by default.
 */
export const ofInlines = (nodes: ReadonlyArray<Block.InlineNode>, ofExpression = source): string => {
  let text = ""
  for (const node of nodes) text += ofInline(node, ofExpression)
  return text
}

const ofText = ({ leaves }: Inline.Text): string => {
  let text = ""
  for (const leaf of leaves) text += leaf.text
  return text
}

const ofInline = (node: Block.InlineNode, ofExpression: OfExpression): string => {
  if (node.object === "text") return ofText(node)
  switch (node.type) {
    case "link":
    case "annotation":
      return ofInlines(node.nodes, ofExpression)
    case "inline-image":
      return node.data.caption ?? ""
    case "emoji":
      return Emoji.characters(node.data.code) ?? ""
    case "expression":
      return ofExpression(node.data.expression)
    case "inline-math":
      return node.data.formula
    case "button":
      return node.data.label
    case "icon":
    case "mention":
      return ""
  }
}

/** The text of a block itself, without its children. */
export const ownText = (block: Block.Block, ofExpression = source): string => {
  switch (block.type) {
    case "math":
      return block.data.formula
    case "embed":
      return block.data.url
    case "image":
      return block.data.alt ?? ""
    case "tabs-item":
    case "code":
      return block.data.title ?? ""
    case "swagger":
    case "openapi-operation":
      return `${block.data.method.toUpperCase()} ${block.data.path}`
    case "openapi-webhook":
      return block.data.name
    case "openapi-schemas":
      return block.data.schemas.join(", ")
    case "table":
      return Table.columns(block.data)
        .map((column) => column.title)
        .filter((title) => title !== "")
        .join(" ")
    default:
      return ofInlines(DocumentTree.content(block), ofExpression)
  }
}

/** Texts as lines, without empty ones. */
export const joinLines = (texts: Iterable<string>): string =>
  Array.from(texts)
    .filter((text) => text !== "")
    .join("\n")

/** Plain text of a document, at least one line for each block with text. */
export const ofDocument = (root: DocumentTree.BlockRoot, ofExpression = source): string =>
  joinLines(Array.from(DocumentTree.walk(root), ([block]) => ownText(block, ofExpression)))

/** Plain text of a block and its descendants. */
export const ofBlock = (block: Block.Block): string =>
  joinLines([ownText(block), ...DocumentTree.children(block).map(ofBlock)])

const levels = { "heading-1": 1, "heading-2": 2, "heading-3": 3 } as const

export const isHeading = (block: Block.Block): block is Block.Heading => block.type in levels

const spaces = /\s+/g

/** The text of a heading on one line. */
export const titleOf = (heading: Block.Heading, ofExpression = source): string =>
  ofInlines(heading.nodes, ofExpression).replace(spaces, " ").trim()

/** Makes names unique: a name already used gets `-2`, `-3` and so on. */
const makeUnique = () => {
  const taken = new Set<string>()
  const next = new Map<string, number>()
  return (wanted: string): string => {
    for (let n = next.get(wanted) ?? 1; ; n++) {
      const name = Slug.addNumber(wanted, n)
      if (taken.has(name)) continue
      next.set(wanted, n + 1)
      taken.add(name)
      return name
    }
  }
}

/** Reads the headings of one document, in order; repeated anchors are numbered. */
export const makeHeadingReader = () => {
  const name = makeUnique()
  return (block: Block.Heading): Heading => {
    const title = titleOf(block)
    const anchor = name(block.data.id ?? Slug.make(title, "section"))
    return { level: levels[block.type], title, anchor, ...(block.key === undefined ? {} : { key: block.key }) }
  }
}

/** Every heading in reading order, including those in tabs, lists and similar blocks. */
export const headings = (root: DocumentTree.BlockRoot): ReadonlyArray<Heading> => {
  const name = makeHeadingReader()
  return Array.from(DocumentTree.walk(root)).flatMap(([block]) => (isHeading(block) ? [name(block)] : []))
}

/** The fragment of a link to an expandable, from its title; undefined for one without a title. */
export const expandableAnchor = ({ fragments }: Block.Expandable): string | undefined => {
  const [title] = fragments.flatMap((part) => (part.fragment === "expandable-title" ? part.nodes : []))
  return title === undefined ? undefined : Slug.make(ofInlines(title.nodes), "") || undefined
}

/** Whether a child of a block is shown before the reader opens something. */
const showsInitially = (parent: Block.Block, index: number): boolean => {
  switch (parent.type) {
    case "expandable":
    case "paragraph":
    case "heading-1":
    case "heading-2":
    case "heading-3":
    case "code-line":
      return false
    case "tabs":
      return index === 0
    default:
      return true
  }
}

/**
 * The headings with text that a page shows when it opens, in reading order: without those in expandables, in notes and
 * in all tabs but the first (rule publication-outline).
 */
export const outline = (root: DocumentTree.BlockRoot): ReadonlyArray<Heading> => {
  const read = makeHeadingReader()
  const found: Array<Heading> = []
  const visit = (block: Block.Block, isShown: boolean): void => {
    if (isHeading(block)) {
      const heading = read(block)
      if (isShown && heading.title !== "") found.push(heading)
    }
    DocumentTree.children(block).forEach((child, index) => visit(child, isShown && showsInitially(block, index)))
  }
  for (const block of root.nodes) visit(block, true)
  return found
}

/** The text of the first non-empty heading of level 1 to 3. */
export const firstHeading = (root: DocumentTree.BlockRoot): string | undefined => {
  for (const [block] of DocumentTree.walk(root)) {
    const title = isHeading(block) ? titleOf(block) : ""
    if (title !== "") return title
  }
  return undefined
}
