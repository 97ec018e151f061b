import { ChangeRequests, Merging } from "@quire/core"
import { Effect } from "effect"
import { Api } from "../../Api.ts"
import { withOwnLocation } from "../../foundation/answer/Answers.ts"
import * as HandlerGroup from "../../foundation/exchange/HandlerGroup.ts"

export const layer = HandlerGroup.layer(
  Api,
  "changeRequests",
  Effect.gen(function* () {
    const requests = yield* ChangeRequests.ChangeRequests
    const merging = yield* Merging.Merging
    return {
      listChangeRequests: ({ params: path, query: { contributor, status, ...page } }) =>
        requests.list(path.spaceId, { status, contributor }, page),
      createChangeRequest: ({ params: path, payload }) => withOwnLocation(requests.create(path.spaceId, payload)),
      getChangeRequest: ({ params: path }) => requests.get(path.spaceId, path.changeRequestId),
      updateChangeRequest: ({ params: path, payload }) => requests.update(path.spaceId, path.changeRequestId, payload),
      mergeChangeRequest: ({ params: path }) => merging.merge(path.spaceId, path.changeRequestId),
      pullPrimaryContent: ({ params: path }) => merging.update(path.spaceId, path.changeRequestId),
      getMergeStatus: ({ params: path }) => merging.status(path.spaceId, path.changeRequestId),
      resolveConflicts: ({ params: path, payload }) => merging.resolve(path.spaceId, path.changeRequestId, payload),
      listContributors: ({ params: path, query: urlParams }) =>
        requests.contributors(path.spaceId, path.changeRequestId, urlParams)
    }
  })
)
