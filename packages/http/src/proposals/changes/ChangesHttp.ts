import { Changes } from "@quire/core"
import { Effect } from "effect"
import { Api } from "../../Api.ts"
import * as HandlerGroup from "../../foundation/exchange/HandlerGroup.ts"

export const layer = HandlerGroup.layer(
  Api,
  "changes",
  Effect.map(Changes.Changes, (changes) => ({
    listChangesInRevision: ({ params: { revisionId, spaceId }, query: { limit } }) =>
      changes.ofRevision({ space: spaceId, revision: revisionId }, limit),
    listChangesInChangeRequest: ({ params: { changeRequestId, spaceId }, query: { limit } }) =>
      changes.ofChangeRequest({ space: spaceId, changeRequest: changeRequestId }, limit)
  }))
)
