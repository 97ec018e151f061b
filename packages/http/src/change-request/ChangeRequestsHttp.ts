import { HttpApiBuilder } from "@effect/platform"
import { ChangeRequests, Merging } from "@quire/core"
import { Effect } from "effect"
import { located } from "../Answers.ts"
import { Api } from "../Api.ts"
import { onWire } from "../Errors.ts"

export const layer = HttpApiBuilder.group(Api, "changeRequests", (handlers) =>
  Effect.gen(function* () {
    const requests = yield* ChangeRequests.ChangeRequests
    const merging = yield* Merging.Merging
    return handlers
      .handle("listChangeRequests", ({ path, urlParams: { contributor, status, ...page } }) =>
        onWire(requests.list(path.spaceId, { status, contributor }, page))
      )
      .handle("createChangeRequest", ({ path, payload }) => located(onWire(requests.create(path.spaceId, payload))))
      .handle("getChangeRequest", ({ path }) => onWire(requests.get(path.spaceId, path.changeRequestId)))
      .handle("updateChangeRequest", ({ path, payload }) =>
        onWire(requests.update(path.spaceId, path.changeRequestId, payload))
      )
      .handle("mergeChangeRequest", ({ path }) => onWire(merging.merge(path.spaceId, path.changeRequestId)))
      .handle("pullPrimaryContent", ({ path }) => onWire(merging.update(path.spaceId, path.changeRequestId)))
      .handle("getMergeStatus", ({ path }) => onWire(merging.status(path.spaceId, path.changeRequestId)))
      .handle("resolveConflicts", ({ path, payload }) =>
        onWire(merging.resolve(path.spaceId, path.changeRequestId, payload))
      )
      .handle("listContributors", ({ path, urlParams }) =>
        onWire(requests.contributors(path.spaceId, path.changeRequestId, urlParams))
      )
  })
)
