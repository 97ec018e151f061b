import { ReviewId, ReviewInput, ReviewView, UserId } from "@quire/core"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { Absent, Removed } from "../../foundation/answer/Answers.ts"
import * as Errors from "../../foundation/error/Errors.ts"
import { NotFound, UnprocessableContent } from "../../foundation/error/Errors.ts"
import { Failures } from "../../foundation/error/Failures.ts"
import { Authentication } from "../../foundation/exchange/Authentication.ts"
import * as Paging from "../../foundation/query/Paging.ts"
import { request } from "../../spaces/change-request/ChangeRequestsApi.ts"
import { FormatListQuery, FormatQuery } from "../comment/CommentQuery.ts"

const base = "/spaces/:spaceId/change-requests/:changeRequestId"

/** Reviews of change requests and requested reviewers. */
export class ReviewsApi extends HttpApiGroup.make("reviews", { topLevel: true })
  .add(
    HttpApiEndpoint.get("listReviews", `${base}/reviews`, {
      params: Schema.Struct(request),
      query: FormatListQuery,
      success: Paging.of(ReviewView.ReviewView),
      error: [Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "List reviews")
      .annotate(OpenApi.Description, "Returns the reviews of a change request, of every revision.")
  )
  .add(
    HttpApiEndpoint.post("submitReview", `${base}/reviews`, {
      params: Schema.Struct(request),
      query: FormatQuery,
      payload: ReviewInput.ReviewSubmit,
      success: ReviewView.ReviewView.pipe(HttpApiSchema.status(201)),
      error: [Errors.Conflict, Errors.Forbidden, NotFound, UnprocessableContent]
    })
      .annotate(OpenApi.Summary, "Submit a review")
      .annotate(OpenApi.Description, "Approves the newest revision of the change request or asks for changes.")
  )
  .add(
    HttpApiEndpoint.get("getReview", `${base}/reviews/:reviewId`, {
      params: Schema.Struct({ ...request, reviewId: ReviewId.ReviewId }),
      query: FormatQuery,
      success: ReviewView.ReviewView,
      error: [Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "Get a review")
      .annotate(OpenApi.Description, "Returns one review with its comment.")
  )
  .add(
    HttpApiEndpoint.get("listRequestedReviewers", `${base}/requested-reviewers`, {
      params: Schema.Struct(request),
      query: Paging.UrlParams,
      success: Paging.of(ReviewView.RequestedReviewerView),
      error: [Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "List requested reviewers")
      .annotate(OpenApi.Description, "Returns the members who were asked for a review and have not submitted one.")
  )
  .add(
    HttpApiEndpoint.post("requestReviewers", `${base}/requested-reviewers`, {
      params: Schema.Struct(request),
      payload: ReviewInput.ReviewersRequest,
      success: ReviewView.RequestedReviewersView,
      error: [Errors.Conflict, Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "Request reviews")
      .annotate(OpenApi.Description, "Asks members for a review, which opens a draft.")
  )
  .add(
    HttpApiEndpoint.delete("removeRequestedReviewer", `${base}/requested-reviewers/:userId`, {
      params: Schema.Struct({ ...request, userId: UserId.UserId }),
      success: [Removed, Absent],
      error: [Errors.Conflict, Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "Cancel a review request")
      .annotate(OpenApi.Description, "Withdraws the request for the review of one member.")
  )
  .annotate(OpenApi.Title, "Reviews")
  .middleware(Authentication)
  .middleware(Failures)
  .prefix("/v1") {}
