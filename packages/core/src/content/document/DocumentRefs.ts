import type * as Block from "./Block.ts"
import * as ContentRef from "./ContentRef.ts"
import type { Document } from "./Document.ts"
import * as DocumentTree from "./DocumentTree.ts"
import type * as Inline from "./Inline.ts"
import type * as Table from "./Table.ts"

/** The purpose of a reference. */
export type Use =
  | "link"
  | "mention"
  | "button"
  | "inline-image"
  | "image"
  | "file"
  | "drawing"
  | "embed"
  | "content-ref"
  | "reusable-content"
  | "openapi"
  | "cell"

export interface Where {
  readonly use: Use
  /** The block that holds the reference, in its data or in its text. */
  readonly block: Block.Block
}

export interface Reference extends Where {
  readonly ref: ContentRef.ContentRef
}

type Ref = ContentRef.ContentRef
type MapRef = (ref: Ref, where: Where) => Ref
type At = <R extends Ref>(ref: R, use: Use, fits: (ref: Ref) => ref is R) => R

const isAny = (_: Ref): _ is Ref => true
const isUrl = (ref: Ref): ref is ContentRef.UrlRef => ref.kind === "url"
const isFile = (ref: Ref): ref is ContentRef.FileRef => ref.kind === "file"
const isReusable = (ref: Ref): ref is ContentRef.ReusableContentRef => ref.kind === "reusable-content"
const isOpenApi = (ref: Ref): ref is ContentRef.OpenApiRef => ref.kind === "openapi"

type Holder<R extends Ref> = { readonly data: { readonly ref: R } }

const withRef = <N extends Holder<Ref>>(node: N, ref: N["data"]["ref"]): N =>
  ref === node.data.ref ? node : { ...node, data: { ...node.data, ref } }

type Pictured = { readonly data: { readonly ref: ContentRef.ImageRef; readonly refDark?: ContentRef.ImageRef } }

const inPicture = <N extends Pictured>(node: N, use: Use, at: At): N => {
  const ref = at(node.data.ref, use, ContentRef.isImageRef)
  const refDark = node.data.refDark === undefined ? undefined : at(node.data.refDark, use, ContentRef.isImageRef)
  if (ref === node.data.ref && refDark === node.data.refDark) return node
  return { ...node, data: { ...node.data, ref, ...(refDark === undefined ? {} : { refDark }) } }
}

const inLink = (link: Inline.Link, at: At): Inline.Link => {
  const own = withRef(link, at(link.data.ref, "link", isAny))
  const nodes = DocumentTree.mapped(link.nodes, (node) =>
    node.object === "text" ? node : inPicture(node, "inline-image", at)
  )
  return nodes === link.nodes ? own : { ...own, nodes }
}

function inInline<I extends Block.InlineNode>(node: I, at: At): I
function inInline(node: Block.InlineNode, at: At): Block.InlineNode {
  if (node.object === "text") return node
  switch (node.type) {
    case "link":
      return inLink(node, at)
    case "inline-image":
      return inPicture(node, "inline-image", at)
    case "mention":
      return withRef(node, at(node.data.ref, "mention", isAny))
    case "button":
      return withRef(node, at(node.data.ref, "button", isAny))
    default:
      return node
  }
}

const isRef = (value: Table.Value): value is Ref => typeof value === "object" && "kind" in value

const mapValues = <A, B>(record: { readonly [key: string]: A }, f: (value: A) => B): { readonly [key: string]: B } =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, f(value)]))

const inCells = (data: Table.Data, at: At): Table.Data => ({
  ...data,
  records: mapValues(data.records, (row) => ({
    ...row,
    values: mapValues(row.values, (value) => (isRef(value) ? at(value, "cell", isAny) : value))
  }))
})

function inBlock<B extends Block.Block>(block: B, at: At): B
function inBlock(block: Block.Block, at: At): Block.Block {
  switch (block.type) {
    case "image":
      return inPicture(block, "image", at)
    case "file":
      return withRef(block, at(block.data.ref, "file", isFile))
    case "drawing":
      return block.data.ref === undefined ? block : { ...block, data: { ref: at(block.data.ref, "drawing", isFile) } }
    case "embed": {
      const { url } = at({ kind: "url", url: block.data.url }, "embed", isUrl)
      return url === block.data.url ? block : { ...block, data: { ...block.data, url } }
    }
    case "content-ref":
      return withRef(block, at(block.data.ref, "content-ref", isAny))
    case "reusable-content":
      return withRef(block, at(block.data.ref, "reusable-content", isReusable))
    case "swagger":
      return withRef(block, at(block.data.ref, "openapi", ContentRef.isImageRef))
    case "openapi-operation":
      return withRef(block, at(block.data.ref, "openapi", isOpenApi))
    case "openapi-schemas":
      return withRef(block, at(block.data.ref, "openapi", isOpenApi))
    case "openapi-webhook":
      return withRef(block, at(block.data.ref, "openapi", isOpenApi))
    case "table":
      return { ...block, data: inCells(block.data, at) }
    default:
      return DocumentTree.content(block).some(({ object }) => object === "inline")
        ? DocumentTree.mapContent(block, (node) => inInline(node, at))
        : block
  }
}

/**
 * Returns the document with every reference replaced by the result of `f`. Results that are not valid in the place of
 * the reference (such as a page as the source of an image) are ignored. Parts without changed references are the same
 * objects as before.
 */
export const mapRefs = (document: Document, f: MapRef): Document => {
  const deep: DocumentTree.MapBlock = (block) => {
    const at: At = (ref, use, fits) => {
      const next = f(ref, { use, block })
      return fits(next) ? next : ref
    }
    return DocumentTree.mapChildren(inBlock(block, at), deep)
  }
  const nodes = DocumentTree.mapped(document.nodes, (node) => deep(node, 0))
  return nodes === document.nodes ? document : { ...document, nodes }
}

/** Every reference in reading order. */
export const references = (document: Document): ReadonlyArray<Reference> => {
  const found: Array<Reference> = []
  mapRefs(document, (ref, where) => {
    found.push({ ref, ...where })
    return ref
  })
  return found
}
