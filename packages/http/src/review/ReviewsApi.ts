import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "@effect/platform"
import { ReviewId, ReviewInput, ReviewView, UserId } from "@quire/core"
import { Schema } from "effect"
import { Absent, Removed } from "../Answers.ts"
import { Authentication } from "../Authentication.ts"
import { request } from "../change-request/ChangeRequestsApi.ts"
import { Shown, ShownList } from "../comment/CommentQuery.ts"
import { Conflict, Forbidden, NotFound } from "../Errors.ts"
import * as Paging from "../Paging.ts"

const base = "/spaces/:spaceId/change-requests/:changeRequestId"

/** Reviews of change requests and who is asked for them. */
export class ReviewsApi extends HttpApiGroup.make("reviews", { topLevel: true })
  .add(
    HttpApiEndpoint.get("listReviews", `${base}/reviews`)
      .annotate(OpenApi.Summary, "List the reviews of a change request")
      .setPath(Schema.Struct(request))
      .setUrlParams(ShownList)
      .addSuccess(Paging.of(ReviewView.ReviewView))
  )
  .add(
    HttpApiEndpoint.post("submitReview", `${base}/reviews`)
      .annotate(OpenApi.Summary, "Submit a review of a change request")
      .setPath(Schema.Struct(request))
      .setUrlParams(Shown)
      .setPayload(ReviewInput.ReviewSubmit)
      .addSuccess(ReviewView.ReviewView, { status: 201 })
      .addError(Conflict)
  )
  .add(
    HttpApiEndpoint.get("getReview", `${base}/reviews/:reviewId`)
      .annotate(OpenApi.Summary, "Get a review of a change request")
      .setPath(Schema.Struct({ ...request, reviewId: ReviewId.ReviewId }))
      .setUrlParams(Shown)
      .addSuccess(ReviewView.ReviewView)
  )
  .add(
    HttpApiEndpoint.get("listRequestedReviewers", `${base}/requested-reviewers`)
      .annotate(OpenApi.Summary, "List who was asked for a review and has yet to submit it")
      .setPath(Schema.Struct(request))
      .setUrlParams(Paging.UrlParams)
      .addSuccess(Paging.of(ReviewView.RequestedReviewerView))
  )
  .add(
    HttpApiEndpoint.post("requestReviewers", `${base}/requested-reviewers`)
      .annotate(OpenApi.Summary, "Ask people for a review, and open a draft")
      .setPath(Schema.Struct(request))
      .setPayload(ReviewInput.ReviewersRequest)
      .addSuccess(ReviewView.RequestedReviewersView)
      .addError(Conflict)
  )
  .add(
    HttpApiEndpoint.del("removeRequestedReviewer", `${base}/requested-reviewers/:userId`)
      .annotate(OpenApi.Summary, "Take back the request for somebody's review")
      .setPath(Schema.Struct({ ...request, userId: UserId.UserId }))
      .addSuccess(Removed)
      .addSuccess(Absent)
      .addError(Conflict)
  )
  .addError(Forbidden)
  .addError(NotFound)
  .annotate(OpenApi.Title, "Reviews")
  .middleware(Authentication)
  .prefix("/v1") {}
