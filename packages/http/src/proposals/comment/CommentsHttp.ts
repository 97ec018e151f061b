import { Commenters, CommentReplies, Comments } from "@quire/core"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "../../Api.ts"
import { respondRemoved } from "../../foundation/answer/Answers.ts"
import { answering } from "../../foundation/answer/PlainAnswer.ts"
import { onWire } from "../../foundation/error/Errors.ts"
import { capturing } from "../../foundation/exchange/Capture.ts"

const at = (path: { readonly spaceId: string; readonly changeRequestId: string }) => ({
  space: path.spaceId,
  changeRequest: path.changeRequestId
})
const to = (path: Parameters<typeof at>[0] & { readonly commentId: string }) => ({
  ...at(path),
  comment: path.commentId
})

export const layer = HttpApiBuilder.group(Api, "comments", (handlers) =>
  capturing(
    Effect.gen(function* () {
      const comments = yield* Comments.Comments
      const replies = yield* CommentReplies.CommentReplies
      const commenters = yield* Commenters.Commenters
      return handlers
        .handle(
          "listCommentsInChangeRequest",
          answering(({ params: path, query: { limit, page, ...filter } }) =>
            onWire(comments.list(at(path), filter, { limit, page }))
          )
        )
        .handle(
          "postCommentInChangeRequest",
          answering(({ params: path, payload }) => onWire(comments.post(at(path), payload)))
        )
        .handle(
          "getCommentInChangeRequest",
          answering(({ params: path, query: urlParams }) =>
            onWire(comments.get(at(path), path.commentId, urlParams.format))
          )
        )
        .handle(
          "updateCommentInChangeRequest",
          answering(({ params: path, payload }) => onWire(comments.update(at(path), path.commentId, payload)))
        )
        .handle(
          "deleteCommentInChangeRequest",
          answering(({ params: path }) => respondRemoved(onWire(comments.remove(at(path), path.commentId))))
        )
        .handle(
          "listCommentRepliesInChangeRequest",
          answering(({ params: path, query: { format, ...page } }) => onWire(replies.list(to(path), page, format)))
        )
        .handle(
          "postCommentReplyInChangeRequest",
          answering(({ params: path, payload, query: urlParams }) =>
            onWire(replies.post(to(path), payload, urlParams.format))
          )
        )
        .handle(
          "getCommentReplyInChangeRequest",
          answering(({ params: path, query: urlParams }) =>
            onWire(replies.get(to(path), path.commentReplyId, urlParams.format))
          )
        )
        .handle(
          "updateCommentReplyInChangeRequest",
          answering(({ params: path, payload }) => onWire(replies.update(to(path), path.commentReplyId, payload)))
        )
        .handle(
          "deleteCommentReplyInChangeRequest",
          answering(({ params: path }) => respondRemoved(onWire(replies.remove(to(path), path.commentReplyId))))
        )
        .handle(
          "listCommentersInChangeRequest",
          answering(({ params: path, query: urlParams }) => onWire(commenters.list(at(path), urlParams)))
        )
    })
  )
)
