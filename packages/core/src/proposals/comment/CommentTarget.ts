import { Effect, Option, Schema } from "effect"
import * as Document from "../../content/document/Document.ts"
import * as DocumentText from "../../content/document/DocumentText.ts"
import * as DocumentTree from "../../content/document/DocumentTree.ts"
import * as DocumentNode from "../../content/tree/DocumentNode.ts"
import type * as Page from "../../content/tree/Page.ts"
import * as PagePath from "../../content/tree/PagePath.ts"
import * as Root from "../../content/tree/Root.ts"
import { RevisionId } from "../../foundation/id/RevisionId.ts"
import { optional } from "../../foundation/input/Input.ts"
import type { Json } from "../../foundation/text/CanonicalJson.ts"
import { cut } from "../../foundation/text/Text.ts"
import { Instant } from "../../foundation/time/Instant.ts"
import { ReferenceNotFound } from "../../people/access/Access.ts"

export const limits = { previewLength: 140 } as const

/** A page as it was when the comment was posted; the path is `""` for pages without one. */
export const PageTarget = Schema.Struct({
  id: Schema.String,
  title: Schema.String,
  emoji: optional(Schema.String),
  icon: optional(Schema.String),
  createdAt: Instant,
  updatedAt: Instant,
  path: Schema.String
})
export type PageTarget = typeof PageTarget.Type

/** A block of that page by its key, with the beginning of its text if it has any. */
export const NodeTarget = Schema.Struct({ id: Schema.String, preview: optional(Schema.String) })
export type NodeTarget = typeof NodeTarget.Type

/** The target of a comment, as stored; never changed after posting. */
export const CommentTarget = Schema.Struct({
  /** The head of the change request or space when the comment was posted. */
  revision: RevisionId,
  page: optional(PageTarget),
  node: optional(NodeTarget),
  /** The review that the comment belongs to. */
  review: optional(Schema.String)
})
export type CommentTarget = typeof CommentTarget.Type

const documentsOf = (page: Page.Page | undefined): ReadonlyArray<string> =>
  page?.type === "document" && page.document !== undefined ? [page.document] : []

const nodeAt = Effect.fnUntraced(function* (root: Root.Root, page: Page.Page, id: string) {
  const document = yield* DocumentNode.get(root.reader, documentsOf(page)[0])
  for (const [block] of DocumentTree.walk(document ?? Document.empty)) {
    if (block.key !== id) continue
    const preview = cut(DocumentText.ofBlock(block).trim(), limits.previewLength)
    return { id, ...(preview === "" ? {} : { preview }) } satisfies NodeTarget
  }
  return yield* new ReferenceNotFound({ field: "node", id })
})

/** Resolves the page and block that a new comment names; rejects ids that are not in the content. */
export const resolveTarget = Effect.fnUntraced(function* (
  root: Root.Root,
  wanted: { readonly page?: string | undefined; readonly node?: string | undefined }
) {
  if (wanted.page === undefined) return {}
  const found = yield* Root.page(root, wanted.page)
  if (Option.isNone(found)) return yield* new ReferenceNotFound({ field: "page", id: wanted.page })
  const { createdAt, emoji, icon, id, title, updatedAt } = found.value
  const path = (yield* PagePath.pathsOf(root, [id])).get(id) ?? ""
  const page: PageTarget = {
    id,
    title,
    ...(emoji === undefined ? {} : { emoji }),
    ...(icon === undefined ? {} : { icon }),
    createdAt,
    updatedAt,
    path
  }
  if (wanted.node === undefined) return { page }
  return { page, node: yield* nodeAt(root, found.value, wanted.node) }
})

/** The keys of all blocks in stored nodes, without decoding the blocks. */
const keysIn = (nodes: ReadonlyArray<Json>): ReadonlySet<string> => {
  const keys = new Set<string>()
  const open: Array<unknown> = [...nodes]
  while (open.length > 0) {
    const next = open.pop()
    if (typeof next !== "object" || next === null) continue
    if ("object" in next && next.object === "block" && "key" in next && typeof next.key === "string") keys.add(next.key)
    open.push(...Object.values(next))
  }
  return keys
}

/**
 * Checks whether the pages of targets, and their blocks, are in the content, with a constant number of reads for many
 * targets. Targets without a page are always present. A target whose page or block was deleted is outdated (rule
 * comment-target).
 */
export const checkPresence = Effect.fnUntraced(function* (root: Root.Root, targets: ReadonlyArray<CommentTarget>) {
  const pages = yield* Root.pages(root, new Set(targets.flatMap(({ page }) => (page === undefined ? [] : [page.id]))))
  const hashOf = ({ node, page }: CommentTarget) =>
    node === undefined || page === undefined ? [] : documentsOf(pages.get(page.id))
  const documents = yield* Root.documents(root.reader, new Set(targets.flatMap(hashOf)))
  const keys = new Map(Array.from(documents, ([hash, { nodes }]) => [hash, keysIn(nodes)] as const))
  return (target: CommentTarget): boolean => {
    if (target.page === undefined) return true
    if (!pages.has(target.page.id)) return false
    const { node } = target
    return node === undefined || hashOf(target).some((hash) => keys.get(hash)?.has(node.id) === true)
  }
})
