import * as Id from "./Id.ts"

export const CommentId = Id.make("CommentId", "Identifier of a comment.")
export type CommentId = typeof CommentId.Type
