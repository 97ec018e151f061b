import { Effect } from "effect"
import * as EventLoop from "../../foundation/scheduling/EventLoop.ts"
import * as BlockLikeness from "./BlockLikeness.ts"
import type { Document } from "./Document.ts"
import * as DocumentKeys from "./DocumentKeys.ts"
import * as DocumentText from "./DocumentText.ts"
import * as DocumentTree from "./DocumentTree.ts"

/** The first anchors of headings, by the keys of their blocks. */
const firstAnchors = (document: Document): ReadonlyMap<string, string> => {
  const anchors = new Map<string, string>()
  const read = DocumentText.makeHeadingReader()
  for (const [block] of DocumentTree.walk(document)) {
    if (!DocumentText.isHeading(block)) continue
    const { anchor, key } = read(block)
    if (key !== undefined) anchors.set(key, block.meta?.id ?? anchor)
  }
  return anchors
}

/** Keeps the anchors that headings without ids had before they were renamed, except those of other headings. */
const withFormerAnchors = (old: Document, next: Document): Document => {
  const first = firstAnchors(old)
  const headings = DocumentText.headings(next)
  const own = new Set(headings.map(({ anchor }) => anchor))
  const former = new Map(
    headings.flatMap(({ key = "" }) => {
      const anchor = first.get(key)
      return anchor === undefined || own.has(anchor) ? [] : [[key, anchor] as const]
    })
  )
  if (former.size === 0) return next
  const named: DocumentTree.MapBlock = (block) => {
    const id = former.get(block.key ?? "")
    const inner = DocumentTree.mapChildren(block, named)
    const hasOwn = DocumentText.isHeading(block) && block.meta !== undefined
    return id === undefined || hasOwn ? inner : { ...inner, meta: { id } }
  }
  return { ...next, nodes: next.nodes.map((node, index) => named(node, index)) }
}

/**
 * `DocumentKeys.adopt`, for documents of any size: other fibers run while the blocks are read, which takes most of the
 * time. Renamed headings also keep their first anchors (rule former-anchors).
 */
export const adopt = Effect.fnUntraced(function* (old: Document, next: Document, seed: string) {
  const fresh = DocumentKeys.assign(next, seed)
  const likeness = BlockLikeness.make()
  for (const document of [old, fresh]) {
    const innerFirst = Array.from(DocumentTree.walk(document), ([block]) => block).reverse()
    yield* EventLoop.map(innerFirst, likeness.read)
  }
  return withFormerAnchors(old, DocumentKeys.adoptInto(old, fresh, seed, likeness))
})
