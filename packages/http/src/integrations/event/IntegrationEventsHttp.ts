import { IntegrationEvents } from "@quire/core"
import { Effect } from "effect"
import { Api } from "../../Api.ts"
import * as HandlerGroup from "../../foundation/exchange/HandlerGroup.ts"

export const layer = HandlerGroup.layer(
  Api,
  "integrationEvents",
  Effect.map(IntegrationEvents.IntegrationEvents, (events) => ({
    listIntegrationEvents: ({ params: path, query }) => events.list(path.integrationName, query),
    getIntegrationEvent: ({ params: path }) => events.get(path.integrationName, path.eventId),
    replayIntegrationEvent: ({ params: path }) => events.replay(path.integrationName, path.eventId)
  }))
)
