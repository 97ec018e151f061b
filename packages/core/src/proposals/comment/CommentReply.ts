import { Schema } from "effect"
import { CommentId } from "../../foundation/id/CommentId.ts"
import { CommentReplyId } from "../../foundation/id/CommentReplyId.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { baseOf, fields } from "./PostedComment.ts"

/** A reply to a comment, as stored. */
export const CommentReply = Schema.Struct({ id: CommentReplyId, comment: CommentId, ...fields })
export type CommentReply = typeof CommentReply.Type

export const collection = Repository.collection({
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
