import * as Id from "./Id.ts"

export const CommentReplyId = Id.make("CommentReplyId")
export type CommentReplyId = typeof CommentReplyId.Type
