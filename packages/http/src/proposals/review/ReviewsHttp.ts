import { ReviewRequests, Reviews } from "@quire/core"
import { Effect } from "effect"
import { Api } from "../../Api.ts"
import { respondRemoved, withOwnLocation } from "../../foundation/answer/Answers.ts"
import { answering } from "../../foundation/answer/PlainAnswer.ts"
import { onWire } from "../../foundation/error/Errors.ts"
import { capturing } from "../../foundation/exchange/Capture.ts"
import * as HandlerGroup from "../../foundation/exchange/HandlerGroup.ts"

export const layer = HandlerGroup.layer(Api, "reviews", (handlers) =>
  capturing(
    Effect.gen(function* () {
      const reviews = yield* Reviews.Reviews
      const requests = yield* ReviewRequests.ReviewRequests
      return handlers
        .handle(
          "listReviews",
          answering(({ params: path, query: { format, ...page } }) =>
            onWire(reviews.list(path.spaceId, path.changeRequestId, page, format))
          )
        )
        .handle(
          "submitReview",
          answering(({ params: path, payload, query: urlParams }) =>
            withOwnLocation(onWire(reviews.submit(path.spaceId, path.changeRequestId, payload, urlParams.format)))
          )
        )
        .handle(
          "getReview",
          answering(({ params: path, query: urlParams }) =>
            onWire(reviews.get(path.spaceId, path.changeRequestId, path.reviewId, urlParams.format))
          )
        )
        .handle(
          "listRequestedReviewers",
          answering(({ params: path, query: urlParams }) =>
            onWire(requests.list(path.spaceId, path.changeRequestId, urlParams))
          )
        )
        .handle(
          "requestReviewers",
          answering(({ params: path, payload }) => onWire(requests.create(path.spaceId, path.changeRequestId, payload)))
        )
        .handle(
          "removeRequestedReviewer",
          answering(({ params: path }) =>
            respondRemoved(onWire(requests.remove(path.spaceId, path.changeRequestId, path.userId)))
          )
        )
    })
  )
)
