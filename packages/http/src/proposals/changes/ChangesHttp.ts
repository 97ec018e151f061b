import { Changes } from "@quire/core"
import { Effect } from "effect"
import { Api } from "../../Api.ts"
import { answering } from "../../foundation/answer/PlainAnswer.ts"
import { onWire } from "../../foundation/error/Errors.ts"
import { capturing } from "../../foundation/exchange/Capture.ts"
import * as HandlerGroup from "../../foundation/exchange/HandlerGroup.ts"

export const layer = HandlerGroup.layer(Api, "changes", (handlers) =>
  capturing(
    Effect.map(Changes.Changes, (changes) =>
      handlers
        .handle(
          "listChangesInRevision",
          answering(({ params: { revisionId, spaceId }, query: { limit } }) =>
            onWire(changes.ofRevision({ space: spaceId, revision: revisionId }, limit))
          )
        )
        .handle(
          "listChangesInChangeRequest",
          answering(({ params: { changeRequestId, spaceId }, query: { limit } }) =>
            onWire(changes.ofChangeRequest({ space: spaceId, changeRequest: changeRequestId }, limit))
          )
        )
    )
  )
)
