import { Schema } from "effect"
import * as Block from "../../content/document/Block.ts"
import type { Document } from "../../content/document/Document.ts"
import * as DocumentText from "../../content/document/DocumentText.ts"
import * as DocumentTree from "../../content/document/DocumentTree.ts"
import { text as textNode } from "../../content/document/Inline.ts"
import type * as Table from "../../content/document/Table.ts"

/** A place of a document that holds words: the inlines of a block, or a plain text. */
export interface Site {
  readonly isPlain: boolean
  readonly nodes: ReadonlyArray<Block.InlineNode>
}

/** Replacements of the sites, in reading order. */
interface Replacing {
  readonly inlines: (nodes: ReadonlyArray<Block.InlineNode>) => ReadonlyArray<Block.InlineNode>
  readonly plain: (text: string) => string
}

const byId = <A>(record: { readonly [id: string]: A }): ReadonlyArray<readonly [string, A]> =>
  Object.entries(record).sort(([left], [right]) => (left < right ? -1 : 1))

const inDefinition = (definition: Table.Definition, { plain }: Replacing): Table.Definition => {
  const title = plain(definition.title)
  if (definition.type !== "select") return { ...definition, title }
  return { ...definition, title, options: definition.options.map((each) => ({ ...each, label: plain(each.label) })) }
}

/** The words that a block holds itself. */
function own<B extends Block.Block>(block: B, replacing: Replacing): B
function own(block: Block.Block, replacing: Replacing): Block.Block {
  switch (block.type) {
    case "paragraph":
    case "heading-1":
    case "heading-2":
    case "heading-3":
      return { ...block, nodes: replacing.inlines(block.nodes) }
    case "image":
      return block.data.alt === undefined
        ? block
        : { ...block, data: { ...block.data, alt: replacing.plain(block.data.alt) } }
    case "tabs-item":
      return block.data.title === undefined
        ? block
        : { ...block, data: { ...block.data, title: replacing.plain(block.data.title) } }
    case "table": {
      const definition = Object.fromEntries(
        byId(block.data.definition).map(([id, each]) => [id, inDefinition(each, replacing)])
      )
      return { ...block, data: { ...block.data, definition } }
    }
    default:
      return block
  }
}

const rewrite = (document: Document, replacing: Replacing): Document => {
  const deep: DocumentTree.MapBlock = (block) =>
    block.type === "code" ? block : DocumentTree.mapChildren(own(block, replacing), deep)
  return { ...document, nodes: document.nodes.map((node) => deep(node, 0)) }
}

export const plainSite = (text: string): Site => ({ isPlain: true, nodes: [textNode(text)] })

/** The sites of a document; a document and its translation have the same number, in the same order. */
export const sitesOf = (document: Document): ReadonlyArray<Site> => {
  const sites: Array<Site> = []
  rewrite(document, {
    inlines: (nodes) => {
      sites.push({ isPlain: false, nodes })
      return nodes
    },
    plain: (text) => {
      sites.push(plainSite(text))
      return text
    }
  })
  return sites
}

export const wordsOf = ({ nodes }: Site): string =>
  DocumentTree.texts(nodes)
    .flatMap(({ leaves }) => leaves.map(({ text }) => text))
    .join("")

/** The document with its sites replaced by the given ones. */
export const withSites = (document: Document, sites: ReadonlyArray<Site>): Document => {
  let at = 0
  return rewrite(document, {
    inlines: (nodes) => sites[at++]?.nodes ?? nodes,
    plain: (text) => {
      const site = sites[at++]
      return site === undefined ? text : wordsOf(site)
    }
  })
}

/** The document with explicit anchors of its headings, so that links work in every language. */
export const withAnchors = (document: Document): Document => {
  const read = DocumentText.makeHeadingReader()
  const deep: DocumentTree.MapBlock = (block) => DocumentTree.mapChildren(anchored(block, read), deep)
  return { ...document, nodes: document.nodes.map((node) => deep(node, 0)) }
}

const isHeadingId = Schema.is(Block.HeadingId)

type ReadHeading = ReturnType<typeof DocumentText.makeHeadingReader>

function anchored<B extends Block.Block>(block: B, read: ReadHeading): B
function anchored(block: Block.Block, read: ReadHeading): Block.Block {
  switch (block.type) {
    case "heading-1":
    case "heading-2":
    case "heading-3": {
      const { anchor } = read(block)
      return block.data.id === undefined && isHeadingId(anchor)
        ? { ...block, data: { ...block.data, id: anchor } }
        : block
    }
    default:
      return block
  }
}
