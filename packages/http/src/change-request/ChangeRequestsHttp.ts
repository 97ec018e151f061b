import { ChangeRequests, Merging } from "@quire/core"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { located } from "../Answers.ts"
import { Api } from "../Api.ts"
import { capturing } from "../Capture.ts"
import { onWire } from "../Errors.ts"

export const layer = HttpApiBuilder.group(Api, "changeRequests", (handlers) =>
  capturing(
    Effect.gen(function* () {
      const requests = yield* ChangeRequests.ChangeRequests
      const merging = yield* Merging.Merging
      return handlers
        .handle("listChangeRequests", ({ params: path, query: { contributor, status, ...page } }) =>
          onWire(requests.list(path.spaceId, { status, contributor }, page))
        )
        .handle("createChangeRequest", ({ params: path, payload }) =>
          located(onWire(requests.create(path.spaceId, payload)))
        )
        .handle("getChangeRequest", ({ params: path }) => onWire(requests.get(path.spaceId, path.changeRequestId)))
        .handle("updateChangeRequest", ({ params: path, payload }) =>
          onWire(requests.update(path.spaceId, path.changeRequestId, payload))
        )
        .handle("mergeChangeRequest", ({ params: path }) => onWire(merging.merge(path.spaceId, path.changeRequestId)))
        .handle("pullPrimaryContent", ({ params: path }) => onWire(merging.update(path.spaceId, path.changeRequestId)))
        .handle("getMergeStatus", ({ params: path }) => onWire(merging.status(path.spaceId, path.changeRequestId)))
        .handle("resolveConflicts", ({ params: path, payload }) =>
          onWire(merging.resolve(path.spaceId, path.changeRequestId, payload))
        )
        .handle("listContributors", ({ params: path, query: urlParams }) =>
          onWire(requests.contributors(path.spaceId, path.changeRequestId, urlParams))
        )
    })
  )
)
