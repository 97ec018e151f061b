import {
  ChangeRequestId,
  Comment,
  Commenters,
  CommentId,
  CommentReplies,
  CommentReplyId,
  Comments,
  CommentViews,
  Member,
  SpaceId
} from "@quire/core"
import { Effect, Schema } from "effect"
import { Absent, Removed, respondRemoved } from "../../foundation/answer/Answers.ts"
import * as Endpoint from "../../foundation/endpoint/Endpoint.ts"
import * as Group from "../../foundation/endpoint/Group.ts"
import * as Permission from "../../foundation/endpoint/Permission.ts"
import * as Errors from "../../foundation/error/Errors.ts"
import { NotFound, UnprocessableContent } from "../../foundation/error/Errors.ts"
import * as Paging from "../../foundation/query/Paging.ts"
import { Filter, FormatListQuery, FormatQuery } from "./CommentQuery.ts"

const reading = { permission: Permission.hiding("content:read"), error: [Errors.Forbidden, NotFound] } as const
const posting = {
  permission: Permission.refusing("content:comment"),
  error: [Errors.Forbidden, NotFound, UnprocessableContent]
} as const
const updating = { ...posting, permission: { ...posting.permission, fields: { body: "author" } } } as const
const removing = {
  permission: Permission.refusing({ any: [{ all: ["author", "content:comment"] }, "content:create"] }),
  success: [Removed, Absent],
  error: [Errors.Forbidden, NotFound]
} as const

/**
 * What the endpoints of the comments on one kind of resource declare, apart from their names and paths. The fields are
 * the path parameters that name the resource.
 */
const declarations = <Fields extends Schema.Struct.Fields>(noun: string, fields: Fields) => {
  const place = Schema.Struct(fields)
  const comment = Schema.Struct({ ...fields, commentId: CommentId })
  const reply = Schema.Struct({ ...fields, commentId: CommentId, commentReplyId: CommentReplyId })
  return {
    list: {
      ...reading,
      summary: "List comments",
      description: `Returns the comments on the ${noun}, newest first by default.`,
      params: place,
      query: Filter,
      success: Paging.of(CommentViews.CommentView)
    },
    post: {
      ...posting,
      summary: "Post a comment",
      description: `Comments on the ${noun} as a whole, on a page or on a block.`,
      params: place,
      payload: Comment.CommentCreate,
      success: CommentViews.CommentView
    },
    get: {
      ...reading,
      summary: "Get a comment",
      description: `Returns one comment on the ${noun}.`,
      params: comment,
      query: FormatQuery,
      success: CommentViews.CommentView
    },
    update: {
      ...updating,
      summary: "Update a comment",
      description: `Edits, resolves, reopens or reacts to a comment on the ${noun}.`,
      params: comment,
      payload: Comment.CommentChanges,
      success: CommentViews.CommentView
    },
    remove: {
      ...removing,
      summary: "Delete a comment",
      description: "Deletes the comment with its replies.",
      params: comment
    },
    listReplies: {
      ...reading,
      summary: "List replies to a comment",
      description: `Returns the replies to a comment on the ${noun}.`,
      params: comment,
      query: FormatListQuery,
      success: Paging.of(CommentViews.CommentReplyView)
    },
    postReply: {
      ...posting,
      summary: "Reply to a comment",
      description: `Adds a reply to a comment on the ${noun}.`,
      params: comment,
      query: FormatQuery,
      payload: Comment.CommentReplyCreate,
      success: CommentViews.CommentReplyView
    },
    getReply: {
      ...reading,
      summary: "Get a reply",
      description: `Returns one reply to a comment on the ${noun}.`,
      params: reply,
      query: FormatQuery,
      success: CommentViews.CommentReplyView
    },
    updateReply: {
      ...updating,
      summary: "Update a reply",
      description: `Edits or reacts to a reply to a comment on the ${noun}.`,
      params: reply,
      payload: Comment.CommentReplyChanges,
      success: CommentViews.CommentReplyView
    },
    removeReply: {
      ...removing,
      summary: "Delete a reply",
      description: "Deletes one reply; the comment and other replies stay.",
      params: reply
    },
    listCommenters: {
      ...reading,
      summary: "List commenters",
      description: `Returns the members who commented on the ${noun}.`,
      params: place,
      query: Paging.UrlParams,
      success: Paging.of(Member.MemberView)
    }
  } as const
}

const changeRequest = declarations("change request", { spaceId: SpaceId, changeRequestId: ChangeRequestId })
const onChangeRequest = "/spaces/:spaceId/change-requests/:changeRequestId/comments"
const changeRequestOf = (params: { readonly spaceId: string; readonly changeRequestId: string }) => ({
  space: params.spaceId,
  changeRequest: params.changeRequestId
})
const changeRequestThreadOf = (params: Parameters<typeof changeRequestOf>[0] & { readonly commentId: string }) => ({
  ...changeRequestOf(params),
  comment: params.commentId
})

/** Comments on change requests. */
export class CommentsApi extends Group.make(
  "comments",
  "Change request comments",
  Endpoint.get("listCommentsInChangeRequest", onChangeRequest, changeRequest.list),
  Endpoint.post("postCommentInChangeRequest", onChangeRequest, changeRequest.post),
  Endpoint.get("getCommentInChangeRequest", `${onChangeRequest}/:commentId`, changeRequest.get),
  Endpoint.put("updateCommentInChangeRequest", `${onChangeRequest}/:commentId`, changeRequest.update),
  Endpoint.delete("deleteCommentInChangeRequest", `${onChangeRequest}/:commentId`, changeRequest.remove),
  Endpoint.get("listCommentRepliesInChangeRequest", `${onChangeRequest}/:commentId/replies`, changeRequest.listReplies),
  Endpoint.post("postCommentReplyInChangeRequest", `${onChangeRequest}/:commentId/replies`, changeRequest.postReply),
  Endpoint.get(
    "getCommentReplyInChangeRequest",
    `${onChangeRequest}/:commentId/replies/:commentReplyId`,
    changeRequest.getReply
  ),
  Endpoint.put(
    "updateCommentReplyInChangeRequest",
    `${onChangeRequest}/:commentId/replies/:commentReplyId`,
    changeRequest.updateReply
  ),
  Endpoint.delete(
    "deleteCommentReplyInChangeRequest",
    `${onChangeRequest}/:commentId/replies/:commentReplyId`,
    changeRequest.removeReply
  ),
  Endpoint.get(
    "listCommentersInChangeRequest",
    "/spaces/:spaceId/change-requests/:changeRequestId/commenters",
    changeRequest.listCommenters
  )
) {
  static readonly layer = Group.layer(
    this,
    Effect.gen(function* () {
      const comments = yield* Comments.Comments
      const replies = yield* CommentReplies.CommentReplies
      const commenters = yield* Commenters.Commenters
      return {
        listCommentsInChangeRequest: ({ params, query: { limit, page, ...filter } }) =>
          comments.list(changeRequestOf(params), filter, { limit, page }),
        postCommentInChangeRequest: ({ params, payload }) => comments.post(changeRequestOf(params), payload),
        getCommentInChangeRequest: ({ params, query }) =>
          comments.get(changeRequestOf(params), params.commentId, query.format),
        updateCommentInChangeRequest: ({ params, payload }) =>
          comments.update(changeRequestOf(params), params.commentId, payload),
        deleteCommentInChangeRequest: ({ params }) =>
          respondRemoved(comments.remove(changeRequestOf(params), params.commentId)),
        listCommentRepliesInChangeRequest: ({ params, query: { format, ...page } }) =>
          replies.list(changeRequestThreadOf(params), page, format),
        postCommentReplyInChangeRequest: ({ params, payload, query }) =>
          replies.post(changeRequestThreadOf(params), payload, query.format),
        getCommentReplyInChangeRequest: ({ params, query }) =>
          replies.get(changeRequestThreadOf(params), params.commentReplyId, query.format),
        updateCommentReplyInChangeRequest: ({ params, payload }) =>
          replies.update(changeRequestThreadOf(params), params.commentReplyId, payload),
        deleteCommentReplyInChangeRequest: ({ params }) =>
          respondRemoved(replies.remove(changeRequestThreadOf(params), params.commentReplyId)),
        listCommentersInChangeRequest: ({ params, query }) => commenters.list(changeRequestOf(params), query)
      }
    })
  )
}

const space = declarations("space", { spaceId: SpaceId })
const onSpace = "/spaces/:spaceId/comments"
const spaceOf = (params: { readonly spaceId: string }) => ({ space: params.spaceId })
const spaceThreadOf = (params: { readonly spaceId: string; readonly commentId: string }) => ({
  space: params.spaceId,
  comment: params.commentId
})

/** Comments on spaces themselves; they mirror those on change requests. */
export class SpaceCommentsApi extends Group.make(
  "spaceComments",
  "Space comments",
  Endpoint.get("listCommentsInSpace", onSpace, space.list),
  Endpoint.post("postCommentInSpace", onSpace, space.post),
  Endpoint.get("getCommentInSpace", `${onSpace}/:commentId`, space.get),
  Endpoint.put("updateCommentInSpace", `${onSpace}/:commentId`, space.update),
  Endpoint.delete("deleteCommentInSpace", `${onSpace}/:commentId`, space.remove),
  Endpoint.get("listCommentRepliesInSpace", `${onSpace}/:commentId/replies`, space.listReplies),
  Endpoint.post("postCommentReplyInSpace", `${onSpace}/:commentId/replies`, space.postReply),
  Endpoint.get("getCommentReplyInSpace", `${onSpace}/:commentId/replies/:commentReplyId`, space.getReply),
  Endpoint.put("updateCommentReplyInSpace", `${onSpace}/:commentId/replies/:commentReplyId`, space.updateReply),
  Endpoint.delete("deleteCommentReplyInSpace", `${onSpace}/:commentId/replies/:commentReplyId`, space.removeReply),
  Endpoint.get("listCommentersInSpace", "/spaces/:spaceId/commenters", space.listCommenters)
) {
  static readonly layer = Group.layer(
    this,
    Effect.gen(function* () {
      const comments = yield* Comments.Comments
      const replies = yield* CommentReplies.CommentReplies
      const commenters = yield* Commenters.Commenters
      return {
        listCommentsInSpace: ({ params, query: { limit, page, ...filter } }) =>
          comments.list(spaceOf(params), filter, { limit, page }),
        postCommentInSpace: ({ params, payload }) => comments.post(spaceOf(params), payload),
        getCommentInSpace: ({ params, query }) => comments.get(spaceOf(params), params.commentId, query.format),
        updateCommentInSpace: ({ params, payload }) => comments.update(spaceOf(params), params.commentId, payload),
        deleteCommentInSpace: ({ params }) => respondRemoved(comments.remove(spaceOf(params), params.commentId)),
        listCommentRepliesInSpace: ({ params, query: { format, ...page } }) =>
          replies.list(spaceThreadOf(params), page, format),
        postCommentReplyInSpace: ({ params, payload, query }) =>
          replies.post(spaceThreadOf(params), payload, query.format),
        getCommentReplyInSpace: ({ params, query }) =>
          replies.get(spaceThreadOf(params), params.commentReplyId, query.format),
        updateCommentReplyInSpace: ({ params, payload }) =>
          replies.update(spaceThreadOf(params), params.commentReplyId, payload),
        deleteCommentReplyInSpace: ({ params }) =>
          respondRemoved(replies.remove(spaceThreadOf(params), params.commentReplyId)),
        listCommentersInSpace: ({ params, query }) => commenters.list(spaceOf(params), query)
      }
    })
  )
}
