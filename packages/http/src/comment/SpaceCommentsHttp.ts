import { Commenters, CommentReplies, Comments } from "@quire/core"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { removed } from "../Answers.ts"
import { Api } from "../Api.ts"
import { capturing } from "../Capture.ts"
import { onWire } from "../Errors.ts"

const at = (path: { readonly spaceId: string }) => ({ space: path.spaceId })
const to = (path: Parameters<typeof at>[0] & { readonly commentId: string }) => ({
  ...at(path),
  comment: path.commentId
})

export const layer = HttpApiBuilder.group(Api, "spaceComments", (handlers) =>
  capturing(
    Effect.gen(function* () {
      const comments = yield* Comments.Comments
      const replies = yield* CommentReplies.CommentReplies
      const commenters = yield* Commenters.Commenters
      return handlers
        .handle("listCommentsInSpace", ({ params: path, query: { limit, page, ...filter } }) =>
          onWire(comments.list(at(path), filter, { limit, page }))
        )
        .handle("postCommentInSpace", ({ params: path, payload }) => onWire(comments.post(at(path), payload)))
        .handle("getCommentInSpace", ({ params: path, query: urlParams }) =>
          onWire(comments.get(at(path), path.commentId, urlParams.format))
        )
        .handle("updateCommentInSpace", ({ params: path, payload }) =>
          onWire(comments.update(at(path), path.commentId, payload))
        )
        .handle("deleteCommentInSpace", ({ params: path }) =>
          removed(onWire(comments.remove(at(path), path.commentId)))
        )
        .handle("listCommentRepliesInSpace", ({ params: path, query: { format, ...page } }) =>
          onWire(replies.list(to(path), page, format))
        )
        .handle("postCommentReplyInSpace", ({ params: path, payload, query: urlParams }) =>
          onWire(replies.post(to(path), payload, urlParams.format))
        )
        .handle("getCommentReplyInSpace", ({ params: path, query: urlParams }) =>
          onWire(replies.get(to(path), path.commentReplyId, urlParams.format))
        )
        .handle("updateCommentReplyInSpace", ({ params: path, payload }) =>
          onWire(replies.update(to(path), path.commentReplyId, payload))
        )
        .handle("deleteCommentReplyInSpace", ({ params: path }) =>
          removed(onWire(replies.remove(to(path), path.commentReplyId)))
        )
        .handle("listCommentersInSpace", ({ params: path, query: urlParams }) =>
          onWire(commenters.list(at(path), urlParams))
        )
    })
  )
)
