import { HttpApiBuilder } from "@effect/platform"
import { ReviewRequests, Reviews } from "@quire/core"
import { Effect } from "effect"
import { located, removed } from "../Answers.ts"
import { Api } from "../Api.ts"
import { onWire } from "../Errors.ts"

export const layer = HttpApiBuilder.group(Api, "reviews", (handlers) =>
  Effect.gen(function* () {
    const reviews = yield* Reviews.Reviews
    const requests = yield* ReviewRequests.ReviewRequests
    return handlers
      .handle("listReviews", ({ path, urlParams: { format, ...page } }) =>
        onWire(reviews.list(path.spaceId, path.changeRequestId, page, format))
      )
      .handle("submitReview", ({ path, payload, urlParams }) =>
        located(onWire(reviews.submit(path.spaceId, path.changeRequestId, payload, urlParams.format)))
      )
      .handle("getReview", ({ path, urlParams }) =>
        onWire(reviews.get(path.spaceId, path.changeRequestId, path.reviewId, urlParams.format))
      )
      .handle("listRequestedReviewers", ({ path, urlParams }) =>
        onWire(requests.list(path.spaceId, path.changeRequestId, urlParams))
      )
      .handle("requestReviewers", ({ path, payload }) =>
        onWire(requests.create(path.spaceId, path.changeRequestId, payload))
      )
      .handle("removeRequestedReviewer", ({ path }) =>
        removed(onWire(requests.remove(path.spaceId, path.changeRequestId, path.userId)))
      )
  })
)
