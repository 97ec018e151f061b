import { Comment, Commenters, CommentReplies, Comments, CommentViews, Member, SpaceId } from "@quire/core"
import { Effect, Schema } from "effect"
import { Absent, Removed, respondRemoved } from "../../foundation/answer/Answers.ts"
import * as Endpoint from "../../foundation/endpoint/Endpoint.ts"
import * as Group from "../../foundation/endpoint/Group.ts"
import * as Permission from "../../foundation/endpoint/Permission.ts"
import * as Errors from "../../foundation/error/Errors.ts"
import { NotFound, UnprocessableContent } from "../../foundation/error/Errors.ts"
import * as Paging from "../../foundation/query/Paging.ts"
import * as CommentQuery from "./CommentQuery.ts"
import { comment as commentId, FormatListQuery, FormatQuery, reply as replyId } from "./CommentQuery.ts"

const place = { spaceId: SpaceId }
const comment = { ...place, ...commentId }
const reply = { ...comment, ...replyId }

const targetOf = (path: { readonly spaceId: string }) => ({ space: path.spaceId })
const threadOf = (path: Parameters<typeof targetOf>[0] & { readonly commentId: string }) => ({
  ...targetOf(path),
  comment: path.commentId
})

/** Comments on spaces themselves; they mirror those on change requests. */
export class SpaceCommentsApi extends Group.make(
  "spaceComments",
  "Space comments",
  Endpoint.get("listCommentsInSpace", "/spaces/:spaceId/comments", {
    summary: "List comments",
    description: "Returns the comments on the space, newest first by default.",
    permission: Permission.hiding("content:read"),
    params: Schema.Struct(place),
    query: CommentQuery.Filter,
    success: Paging.of(CommentViews.CommentView),
    error: [Errors.Forbidden, NotFound]
  }),
  Endpoint.post("postCommentInSpace", "/spaces/:spaceId/comments", {
    summary: "Post a comment",
    description: "Comments on the space as a whole, on a page or on a block.",
    permission: Permission.refusing("content:comment"),
    params: Schema.Struct(place),
    payload: Comment.CommentCreate,
    success: CommentViews.CommentView,
    error: [Errors.Forbidden, NotFound, UnprocessableContent]
  }),
  Endpoint.get("getCommentInSpace", "/spaces/:spaceId/comments/:commentId", {
    summary: "Get a comment",
    description: "Returns one comment on the space.",
    permission: Permission.hiding("content:read"),
    params: Schema.Struct(comment),
    query: FormatQuery,
    success: CommentViews.CommentView,
    error: [Errors.Forbidden, NotFound]
  }),
  Endpoint.put("updateCommentInSpace", "/spaces/:spaceId/comments/:commentId", {
    summary: "Update a comment",
    description: "Edits, resolves, reopens or reacts to a comment on the space.",
    permission: { ...Permission.refusing("content:comment"), fields: { body: "author" } },
    params: Schema.Struct(comment),
    payload: Comment.CommentChanges,
    success: CommentViews.CommentView,
    error: [Errors.Forbidden, NotFound, UnprocessableContent]
  }),
  Endpoint.delete("deleteCommentInSpace", "/spaces/:spaceId/comments/:commentId", {
    summary: "Delete a comment",
    description: "Deletes the comment with its replies.",
    permission: Permission.refusing({ any: [{ all: ["author", "content:comment"] }, "content:create"] }),
    params: Schema.Struct(comment),
    success: [Removed, Absent],
    error: [Errors.Forbidden, NotFound]
  }),
  Endpoint.get("listCommentRepliesInSpace", "/spaces/:spaceId/comments/:commentId/replies", {
    summary: "List replies to a comment",
    description: "Returns the replies to a comment on the space.",
    permission: Permission.hiding("content:read"),
    params: Schema.Struct(comment),
    query: FormatListQuery,
    success: Paging.of(CommentViews.CommentReplyView),
    error: [Errors.Forbidden, NotFound]
  }),
  Endpoint.post("postCommentReplyInSpace", "/spaces/:spaceId/comments/:commentId/replies", {
    summary: "Reply to a comment",
    description: "Adds a reply to a comment on the space.",
    permission: Permission.refusing("content:comment"),
    params: Schema.Struct(comment),
    query: FormatQuery,
    payload: Comment.CommentReplyCreate,
    success: CommentViews.CommentReplyView,
    error: [Errors.Forbidden, NotFound, UnprocessableContent]
  }),
  Endpoint.get("getCommentReplyInSpace", "/spaces/:spaceId/comments/:commentId/replies/:commentReplyId", {
    summary: "Get a reply",
    description: "Returns one reply to a comment on the space.",
    permission: Permission.hiding("content:read"),
    params: Schema.Struct(reply),
    query: FormatQuery,
    success: CommentViews.CommentReplyView,
    error: [Errors.Forbidden, NotFound]
  }),
  Endpoint.put("updateCommentReplyInSpace", "/spaces/:spaceId/comments/:commentId/replies/:commentReplyId", {
    summary: "Update a reply",
    description: "Edits or reacts to a reply to a comment on the space.",
    permission: { ...Permission.refusing("content:comment"), fields: { body: "author" } },
    params: Schema.Struct(reply),
    payload: Comment.CommentReplyChanges,
    success: CommentViews.CommentReplyView,
    error: [Errors.Forbidden, NotFound, UnprocessableContent]
  }),
  Endpoint.delete("deleteCommentReplyInSpace", "/spaces/:spaceId/comments/:commentId/replies/:commentReplyId", {
    summary: "Delete a reply",
    description: "Deletes one reply; the comment and other replies stay.",
    permission: Permission.refusing({ any: [{ all: ["author", "content:comment"] }, "content:create"] }),
    params: Schema.Struct(reply),
    success: [Removed, Absent],
    error: [Errors.Forbidden, NotFound]
  }),
  Endpoint.get("listCommentersInSpace", "/spaces/:spaceId/commenters", {
    summary: "List commenters",
    description: "Returns the members who commented on the space.",
    permission: Permission.hiding("content:read"),
    params: Schema.Struct(place),
    query: Paging.UrlParams,
    success: Paging.of(Member.MemberView),
    error: [Errors.Forbidden, NotFound]
  })
) {
  static readonly layer = Group.layer(
    this,
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
}
