import { IntegrationEvents } from "@quire/core"
import { Effect } from "effect"
import { Api } from "../../Api.ts"
import { answering } from "../../foundation/answer/PlainAnswer.ts"
import { onWire } from "../../foundation/error/Errors.ts"
import { capturing } from "../../foundation/exchange/Capture.ts"
import * as HandlerGroup from "../../foundation/exchange/HandlerGroup.ts"

export const layer = HandlerGroup.layer(Api, "integrationEvents", (handlers) =>
  capturing(
    Effect.map(IntegrationEvents.IntegrationEvents, (events) =>
      handlers
        .handle(
          "listIntegrationEvents",
          answering(({ params: path, query }) => onWire(events.list(path.integrationName, query)))
        )
        .handle(
          "getIntegrationEvent",
          answering(({ params: path }) => onWire(events.get(path.integrationName, path.eventId)))
        )
        .handle(
          "replayIntegrationEvent",
          answering(({ params: path }) => onWire(events.replay(path.integrationName, path.eventId)))
        )
    )
  )
)
