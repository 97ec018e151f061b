import { Commenters, CommentReplies, Comments } from "@quire/core"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { removed } from "../Answers.ts"
import { Api } from "../Api.ts"
import { capturing } from "../Capture.ts"
import { onWire } from "../Errors.ts"

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
        .handle("listCommentsInChangeRequest", ({ params: path, query: { limit, page, ...filter } }) =>
          onWire(comments.list(at(path), filter, { limit, page }))
        )
        .handle("postCommentInChangeRequest", ({ params: path, payload }) => onWire(comments.post(at(path), payload)))
        .handle("getCommentInChangeRequest", ({ params: path, query: urlParams }) =>
          onWire(comments.get(at(path), path.commentId, urlParams.format))
        )
        .handle("updateCommentInChangeRequest", ({ params: path, payload }) =>
          onWire(comments.update(at(path), path.commentId, payload))
        )
        .handle("deleteCommentInChangeRequest", ({ params: path }) =>
          removed(onWire(comments.remove(at(path), path.commentId)))
        )
        .handle("listCommentRepliesInChangeRequest", ({ params: path, query: { format, ...page } }) =>
          onWire(replies.list(to(path), page, format))
        )
        .handle("postCommentReplyInChangeRequest", ({ params: path, payload, query: urlParams }) =>
          onWire(replies.post(to(path), payload, urlParams.format))
        )
        .handle("getCommentReplyInChangeRequest", ({ params: path, query: urlParams }) =>
          onWire(replies.get(to(path), path.commentReplyId, urlParams.format))
        )
        .handle("updateCommentReplyInChangeRequest", ({ params: path, payload }) =>
          onWire(replies.update(to(path), path.commentReplyId, payload))
        )
        .handle("deleteCommentReplyInChangeRequest", ({ params: path }) =>
          removed(onWire(replies.remove(to(path), path.commentReplyId)))
        )
        .handle("listCommentersInChangeRequest", ({ params: path, query: urlParams }) =>
          onWire(commenters.list(at(path), urlParams))
        )
    })
  )
)
