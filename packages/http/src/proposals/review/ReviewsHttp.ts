import { ReviewRequests, Reviews } from "@quire/core"
import { Effect } from "effect"
import { Api } from "../../Api.ts"
import { respondRemoved, withOwnLocation } from "../../foundation/answer/Answers.ts"
import * as HandlerGroup from "../../foundation/exchange/HandlerGroup.ts"

export const layer = HandlerGroup.layer(
  Api,
  "reviews",
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
