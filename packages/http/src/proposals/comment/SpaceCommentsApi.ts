import { CommentInput, CommentView, MemberView, SpaceId } from "@quire/core"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { Absent, Removed } from "../../foundation/answer/Answers.ts"
import * as Errors from "../../foundation/error/Errors.ts"
import { NotFound, UnprocessableContent } from "../../foundation/error/Errors.ts"
import { Failures } from "../../foundation/error/Failures.ts"
import { Authentication } from "../../foundation/exchange/Authentication.ts"
import * as Paging from "../../foundation/query/Paging.ts"
import * as CommentQuery from "./CommentQuery.ts"
import { comment as commentId, FormatListQuery, FormatQuery, reply as replyId } from "./CommentQuery.ts"

const place = { spaceId: SpaceId.SpaceId }
const comment = { ...place, ...commentId }
const reply = { ...comment, ...replyId }

/** Comments on spaces themselves; they mirror those on change requests. */
export class SpaceCommentsApi extends HttpApiGroup.make("spaceComments", { topLevel: true })
  .add(
    HttpApiEndpoint.get("listCommentsInSpace", "/spaces/:spaceId/comments", {
      params: Schema.Struct(place),
      query: CommentQuery.Filter,
      success: Paging.of(CommentView.CommentView),
      error: [Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "List comments")
      .annotate(OpenApi.Description, "Returns the comments on the space, newest first by default.")
  )
  .add(
    HttpApiEndpoint.post("postCommentInSpace", "/spaces/:spaceId/comments", {
      params: Schema.Struct(place),
      payload: CommentInput.CommentCreate,
      success: CommentView.CommentView,
      error: [Errors.Forbidden, NotFound, UnprocessableContent]
    })
      .annotate(OpenApi.Summary, "Post a comment")
      .annotate(OpenApi.Description, "Comments on the space as a whole, on a page or on a block.")
  )
  .add(
    HttpApiEndpoint.get("getCommentInSpace", "/spaces/:spaceId/comments/:commentId", {
      params: Schema.Struct(comment),
      query: FormatQuery,
      success: CommentView.CommentView,
      error: [Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "Get a comment")
      .annotate(OpenApi.Description, "Returns one comment on the space.")
  )
  .add(
    HttpApiEndpoint.put("updateCommentInSpace", "/spaces/:spaceId/comments/:commentId", {
      params: Schema.Struct(comment),
      payload: CommentInput.CommentChanges,
      success: CommentView.CommentView,
      error: [Errors.Forbidden, NotFound, UnprocessableContent]
    })
      .annotate(OpenApi.Summary, "Update a comment")
      .annotate(OpenApi.Description, "Edits, resolves, reopens or reacts to a comment on the space.")
  )
  .add(
    HttpApiEndpoint.delete("deleteCommentInSpace", "/spaces/:spaceId/comments/:commentId", {
      params: Schema.Struct(comment),
      success: [Removed, Absent],
      error: [Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "Delete a comment")
      .annotate(OpenApi.Description, "Deletes the comment with its replies.")
  )
  .add(
    HttpApiEndpoint.get("listCommentRepliesInSpace", "/spaces/:spaceId/comments/:commentId/replies", {
      params: Schema.Struct(comment),
      query: FormatListQuery,
      success: Paging.of(CommentView.CommentReplyView),
      error: [Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "List replies to a comment")
      .annotate(OpenApi.Description, "Returns the replies to a comment on the space.")
  )
  .add(
    HttpApiEndpoint.post("postCommentReplyInSpace", "/spaces/:spaceId/comments/:commentId/replies", {
      params: Schema.Struct(comment),
      query: FormatQuery,
      payload: CommentInput.CommentReplyCreate,
      success: CommentView.CommentReplyView,
      error: [Errors.Forbidden, NotFound, UnprocessableContent]
    })
      .annotate(OpenApi.Summary, "Reply to a comment")
      .annotate(OpenApi.Description, "Adds a reply to a comment on the space.")
  )
  .add(
    HttpApiEndpoint.get("getCommentReplyInSpace", "/spaces/:spaceId/comments/:commentId/replies/:commentReplyId", {
      params: Schema.Struct(reply),
      query: FormatQuery,
      success: CommentView.CommentReplyView,
      error: [Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "Get a reply")
      .annotate(OpenApi.Description, "Returns one reply to a comment on the space.")
  )
  .add(
    HttpApiEndpoint.put("updateCommentReplyInSpace", "/spaces/:spaceId/comments/:commentId/replies/:commentReplyId", {
      params: Schema.Struct(reply),
      payload: CommentInput.CommentReplyChanges,
      success: CommentView.CommentReplyView,
      error: [Errors.Forbidden, NotFound, UnprocessableContent]
    })
      .annotate(OpenApi.Summary, "Update a reply")
      .annotate(OpenApi.Description, "Edits or reacts to a reply to a comment on the space.")
  )
  .add(
    HttpApiEndpoint.delete(
      "deleteCommentReplyInSpace",
      "/spaces/:spaceId/comments/:commentId/replies/:commentReplyId",
      { params: Schema.Struct(reply), success: [Removed, Absent], error: [Errors.Forbidden, NotFound] }
    )
      .annotate(OpenApi.Summary, "Delete a reply")
      .annotate(OpenApi.Description, "Deletes one reply; the comment and other replies stay.")
  )
  .add(
    HttpApiEndpoint.get("listCommentersInSpace", "/spaces/:spaceId/commenters", {
      params: Schema.Struct(place),
      query: Paging.UrlParams,
      success: Paging.of(MemberView.MemberView),
      error: [Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "List commenters")
      .annotate(OpenApi.Description, "Returns the members who commented on the space.")
  )
  .annotate(OpenApi.Title, "Space comments")
  .middleware(Authentication)
  .middleware(Failures)
  .prefix("/v1") {}
