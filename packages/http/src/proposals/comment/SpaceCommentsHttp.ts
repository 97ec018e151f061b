import { Commenters, CommentReplies, Comments } from "@quire/core"
import { Effect } from "effect"
import { Api } from "../../Api.ts"
import { respondRemoved } from "../../foundation/answer/Answers.ts"
import * as HandlerGroup from "../../foundation/exchange/HandlerGroup.ts"

const targetOf = (path: { readonly spaceId: string }) => ({ space: path.spaceId })
const threadOf = (path: Parameters<typeof targetOf>[0] & { readonly commentId: string }) => ({
  ...targetOf(path),
  comment: path.commentId
})

export const layer = HandlerGroup.layer(
  Api,
  "spaceComments",
  Effect.gen(function* () {
    const comments = yield* Comments.Comments
    const replies = yield* CommentReplies.CommentReplies
    const commenters = yield* Commenters.Commenters
    return {
      listCommentsInSpace: ({ params: path, query: { limit, page, ...filter } }) =>
        comments.list(targetOf(path), filter, { limit, page }),
      postCommentInSpace: ({ params: path, payload }) => comments.post(targetOf(path), payload),
      getCommentInSpace: ({ params: path, query: urlParams }) =>
        comments.get(targetOf(path), path.commentId, urlParams.format),
      updateCommentInSpace: ({ params: path, payload }) => comments.update(targetOf(path), path.commentId, payload),
      deleteCommentInSpace: ({ params: path }) => respondRemoved(comments.remove(targetOf(path), path.commentId)),
      listCommentRepliesInSpace: ({ params: path, query: { format, ...page } }) =>
        replies.list(threadOf(path), page, format),
      postCommentReplyInSpace: ({ params: path, payload, query: urlParams }) =>
        replies.post(threadOf(path), payload, urlParams.format),
      getCommentReplyInSpace: ({ params: path, query: urlParams }) =>
        replies.get(threadOf(path), path.commentReplyId, urlParams.format),
      updateCommentReplyInSpace: ({ params: path, payload }) =>
        replies.update(threadOf(path), path.commentReplyId, payload),
      deleteCommentReplyInSpace: ({ params: path }) =>
        respondRemoved(replies.remove(threadOf(path), path.commentReplyId)),
      listCommentersInSpace: ({ params: path, query: urlParams }) => commenters.list(targetOf(path), urlParams)
    }
  })
)
