import { type Block, ContentRef, DescriptionBlocks, Document } from "@quire/core"
import type { BlockContent, DefinitionContent, PhrasingContent, RootContent } from "mdast"
import * as MarkdownTree from "../markdown/MarkdownTree.ts"
import { readTree } from "../markdown/ReadTree.ts"
import { limits } from "./DescriptionLimits.ts"

type Blocks = ReadonlyArray<Block.TopLevel>

/** Characters that may have a meaning in Markdown, anywhere or at the start or end of a line. */
const signs = /[*_`#[\]<>&|~\\${}@=+]|:\/\/|www\.|^[ \t]*(?::?-|\d+[.)])|^(?: {4}| {0,3}\t)|(?<! ) {2,}$/im

/** Whether a text is certainly words alone. */
export const isWords = (text: string): boolean => !signs.test(text)

const lineBreak = /^<br\s*\/?>$/i

/** HTML and tags are kept as literal text: untrusted text is plain CommonMark. */
const inLine = (node: PhrasingContent): PhrasingContent => {
  switch (node.type) {
    case "html":
      return lineBreak.test(node.value) ? { type: "break" } : { type: "text", value: node.value }
    case "link":
      return { ...node, title: null, children: node.children.map(inLine) }
    case "image":
      return { ...node, title: null }
    case "emphasis":
    case "strong":
    case "delete":
    case "linkReference":
      return { ...node, children: node.children.map(inLine) }
    default:
      return node
  }
}

type Flow = BlockContent | DefinitionContent

const inFlow = (node: Flow): Flow => {
  switch (node.type) {
    case "html":
      return { type: "paragraph", children: [{ type: "text", value: node.value }] }
    case "definition":
      return { ...node, title: null }
    case "paragraph":
      return { ...node, children: node.children.map(inLine) }
    case "heading":
      return { ...node, children: node.children.map((each) => ({ ...inLine(each), position: undefined })) }
    case "blockquote":
    case "footnoteDefinition":
      return { ...node, children: node.children.map(inFlow) }
    case "list":
      return { ...node, children: node.children.map((item) => ({ ...item, children: item.children.map(inFlow) })) }
    case "table":
      return {
        ...node,
        children: node.children.map((row) => ({
          ...row,
          children: row.children.map((cell) => ({ ...cell, children: cell.children.map(inLine) }))
        }))
      }
    default:
      return node
  }
}

const flow: ReadonlySet<string> = new Set([
  "blockquote",
  "code",
  "definition",
  "footnoteDefinition",
  "heading",
  "html",
  "list",
  "math",
  "paragraph",
  "table",
  "thematicBreak"
] satisfies ReadonlyArray<Flow["type"]>)

const isFlow = (node: RootContent): node is Flow => flow.has(node.type)

const atTop = (node: RootContent): RootContent => {
  if (isFlow(node)) return inFlow(node)
  return node.type === "yaml" ? { type: "code", value: node.value } : node
}

/** Absolute URLs only: an untrusted text must not refer to paths of an organization. */
const refOf = (target: string): ContentRef.ContentRef | null =>
  ContentRef.isSafeUrl(target) ? { kind: "url", url: target } : null

/** The blocks of a text, regardless of how long parsing takes. */
export const parse = (given: string): Blocks => {
  const text = given.replace(/\r\n?/g, "\n")
  const { root } = MarkdownTree.read(text)
  return readTree(root.children.map(atTop), { text }, { heading: "document", refOf }).document.nodes
}

const isSmall = (blocks: Blocks): boolean =>
  Document.countBlocks(Document.make(blocks)) <= limits.markdownBlocks &&
  JSON.stringify(blocks).length <= limits.markdownMade

/** Reads the texts of one description, each that is repeated once. */
export class DescriptionMarkdown {
  readonly #known = new Map<string, Blocks | undefined>()
  #left: number = limits.markdownTotal

  /** The blocks of a text; undefined if it is plain text or too long. */
  read(text: string): Blocks | undefined {
    if (isWords(text) || text.length > limits.markdownCharacters) return undefined
    if (this.#known.has(text)) return this.#known.get(text)
    if (text.length > this.#left) return undefined
    this.#left -= text.length
    const blocks = parse(text)
    const isMore = JSON.stringify(blocks) !== JSON.stringify(DescriptionBlocks.of({ description: text }))
    const made = isMore && isSmall(blocks) ? blocks : undefined
    this.#known.set(text, made)
    return made
  }
}
