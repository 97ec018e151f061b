import type * as Block from "../../content/document/Block.ts"
import * as ContentRef from "../../content/document/ContentRef.ts"
import type { Document } from "../../content/document/Document.ts"
import * as Inline from "../../content/document/Inline.ts"
import * as Rewriting from "../../content/document/Rewriting.ts"
import type * as Table from "../../content/document/Table.ts"
import type { EvaluatedDocument } from "../publication/Evaluated.ts"

let construct: (data: Document["data"], nodes: Document["nodes"]) => PublishedDocument

/** A document whose references all have targets that its audience can see (rule document-references). */
export class PublishedDocument implements Document {
  readonly object = "document"
  readonly data: Document["data"]
  readonly nodes: Document["nodes"]
  /** Brand of documents that only this module creates; copies do not have it. */
  readonly #made = true

  private constructor(data: Document["data"], nodes: Document["nodes"]) {
    this.data = data
    this.nodes = nodes
  }

  static is(value: Document): value is PublishedDocument {
    return #made in value && value.#made
  }

  static {
    construct = (data, nodes) => new PublishedDocument(data, nodes)
  }
}

export const isPublished = (document: Document): document is PublishedDocument => PublishedDocument.is(document)

/** Whether an audience can see the target of a reference. */
export type Sees = (ref: ContentRef.ContentRef) => boolean

const keepIf = (holds: boolean, node: Block.InlineNode): ReadonlyArray<Block.InlineNode> => (holds ? [node] : [])

const withDark = <P extends { readonly data: { readonly refDark?: ContentRef.ImageRef } }>(node: P, sees: Sees): P => {
  const { refDark, ...data } = node.data
  return refDark === undefined || sees(refDark) ? node : { ...node, data }
}

const writeLink = (link: Inline.Link, sees: Sees): ReadonlyArray<Block.InlineNode> => {
  const shown = link.nodes.flatMap((node): Inline.Link["nodes"] => {
    if (node.object === "text") return [node]
    return sees(node.data.ref) ? [withDark(node, sees)] : []
  })
  return sees(link.data.ref) ? [{ ...link, nodes: shown }] : shown
}

const writeInline = (node: Block.InlineNode, sees: Sees): ReadonlyArray<Block.InlineNode> => {
  if (node.object === "text") return [node]
  switch (node.type) {
    case "link":
      return writeLink(node, sees)
    case "mention":
      return keepIf(sees(node.data.ref), node)
    case "inline-image":
      return keepIf(sees(node.data.ref), withDark(node, sees))
    case "button":
      return sees(node.data.ref) ? [node] : [Inline.text(node.data.label)]
    default:
      return [node]
  }
}

const isRef = (value: Table.Value): value is ContentRef.ContentRef => typeof value === "object" && "kind" in value

const writeCells = (data: Table.Data, sees: Sees): Table.Data => ({
  ...data,
  records: Object.fromEntries(
    Object.entries(data.records).map(([id, row]) => {
      const values = Object.entries(row.values).filter(([, value]) => !isRef(value) || sees(value))
      return [id, { ...row, values: Object.fromEntries(values) }]
    })
  )
})

const writeImages = (block: Block.Images, sees: Sees): Block.Images | ReadonlyArray<never> => {
  const nodes = block.nodes.filter(({ data }) => sees(data.ref)).map((image) => withDark(image, sees))
  return nodes.length === 0 ? [] : { ...block, nodes }
}

const writeBlock = (block: Block.TopLevel, sees: Sees): Block.TopLevel | ReadonlyArray<Block.TopLevel> => {
  switch (block.type) {
    case "content-ref":
    case "file":
      return sees(block.data.ref) ? block : []
    case "drawing":
      return block.data.ref === undefined || sees(block.data.ref) ? block : []
    case "images":
      return writeImages(block, sees)
    case "swagger":
      return sees(block.data.ref) ? block : []
    case "table":
      return { ...block, data: writeCells(block.data, sees) }
    default:
      return block
  }
}

/** Visible targets, by the `ContentRef.toUrl` of references to them. */
export interface VisibleTargets {
  readonly has: (ref: string) => boolean
}

/** Whether the target of a reference is visible or outside of the site. */
export const leads = (ref: ContentRef.ContentRef, known: VisibleTargets): boolean =>
  ref.kind === "url" || ref.kind === "openapi" || known.has(ContentRef.toUrl(ref))

/**
 * The document without references to what its audience cannot see: a link becomes its text, a button its label, and
 * blocks that only consist of a reference are removed (rule document-references).
 */
export const make = (source: EvaluatedDocument, known: VisibleTargets): PublishedDocument => {
  const sees: Sees = (ref) => leads(ref, known)
  const rewrite = Rewriting.make({
    block: (block) => writeBlock(block, sees),
    inlines: (inlines) => inlines.flatMap((node) => writeInline(node, sees)),
    codeInlines: (inlines) => inlines
  })
  return construct(source.data, rewrite(source.nodes))
}
