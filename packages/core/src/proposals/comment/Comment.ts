import { Effect, Option, Schema } from "effect"
import * as Document from "../../content/document/Document.ts"
import * as DocumentText from "../../content/document/DocumentText.ts"
import * as DocumentTree from "../../content/document/DocumentTree.ts"
import * as DocumentNode from "../../content/tree/DocumentNode.ts"
import type * as Page from "../../content/tree/Page.ts"
import * as PagePath from "../../content/tree/PagePath.ts"
import * as Root from "../../content/tree/Root.ts"
import { ChangeRequestId, CommentId, CommentReplyId, RevisionId, SpaceId, UserId } from "../../foundation/id/Ids.ts"
import { closed, describeFields, optional } from "../../foundation/input/Input.ts"
import type { Caller } from "../../foundation/operation/Actor.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import type { Json } from "../../foundation/text/CanonicalJson.ts"
import { Emoji } from "../../foundation/text/Emoji.ts"
import { cut } from "../../foundation/text/Text.ts"
import { Instant } from "../../foundation/time/Instant.ts"
import { ReferenceNotFound } from "../../people/access/Access.ts"
import { CommentBody } from "./CommentBody.ts"
import { Reaction, react } from "./Reaction.ts"

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

/** Fields that comments and replies share, as stored. */
export const fields = {
  space: SpaceId,
  /** Absent for a comment or reply on the space itself. */
  changeRequest: optional(ChangeRequestId),
  postedBy: Schema.NullOr(UserId),
  postedAt: Instant,
  /** When the text was last changed. */
  editedAt: optional(Instant),
  body: Document.Document,
  /** In the order in which they were added. */
  reactions: Schema.Array(Reaction)
}

const PostedComment = Schema.Struct(fields)
export type PostedComment = typeof PostedComment.Type

/** The id of the change request or space that it is posted on; ids of the two never coincide. */
export const baseOf = (self: Pick<PostedComment, "space" | "changeRequest">): string => self.changeRequest ?? self.space

/** Whether the caller counts as the author. The host counts as the author of everything. */
export const isAuthor = (self: Pick<PostedComment, "postedBy">, caller: Caller): boolean =>
  caller._tag === "System" || (caller._tag === "User" && self.postedBy === caller.user)

/** A change of a comment or reply, apart from resolving. */
export interface PostedChanges {
  readonly body?: Document.Document | undefined
  readonly addedReactions?: ReadonlyArray<string> | undefined
  readonly removedReactions?: ReadonlyArray<string> | undefined
}

/** Edits the text and changes a user's reactions; returns `self` when nothing changes. */
export const applyChanges = <P extends PostedComment>(
  self: P,
  changes: PostedChanges,
  user: UserId | null,
  at: Instant
): P => {
  const { addedReactions: added = [], body = self.body, removedReactions: removed = [] } = changes
  const reactions = react(self.reactions, { added, removed }, user, at)
  if (body === self.body && reactions === self.reactions) return self
  return { ...self, body, reactions, ...(body === self.body ? {} : { editedAt: at }) }
}

export const CommentStatus = Schema.Literals(["open", "resolved"])
export type CommentStatus = typeof CommentStatus.Type

/** When a comment was resolved and by whom; null while open. */
export const Resolution = Schema.NullOr(Schema.Struct({ at: Instant, by: Schema.NullOr(UserId) }))

/** A comment on a change request or on a space, as stored. */
export const Comment = Schema.Struct({
  id: CommentId,
  ...fields,
  target: CommentTarget,
  resolved: Resolution
})
export type Comment = typeof Comment.Type

export const statusOf = (self: Comment): CommentStatus => (self.resolved === null ? "open" : "resolved")

/** The amount that a comment adds to the count of open comments. */
export const openCount = ({ resolved }: Comment): number => (resolved === null ? 1 : 0)

/** Resolves or reopens a comment for a user; returns `self` when nothing changes (rule comment-resolve). */
export const settle = (self: Comment, isResolved: boolean, by: UserId | null, at: Instant): Comment =>
  isResolved === (self.resolved !== null) ? self : { ...self, resolved: isResolved ? { at, by } : null }

export const collection = Repository.collection({
  name: "comments",
  schema: Comment,
  columns: {
    base: { kind: "text", of: baseOf },
    space: { kind: "text", of: (self) => self.space },
    changeRequest: { kind: "text", of: (self) => self.changeRequest ?? "" },
    status: { kind: "text", of: statusOf },
    page: { kind: "text", of: (self) => self.target.page?.id ?? "" },
    postedBy: { kind: "text", of: (self) => self.postedBy ?? "" },
    postedAt: { kind: "instant", of: (self) => self.postedAt },
    author: { kind: "set", of: (self) => (self.postedBy === null ? [] : [self.postedBy]) }
  },
  indexes: {
    inBase: { on: ["base"], order: ["postedAt"] },
    withStatus: { on: ["base", "status"], order: ["postedAt"] },
    onPage: { on: ["base", "page", "status"], order: ["postedAt"] },
    by: { on: ["base", "postedBy"] },
    ofPerson: { on: ["postedBy"], order: ["postedAt"] }
  },
  unique: {},
  references: [
    { column: "space", to: "spaces", onDelete: "cascade" },
    { column: "changeRequest", to: "change_requests", onDelete: "cascade" }
  ],
  counters: ["replies"],
  rank: 3
})

const commentCreate = closed(
  "CommentCreate",
  {
    body: CommentBody,
    page: optional(Schema.String),
    /** The key of a block of that page. */
    node: optional(Schema.String)
  },
  { body: "Text of the comment.", page: "Page that the comment is about.", node: "Block that the comment is about." }
)
export interface CommentCreate extends Schema.Schema.Type<typeof commentCreate> {}
export const CommentCreate: Schema.Codec<CommentCreate> = commentCreate

const changes = describeFields(
  {
    body: optional(CommentBody),
    addedReactions: optional(Schema.Array(Emoji)),
    removedReactions: optional(Schema.Array(Emoji)),
    resolved: optional(Schema.Boolean)
  },
  {
    body: "Text of the comment.",
    addedReactions: "Emoji of the reactions to add.",
    removedReactions: "Emoji of the reactions to remove.",
    resolved: "Whether the comment is resolved. For a reply, whether its parent comment is resolved."
  }
)

const commentChanges = closed("CommentChanges", changes)
export interface CommentChanges extends Schema.Schema.Type<typeof commentChanges> {}
export const CommentChanges: Schema.Codec<CommentChanges> = commentChanges

const commentReplyCreate = closed("CommentReplyCreate", { body: CommentBody }, { body: "Text of the comment." })
export interface CommentReplyCreate extends Schema.Schema.Type<typeof commentReplyCreate> {}
export const CommentReplyCreate: Schema.Codec<CommentReplyCreate> = commentReplyCreate

const commentReplyChanges = closed("CommentReplyChanges", changes)
/** A change of a reply; `resolved` resolves or reopens the comment replied to. */
export interface CommentReplyChanges extends Schema.Schema.Type<typeof commentReplyChanges> {}
export const CommentReplyChanges: Schema.Codec<CommentReplyChanges> = commentReplyChanges

/** The change request, or the space itself, has no such comment. */
export class CommentNotFound extends Schema.TaggedError<CommentNotFound>()("CommentNotFound", { id: Schema.String }) {
  readonly kind = "not-found" as const
  override get message() {
    return `comment ${this.id} does not exist`
  }
}

/** The comment has no such reply. */
export class CommentReplyNotFound extends Schema.TaggedError<CommentReplyNotFound>()("CommentReplyNotFound", {
  id: Schema.String
}) {
  readonly kind = "not-found" as const
  override get message() {
    return `reply ${this.id} does not exist`
  }
}

/** A comment on a block must name the page that the block is on (rule comment-target). */
export class NodeWithoutPage extends Schema.TaggedError<NodeWithoutPage>()("NodeWithoutPage", {}) {
  readonly kind = "invalid" as const
  override get message() {
    return "node: must be given together with page"
  }
  get details() {
    return [{ path: "node", rule: "must be given together with page" }]
  }
}

/** A reply to a comment, as stored. */
export const CommentReply = Schema.Struct({ id: CommentReplyId, comment: CommentId, ...fields })
export type CommentReply = typeof CommentReply.Type

export const commentReplyCollection = Repository.collection({
  name: "comment_replies",
  schema: CommentReply,
  columns: {
    comment: { kind: "text", of: (self) => self.comment },
    base: { kind: "text", of: baseOf },
    postedBy: { kind: "text", of: (self) => self.postedBy ?? "" },
    postedAt: { kind: "instant", of: (self) => self.postedAt }
  },
  indexes: {
    ofComment: { on: ["comment"], order: ["postedAt"] },
    by: { on: ["base", "postedBy"] },
    ofPerson: { on: ["postedBy"], order: ["postedAt"] }
  },
  unique: {},
  references: [{ column: "comment", to: "comments", onDelete: "cascade" }],
  counters: [],
  rank: 3
})
