import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "@effect/platform"
import { ChangeRequestId, CommentInput, CommentView, MemberView, SpaceId } from "@quire/core"
import { Schema } from "effect"
import { Absent, Removed } from "../Answers.ts"
import { Authentication } from "../Authentication.ts"
import { Forbidden, NotFound } from "../Errors.ts"
import * as Paging from "../Paging.ts"
import { comment as commentId, Filter, reply as replyId, Shown, ShownList } from "./CommentQuery.ts"

const place = { spaceId: SpaceId.SpaceId, changeRequestId: ChangeRequestId.ChangeRequestId }
const comment = { ...place, ...commentId }
const reply = { ...comment, ...replyId }

/** Comments on change requests (api.md 4.1). */
export class CommentsApi extends HttpApiGroup.make("comments", { topLevel: true })
  .add(
    HttpApiEndpoint.get("listCommentsInChangeRequest", "/spaces/:spaceId/change-requests/:changeRequestId/comments")
      .annotate(OpenApi.Summary, "List the comments on a change request")
      .setPath(Schema.Struct(place))
      .setUrlParams(Filter)
      .addSuccess(Paging.of(CommentView.CommentView))
  )
  .add(
    HttpApiEndpoint.post("postCommentInChangeRequest", "/spaces/:spaceId/change-requests/:changeRequestId/comments")
      .annotate(OpenApi.Summary, "Comment on a change request")
      .setPath(Schema.Struct(place))
      .setPayload(CommentInput.CommentCreate)
      .addSuccess(CommentView.CommentView)
  )
  .add(
    HttpApiEndpoint.get(
      "getCommentInChangeRequest",
      "/spaces/:spaceId/change-requests/:changeRequestId/comments/:commentId"
    )
      .annotate(OpenApi.Summary, "Get a comment on a change request")
      .setPath(Schema.Struct(comment))
      .setUrlParams(Shown)
      .addSuccess(CommentView.CommentView)
  )
  .add(
    HttpApiEndpoint.put(
      "updateCommentInChangeRequest",
      "/spaces/:spaceId/change-requests/:changeRequestId/comments/:commentId"
    )
      .annotate(OpenApi.Summary, "Edit, resolve, reopen or react to a comment on a change request")
      .setPath(Schema.Struct(comment))
      .setPayload(CommentInput.CommentChanges)
      .addSuccess(CommentView.CommentView)
  )
  .add(
    HttpApiEndpoint.del(
      "deleteCommentInChangeRequest",
      "/spaces/:spaceId/change-requests/:changeRequestId/comments/:commentId"
    )
      .annotate(OpenApi.Summary, "Delete a comment on a change request with its replies")
      .setPath(Schema.Struct(comment))
      .addSuccess(Removed)
      .addSuccess(Absent)
  )
  .add(
    HttpApiEndpoint.get(
      "listCommentRepliesInChangeRequest",
      "/spaces/:spaceId/change-requests/:changeRequestId/comments/:commentId/replies"
    )
      .annotate(OpenApi.Summary, "List the replies to a comment on a change request")
      .setPath(Schema.Struct(comment))
      .setUrlParams(ShownList)
      .addSuccess(Paging.of(CommentView.CommentReplyView))
  )
  .add(
    HttpApiEndpoint.post(
      "postCommentReplyInChangeRequest",
      "/spaces/:spaceId/change-requests/:changeRequestId/comments/:commentId/replies"
    )
      .annotate(OpenApi.Summary, "Reply to a comment on a change request")
      .setPath(Schema.Struct(comment))
      .setUrlParams(Shown)
      .setPayload(CommentInput.CommentReplyCreate)
      .addSuccess(CommentView.CommentReplyView)
  )
  .add(
    HttpApiEndpoint.get(
      "getCommentReplyInChangeRequest",
      "/spaces/:spaceId/change-requests/:changeRequestId/comments/:commentId/replies/:commentReplyId"
    )
      .annotate(OpenApi.Summary, "Get a reply to a comment on a change request")
      .setPath(Schema.Struct(reply))
      .setUrlParams(Shown)
      .addSuccess(CommentView.CommentReplyView)
  )
  .add(
    HttpApiEndpoint.put(
      "updateCommentReplyInChangeRequest",
      "/spaces/:spaceId/change-requests/:changeRequestId/comments/:commentId/replies/:commentReplyId"
    )
      .annotate(OpenApi.Summary, "Edit or react to a reply to a comment on a change request")
      .setPath(Schema.Struct(reply))
      .setPayload(CommentInput.CommentReplyChanges)
      .addSuccess(CommentView.CommentReplyView)
  )
  .add(
    HttpApiEndpoint.del(
      "deleteCommentReplyInChangeRequest",
      "/spaces/:spaceId/change-requests/:changeRequestId/comments/:commentId/replies/:commentReplyId"
    )
      .annotate(OpenApi.Summary, "Delete a reply to a comment on a change request")
      .setPath(Schema.Struct(reply))
      .addSuccess(Removed)
      .addSuccess(Absent)
  )
  .add(
    HttpApiEndpoint.get("listCommentersInChangeRequest", "/spaces/:spaceId/change-requests/:changeRequestId/commenters")
      .annotate(OpenApi.Summary, "List the members who commented on a change request")
      .setPath(Schema.Struct(place))
      .setUrlParams(Paging.UrlParams)
      .addSuccess(Paging.of(MemberView.MemberView))
  )
  .addError(Forbidden)
  .addError(NotFound)
  .annotate(OpenApi.Title, "Change request comments")
  .middleware(Authentication)
  .prefix("/v1") {}
