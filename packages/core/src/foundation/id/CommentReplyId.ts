import * as Id from "./Id.ts"

export const CommentReplyId = Id.make("CommentReplyId", "Identifier of a reply to a comment.")
export type CommentReplyId = typeof CommentReplyId.Type
