import { Commenters, CommentReplies, Comments } from "@quire/core"
import { Effect } from "effect"
import { Api } from "../../Api.ts"
import { respondRemoved } from "../../foundation/answer/Answers.ts"
import { answering } from "../../foundation/answer/PlainAnswer.ts"
import { onWire } from "../../foundation/error/Errors.ts"
import { capturing } from "../../foundation/exchange/Capture.ts"
import * as HandlerGroup from "../../foundation/exchange/HandlerGroup.ts"

const targetOf = (path: { readonly spaceId: string; readonly changeRequestId: string }) => ({
  space: path.spaceId,
  changeRequest: path.changeRequestId
})
const threadOf = (path: Parameters<typeof targetOf>[0] & { readonly commentId: string }) => ({
  ...targetOf(path),
  comment: path.commentId
})

export const layer = HandlerGroup.layer(Api, "comments", (handlers) =>
  capturing(
    Effect.gen(function* () {
      const comments = yield* Comments.Comments
      const replies = yield* CommentReplies.CommentReplies
      const commenters = yield* Commenters.Commenters
      return handlers
        .handle(
          "listCommentsInChangeRequest",
          answering(({ params: path, query: { limit, page, ...filter } }) =>
            onWire(comments.list(targetOf(path), filter, { limit, page }))
          )
        )
        .handle(
          "postCommentInChangeRequest",
          answering(({ params: path, payload }) => onWire(comments.post(targetOf(path), payload)))
        )
        .handle(
          "getCommentInChangeRequest",
          answering(({ params: path, query: urlParams }) =>
            onWire(comments.get(targetOf(path), path.commentId, urlParams.format))
          )
        )
        .handle(
          "updateCommentInChangeRequest",
          answering(({ params: path, payload }) => onWire(comments.update(targetOf(path), path.commentId, payload)))
        )
        .handle(
          "deleteCommentInChangeRequest",
          answering(({ params: path }) => respondRemoved(onWire(comments.remove(targetOf(path), path.commentId))))
        )
        .handle(
          "listCommentRepliesInChangeRequest",
          answering(({ params: path, query: { format, ...page } }) =>
            onWire(replies.list(threadOf(path), page, format))
          )
        )
        .handle(
          "postCommentReplyInChangeRequest",
          answering(({ params: path, payload, query: urlParams }) =>
            onWire(replies.post(threadOf(path), payload, urlParams.format))
          )
        )
        .handle(
          "getCommentReplyInChangeRequest",
          answering(({ params: path, query: urlParams }) =>
            onWire(replies.get(threadOf(path), path.commentReplyId, urlParams.format))
          )
        )
        .handle(
          "updateCommentReplyInChangeRequest",
          answering(({ params: path, payload }) => onWire(replies.update(threadOf(path), path.commentReplyId, payload)))
        )
        .handle(
          "deleteCommentReplyInChangeRequest",
          answering(({ params: path }) => respondRemoved(onWire(replies.remove(threadOf(path), path.commentReplyId))))
        )
        .handle(
          "listCommentersInChangeRequest",
          answering(({ params: path, query: urlParams }) => onWire(commenters.list(targetOf(path), urlParams)))
        )
    })
  )
)
