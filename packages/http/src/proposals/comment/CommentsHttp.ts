import { Commenters, CommentReplies, Comments } from "@quire/core"
import { Effect } from "effect"
import { Api } from "../../Api.ts"
import { respondRemoved } from "../../foundation/answer/Answers.ts"
import * as HandlerGroup from "../../foundation/exchange/HandlerGroup.ts"

const targetOf = (path: { readonly spaceId: string; readonly changeRequestId: string }) => ({
  space: path.spaceId,
  changeRequest: path.changeRequestId
})
const threadOf = (path: Parameters<typeof targetOf>[0] & { readonly commentId: string }) => ({
  ...targetOf(path),
  comment: path.commentId
})

export const layer = HandlerGroup.layer(
  Api,
  "comments",
  Effect.gen(function* () {
    const comments = yield* Comments.Comments
    const replies = yield* CommentReplies.CommentReplies
    const commenters = yield* Commenters.Commenters
    return {
      listCommentsInChangeRequest: ({ params: path, query: { limit, page, ...filter } }) =>
        comments.list(targetOf(path), filter, { limit, page }),
      postCommentInChangeRequest: ({ params: path, payload }) => comments.post(targetOf(path), payload),
      getCommentInChangeRequest: ({ params: path, query: urlParams }) =>
        comments.get(targetOf(path), path.commentId, urlParams.format),
      updateCommentInChangeRequest: ({ params: path, payload }) =>
        comments.update(targetOf(path), path.commentId, payload),
      deleteCommentInChangeRequest: ({ params: path }) =>
        respondRemoved(comments.remove(targetOf(path), path.commentId)),
      listCommentRepliesInChangeRequest: ({ params: path, query: { format, ...page } }) =>
        replies.list(threadOf(path), page, format),
      postCommentReplyInChangeRequest: ({ params: path, payload, query: urlParams }) =>
        replies.post(threadOf(path), payload, urlParams.format),
      getCommentReplyInChangeRequest: ({ params: path, query: urlParams }) =>
        replies.get(threadOf(path), path.commentReplyId, urlParams.format),
      updateCommentReplyInChangeRequest: ({ params: path, payload }) =>
        replies.update(threadOf(path), path.commentReplyId, payload),
      deleteCommentReplyInChangeRequest: ({ params: path }) =>
        respondRemoved(replies.remove(threadOf(path), path.commentReplyId)),
      listCommentersInChangeRequest: ({ params: path, query: urlParams }) => commenters.list(targetOf(path), urlParams)
    }
  })
)
