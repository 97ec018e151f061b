import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "@effect/platform"
import { CommentInput, CommentView, MemberView, SpaceId } from "@quire/core"
import { Schema } from "effect"
import { Absent, Removed } from "../Answers.ts"
import { Authentication } from "../Authentication.ts"
import { Forbidden, NotFound } from "../Errors.ts"
import * as Paging from "../Paging.ts"
import { comment as commentId, Filter, reply as replyId, Shown, ShownList } from "./CommentQuery.ts"

const place = { spaceId: SpaceId.SpaceId }
const comment = { ...place, ...commentId }
const reply = { ...comment, ...replyId }

/** Comments on spaces themselves: the twin of those on change requests. */
export class SpaceCommentsApi extends HttpApiGroup.make("spaceComments", { topLevel: true })
  .add(
    HttpApiEndpoint.get("listCommentsInSpace", "/spaces/:spaceId/comments")
      .annotate(OpenApi.Summary, "List the comments on a space")
      .setPath(Schema.Struct(place))
      .setUrlParams(Filter)
      .addSuccess(Paging.of(CommentView.CommentView))
  )
  .add(
    HttpApiEndpoint.post("postCommentInSpace", "/spaces/:spaceId/comments")
      .annotate(OpenApi.Summary, "Comment on a space")
      .setPath(Schema.Struct(place))
      .setPayload(CommentInput.CommentCreate)
      .addSuccess(CommentView.CommentView)
  )
  .add(
    HttpApiEndpoint.get("getCommentInSpace", "/spaces/:spaceId/comments/:commentId")
      .annotate(OpenApi.Summary, "Get a comment on a space")
      .setPath(Schema.Struct(comment))
      .setUrlParams(Shown)
      .addSuccess(CommentView.CommentView)
  )
  .add(
    HttpApiEndpoint.put("updateCommentInSpace", "/spaces/:spaceId/comments/:commentId")
      .annotate(OpenApi.Summary, "Edit, resolve, reopen or react to a comment on a space")
      .setPath(Schema.Struct(comment))
      .setPayload(CommentInput.CommentChanges)
      .addSuccess(CommentView.CommentView)
  )
  .add(
    HttpApiEndpoint.del("deleteCommentInSpace", "/spaces/:spaceId/comments/:commentId")
      .annotate(OpenApi.Summary, "Delete a comment on a space with its replies")
      .setPath(Schema.Struct(comment))
      .addSuccess(Removed)
      .addSuccess(Absent)
  )
  .add(
    HttpApiEndpoint.get("listCommentRepliesInSpace", "/spaces/:spaceId/comments/:commentId/replies")
      .annotate(OpenApi.Summary, "List the replies to a comment on a space")
      .setPath(Schema.Struct(comment))
      .setUrlParams(ShownList)
      .addSuccess(Paging.of(CommentView.CommentReplyView))
  )
  .add(
    HttpApiEndpoint.post("postCommentReplyInSpace", "/spaces/:spaceId/comments/:commentId/replies")
      .annotate(OpenApi.Summary, "Reply to a comment on a space")
      .setPath(Schema.Struct(comment))
      .setUrlParams(Shown)
      .setPayload(CommentInput.CommentReplyCreate)
      .addSuccess(CommentView.CommentReplyView)
  )
  .add(
    HttpApiEndpoint.get("getCommentReplyInSpace", "/spaces/:spaceId/comments/:commentId/replies/:commentReplyId")
      .annotate(OpenApi.Summary, "Get a reply to a comment on a space")
      .setPath(Schema.Struct(reply))
      .setUrlParams(Shown)
      .addSuccess(CommentView.CommentReplyView)
  )
  .add(
    HttpApiEndpoint.put("updateCommentReplyInSpace", "/spaces/:spaceId/comments/:commentId/replies/:commentReplyId")
      .annotate(OpenApi.Summary, "Edit or react to a reply to a comment on a space")
      .setPath(Schema.Struct(reply))
      .setPayload(CommentInput.CommentReplyChanges)
      .addSuccess(CommentView.CommentReplyView)
  )
  .add(
    HttpApiEndpoint.del("deleteCommentReplyInSpace", "/spaces/:spaceId/comments/:commentId/replies/:commentReplyId")
      .annotate(OpenApi.Summary, "Delete a reply to a comment on a space")
      .setPath(Schema.Struct(reply))
      .addSuccess(Removed)
      .addSuccess(Absent)
  )
  .add(
    HttpApiEndpoint.get("listCommentersInSpace", "/spaces/:spaceId/commenters")
      .annotate(OpenApi.Summary, "List the members who commented on a space")
      .setPath(Schema.Struct(place))
      .setUrlParams(Paging.UrlParams)
      .addSuccess(Paging.of(MemberView.MemberView))
  )
  .addError(Forbidden)
  .addError(NotFound)
  .annotate(OpenApi.Title, "Space comments")
  .middleware(Authentication)
  .prefix("/v1") {}
