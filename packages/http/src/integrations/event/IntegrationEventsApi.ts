import { Input, IntegrationEvent, IntegrationEvents } from "@quire/core"
import { Effect, Schema } from "effect"
import { Absent } from "../../foundation/answer/Answers.ts"
import * as Endpoint from "../../foundation/endpoint/Endpoint.ts"
import * as Group from "../../foundation/endpoint/Group.ts"
import * as Permission from "../../foundation/endpoint/Permission.ts"
import * as Errors from "../../foundation/error/Errors.ts"
import { NotFound } from "../../foundation/error/Errors.ts"
import * as Paging from "../../foundation/query/Paging.ts"
import { integration } from "../installation/Parameters.ts"

const all = "/integrations/:integrationName/events"
const one = "/integrations/:integrationName/events/:eventId"

const event = Schema.Struct(
  Input.describeFields(
    { ...integration.fields, eventId: Schema.String },
    { eventId: "Identifier of the event, the same in every attempt." }
  )
)

/** Events that scripts of integrations received. */
export class IntegrationEventsApi extends Group.make(
  "integrationEvents",
  "Events of integrations",
  Endpoint.get("listIntegrationEvents", all, {
    summary: "List integration events",
    description: "Returns the events that the script of an integration received, newest first.",
    permission: Permission.refusing("integration:admin"),
    scope: "installed",
    params: integration,
    query: Paging.UrlParams,
    success: Paging.of(IntegrationEvent.IntegrationEventView),
    error: [Errors.Forbidden, NotFound]
  }),
  Endpoint.get("getIntegrationEvent", one, {
    summary: "Get an integration event",
    description: "Returns an event with the log output of the script.",
    permission: Permission.refusing("integration:admin"),
    scope: "installed",
    params: event,
    success: IntegrationEvent.TracedEventView,
    error: [Errors.Forbidden, NotFound]
  }),
  Endpoint.post("replayIntegrationEvent", `${one}/replay`, {
    summary: "Replay an integration event",
    description: "Sends an event again after its delivery failed.",
    permission: Permission.refusing("integration:admin"),
    scope: "installed",
    params: event,
    success: Absent,
    error: [Errors.Forbidden, NotFound]
  })
) {
  static readonly layer = Group.layer(
    this,
    Effect.map(IntegrationEvents.IntegrationEvents, (events) => ({
      listIntegrationEvents: ({ params: path, query }) => events.list(path.integrationName, query),
      getIntegrationEvent: ({ params: path }) => events.get(path.integrationName, path.eventId),
      replayIntegrationEvent: ({ params: path }) => events.replay(path.integrationName, path.eventId)
    }))
  )
}
