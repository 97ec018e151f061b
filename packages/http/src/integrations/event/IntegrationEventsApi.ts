import { Input, IntegrationEventView } from "@quire/core"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { Absent } from "../../foundation/answer/Answers.ts"
import * as Errors from "../../foundation/error/Errors.ts"
import { NotFound } from "../../foundation/error/Errors.ts"
import { Failures } from "../../foundation/error/Failures.ts"
import { Authentication } from "../../foundation/exchange/Authentication.ts"
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

/** What scripts of integrations were told. */
export class IntegrationEventsApi extends HttpApiGroup.make("integrationEvents", { topLevel: true })
  .add(
    HttpApiEndpoint.get("listIntegrationEvents", all, {
      params: integration,
      query: Paging.UrlParams,
      success: Paging.of(IntegrationEventView.IntegrationEventView),
      error: [Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "List integration events")
      .annotate(OpenApi.Description, "Returns the events that the script of an integration received, newest first.")
  )
  .add(
    HttpApiEndpoint.get("getIntegrationEvent", one, {
      params: event,
      success: IntegrationEventView.TracedEventView,
      error: [Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "Get an integration event")
      .annotate(OpenApi.Description, "Returns an event with what the script logged.")
  )
  .add(
    HttpApiEndpoint.post("replayIntegrationEvent", `${one}/replay`, {
      params: event,
      success: Absent,
      error: [Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "Replay an integration event")
      .annotate(OpenApi.Description, "Sends an event again that could not be delivered.")
  )
  .annotate(OpenApi.Title, "Events of integrations")
  .middleware(Authentication)
  .middleware(Failures)
  .prefix("/v1") {}
