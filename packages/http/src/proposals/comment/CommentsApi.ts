import { ChangeRequestId, CommentInput, CommentView, MemberView, SpaceId } from "@quire/core"
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

const place = { spaceId: SpaceId.SpaceId, changeRequestId: ChangeRequestId.ChangeRequestId }
const comment = { ...place, ...commentId }
const reply = { ...comment, ...replyId }

/** Comments on change requests. */
export class CommentsApi extends HttpApiGroup.make("comments", { topLevel: true })
  .add(
    HttpApiEndpoint.get("listCommentsInChangeRequest", "/spaces/:spaceId/change-requests/:changeRequestId/comments", {
      params: Schema.Struct(place),
      query: CommentQuery.Filter,
      success: Paging.of(CommentView.CommentView),
      error: [Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "List comments")
      .annotate(OpenApi.Description, "Returns the comments on the change request, newest first by default.")
  )
  .add(
    HttpApiEndpoint.post("postCommentInChangeRequest", "/spaces/:spaceId/change-requests/:changeRequestId/comments", {
      params: Schema.Struct(place),
      payload: CommentInput.CommentCreate,
      success: CommentView.CommentView,
      error: [Errors.Forbidden, NotFound, UnprocessableContent]
    })
      .annotate(OpenApi.Summary, "Post a comment")
      .annotate(OpenApi.Description, "Comments on the change request as a whole, on a page or on a block.")
  )
  .add(
    HttpApiEndpoint.get(
      "getCommentInChangeRequest",
      "/spaces/:spaceId/change-requests/:changeRequestId/comments/:commentId",
      {
        params: Schema.Struct(comment),
        query: FormatQuery,
        success: CommentView.CommentView,
        error: [Errors.Forbidden, NotFound]
      }
    )
      .annotate(OpenApi.Summary, "Get a comment")
      .annotate(OpenApi.Description, "Returns one comment on the change request.")
  )
  .add(
    HttpApiEndpoint.put(
      "updateCommentInChangeRequest",
      "/spaces/:spaceId/change-requests/:changeRequestId/comments/:commentId",
      {
        params: Schema.Struct(comment),
        payload: CommentInput.CommentChanges,
        success: CommentView.CommentView,
        error: [Errors.Forbidden, NotFound, UnprocessableContent]
      }
    )
      .annotate(OpenApi.Summary, "Update a comment")
      .annotate(OpenApi.Description, "Edits, resolves, reopens or reacts to a comment on the change request.")
  )
  .add(
    HttpApiEndpoint.delete(
      "deleteCommentInChangeRequest",
      "/spaces/:spaceId/change-requests/:changeRequestId/comments/:commentId",
      { params: Schema.Struct(comment), success: [Removed, Absent], error: [Errors.Forbidden, NotFound] }
    )
      .annotate(OpenApi.Summary, "Delete a comment")
      .annotate(OpenApi.Description, "Deletes the comment with its replies.")
  )
  .add(
    HttpApiEndpoint.get(
      "listCommentRepliesInChangeRequest",
      "/spaces/:spaceId/change-requests/:changeRequestId/comments/:commentId/replies",
      {
        params: Schema.Struct(comment),
        query: FormatListQuery,
        success: Paging.of(CommentView.CommentReplyView),
        error: [Errors.Forbidden, NotFound]
      }
    )
      .annotate(OpenApi.Summary, "List replies to a comment")
      .annotate(OpenApi.Description, "Returns the replies to a comment on the change request.")
  )
  .add(
    HttpApiEndpoint.post(
      "postCommentReplyInChangeRequest",
      "/spaces/:spaceId/change-requests/:changeRequestId/comments/:commentId/replies",
      {
        params: Schema.Struct(comment),
        query: FormatQuery,
        payload: CommentInput.CommentReplyCreate,
        success: CommentView.CommentReplyView,
        error: [Errors.Forbidden, NotFound, UnprocessableContent]
      }
    )
      .annotate(OpenApi.Summary, "Reply to a comment")
      .annotate(OpenApi.Description, "Adds a reply to a comment on the change request.")
  )
  .add(
    HttpApiEndpoint.get(
      "getCommentReplyInChangeRequest",
      "/spaces/:spaceId/change-requests/:changeRequestId/comments/:commentId/replies/:commentReplyId",
      {
        params: Schema.Struct(reply),
        query: FormatQuery,
        success: CommentView.CommentReplyView,
        error: [Errors.Forbidden, NotFound]
      }
    )
      .annotate(OpenApi.Summary, "Get a reply")
      .annotate(OpenApi.Description, "Returns one reply to a comment on the change request.")
  )
  .add(
    HttpApiEndpoint.put(
      "updateCommentReplyInChangeRequest",
      "/spaces/:spaceId/change-requests/:changeRequestId/comments/:commentId/replies/:commentReplyId",
      {
        params: Schema.Struct(reply),
        payload: CommentInput.CommentReplyChanges,
        success: CommentView.CommentReplyView,
        error: [Errors.Forbidden, NotFound, UnprocessableContent]
      }
    )
      .annotate(OpenApi.Summary, "Update a reply")
      .annotate(OpenApi.Description, "Edits or reacts to a reply to a comment on the change request.")
  )
  .add(
    HttpApiEndpoint.delete(
      "deleteCommentReplyInChangeRequest",
      "/spaces/:spaceId/change-requests/:changeRequestId/comments/:commentId/replies/:commentReplyId",
      { params: Schema.Struct(reply), success: [Removed, Absent], error: [Errors.Forbidden, NotFound] }
    )
      .annotate(OpenApi.Summary, "Delete a reply")
      .annotate(OpenApi.Description, "Deletes one reply; the comment and other replies stay.")
  )
  .add(
    HttpApiEndpoint.get(
      "listCommentersInChangeRequest",
      "/spaces/:spaceId/change-requests/:changeRequestId/commenters",
      {
        params: Schema.Struct(place),
        query: Paging.UrlParams,
        success: Paging.of(MemberView.MemberView),
        error: [Errors.Forbidden, NotFound]
      }
    )
      .annotate(OpenApi.Summary, "List commenters")
      .annotate(OpenApi.Description, "Returns the members who commented on the change request.")
  )
  .annotate(OpenApi.Title, "Change request comments")
  .middleware(Authentication)
  .middleware(Failures)
  .prefix("/v1") {}
