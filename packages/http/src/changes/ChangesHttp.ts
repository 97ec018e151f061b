import { HttpApiBuilder } from "@effect/platform"
import { Changes } from "@quire/core"
import { Effect } from "effect"
import { Api } from "../Api.ts"
import { onWire } from "../Errors.ts"

export const layer = HttpApiBuilder.group(Api, "changes", (handlers) =>
  Effect.map(Changes.Changes, (changes) =>
    handlers
      .handle("listChangesInRevision", ({ path: { revisionId, spaceId }, urlParams: { limit } }) =>
        onWire(changes.ofRevision({ space: spaceId, revision: revisionId }, limit))
      )
      .handle("listChangesInChangeRequest", ({ path: { changeRequestId, spaceId }, urlParams: { limit } }) =>
        onWire(changes.ofChangeRequest({ space: spaceId, changeRequest: changeRequestId }, limit))
      )
  )
)
