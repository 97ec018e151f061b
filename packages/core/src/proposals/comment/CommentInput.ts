import { Schema } from "effect"
import { closed, describeFields, optional } from "../../foundation/input/Input.ts"
import { Emoji } from "../../foundation/text/Emoji.ts"
import { CommentBody } from "./CommentBody.ts"

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
