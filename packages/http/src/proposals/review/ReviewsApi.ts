import { Review, ReviewId, ReviewRequests, Reviews, UserId } from "@quire/core"
import { Effect, Schema } from "effect"
import { HttpApiSchema } from "effect/http-api"
import { Absent, Removed, respondRemoved, withOwnLocation } from "../../foundation/answer/Answers.ts"
import * as Endpoint from "../../foundation/endpoint/Endpoint.ts"
import * as Group from "../../foundation/endpoint/Group.ts"
import * as Permission from "../../foundation/endpoint/Permission.ts"
import * as Errors from "../../foundation/error/Errors.ts"
import { NotFound, UnprocessableContent } from "../../foundation/error/Errors.ts"
import * as Paging from "../../foundation/query/Paging.ts"
import { request } from "../../spaces/change-request/ChangeRequestsApi.ts"
import { FormatListQuery, FormatQuery } from "../comment/CommentQuery.ts"

const base = "/spaces/:spaceId/change-requests/:changeRequestId"

/** Reviews of change requests and requested reviewers. */
export class ReviewsApi extends Group.make(
  "reviews",
  "Reviews",
  Endpoint.get("listReviews", `${base}/reviews`, {
    summary: "List reviews",
    description: "Returns the reviews of a change request, of every revision.",
    permission: Permission.hiding("content:read"),
    params: Schema.Struct(request),
    query: FormatListQuery,
    success: Paging.of(Review.ReviewView),
    error: [Errors.Forbidden, NotFound]
  }),
  Endpoint.post("submitReview", `${base}/reviews`, {
    summary: "Submit a review",
    description: "Approves the newest revision of the change request or asks for changes.",
    permission: Permission.refusing({ all: ["content:review", "not-author"] }),
    params: Schema.Struct(request),
    query: FormatQuery,
    payload: Review.ReviewSubmit,
    success: Review.ReviewView.pipe(HttpApiSchema.status(201)),
    error: [Errors.Conflict, Errors.Forbidden, NotFound, UnprocessableContent]
  }),
  Endpoint.get("getReview", `${base}/reviews/:reviewId`, {
    summary: "Get a review",
    description: "Returns one review with its comment.",
    permission: Permission.hiding("content:read"),
    params: Schema.Struct({ ...request, reviewId: ReviewId }),
    query: FormatQuery,
    success: Review.ReviewView,
    error: [Errors.Forbidden, NotFound]
  }),
  Endpoint.get("listRequestedReviewers", `${base}/requested-reviewers`, {
    summary: "List requested reviewers",
    description: "Returns the members who were asked for a review and have not submitted one.",
    permission: Permission.hiding("content:read"),
    params: Schema.Struct(request),
    query: Paging.UrlParams,
    success: Paging.of(Review.RequestedReviewerView),
    error: [Errors.Forbidden, NotFound]
  }),
  Endpoint.post("requestReviewers", `${base}/requested-reviewers`, {
    summary: "Request reviews",
    description: "Requests reviews from members. A draft becomes open.",
    permission: Permission.refusing("content:edit"),
    params: Schema.Struct(request),
    payload: Review.ReviewersRequest,
    success: Review.RequestedReviewersView,
    error: [Errors.Conflict, Errors.Forbidden, NotFound]
  }),
  Endpoint.delete("removeRequestedReviewer", `${base}/requested-reviewers/:userId`, {
    summary: "Cancel a review request",
    description: "Withdraws the request for the review of one member.",
    permission: Permission.refusing("content:edit"),
    params: Schema.Struct({ ...request, userId: UserId }),
    success: [Removed, Absent],
    error: [Errors.Conflict, Errors.Forbidden, NotFound]
  })
) {
  static readonly layer = Group.layer(
    this,
    Effect.gen(function* () {
      const reviews = yield* Reviews.Reviews
      const requests = yield* ReviewRequests.ReviewRequests
      return {
        listReviews: ({ params: path, query: { format, ...page } }) =>
          reviews.list(path.spaceId, path.changeRequestId, page, format),
        submitReview: ({ params: path, payload, query: urlParams }) =>
          withOwnLocation(reviews.submit(path.spaceId, path.changeRequestId, payload, urlParams.format)),
        getReview: ({ params: path, query: urlParams }) =>
          reviews.get(path.spaceId, path.changeRequestId, path.reviewId, urlParams.format),
        listRequestedReviewers: ({ params: path, query: urlParams }) =>
          requests.list(path.spaceId, path.changeRequestId, urlParams),
        requestReviewers: ({ params: path, payload }) => requests.create(path.spaceId, path.changeRequestId, payload),
        removeRequestedReviewer: ({ params: path }) =>
          respondRemoved(requests.remove(path.spaceId, path.changeRequestId, path.userId))
      }
    })
  )
}
