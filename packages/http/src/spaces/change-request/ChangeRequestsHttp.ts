import { ChangeRequests, Merging } from "@quire/core"
import { Effect } from "effect"
import { Api } from "../../Api.ts"
import { withOwnLocation } from "../../foundation/answer/Answers.ts"
import { answering } from "../../foundation/answer/PlainAnswer.ts"
import { onWire } from "../../foundation/error/Errors.ts"
import { capturing } from "../../foundation/exchange/Capture.ts"
import * as HandlerGroup from "../../foundation/exchange/HandlerGroup.ts"

export const layer = HandlerGroup.layer(Api, "changeRequests", (handlers) =>
  capturing(
    Effect.gen(function* () {
      const requests = yield* ChangeRequests.ChangeRequests
      const merging = yield* Merging.Merging
      return handlers
        .handle(
          "listChangeRequests",
          answering(({ params: path, query: { contributor, status, ...page } }) =>
            onWire(requests.list(path.spaceId, { status, contributor }, page))
          )
        )
        .handle(
          "createChangeRequest",
          answering(({ params: path, payload }) => withOwnLocation(onWire(requests.create(path.spaceId, payload))))
        )
        .handle(
          "getChangeRequest",
          answering(({ params: path }) => onWire(requests.get(path.spaceId, path.changeRequestId)))
        )
        .handle(
          "updateChangeRequest",
          answering(({ params: path, payload }) => onWire(requests.update(path.spaceId, path.changeRequestId, payload)))
        )
        .handle(
          "mergeChangeRequest",
          answering(({ params: path }) => onWire(merging.merge(path.spaceId, path.changeRequestId)))
        )
        .handle(
          "pullPrimaryContent",
          answering(({ params: path }) => onWire(merging.update(path.spaceId, path.changeRequestId)))
        )
        .handle(
          "getMergeStatus",
          answering(({ params: path }) => onWire(merging.status(path.spaceId, path.changeRequestId)))
        )
        .handle(
          "resolveConflicts",
          answering(({ params: path, payload }) => onWire(merging.resolve(path.spaceId, path.changeRequestId, payload)))
        )
        .handle(
          "listContributors",
          answering(({ params: path, query: urlParams }) =>
            onWire(requests.contributors(path.spaceId, path.changeRequestId, urlParams))
          )
        )
    })
  )
)
