import * as Id from "./Id.ts"

export const CommentId = Id.make("CommentId")
export type CommentId = typeof CommentId.Type
