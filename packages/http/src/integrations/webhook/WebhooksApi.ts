import { Input, OrganizationId, WebhookDeliveryView, WebhookId, WebhookInput, WebhookView } from "@quire/core"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { Absent, Removed } from "../../foundation/answer/Answers.ts"
import * as Errors from "../../foundation/error/Errors.ts"
import { NotFound, UnprocessableContent } from "../../foundation/error/Errors.ts"
import { Failures } from "../../foundation/error/Failures.ts"
import { Authentication } from "../../foundation/exchange/Authentication.ts"
import * as Paging from "../../foundation/query/Paging.ts"

const organization = Schema.Struct({ organizationId: OrganizationId.OrganizationId })
const webhook = Schema.Struct({ ...organization.fields, webhookId: WebhookId.WebhookId })
const delivery = Schema.Struct(
  Input.describeFields(
    { ...webhook.fields, eventId: Schema.String },
    { eventId: "Identifier of the event, the same in every attempt." }
  )
)

const all = "/orgs/:organizationId/webhooks"
const one = "/orgs/:organizationId/webhooks/:webhookId"

const Filter = Schema.Struct(
  Input.describeFields(
    {
      ...Paging.UrlParams.fields,
      status: Schema.optionalKey(WebhookDeliveryView.WebhookDeliveryView.fields.status)
    },
    { status: "State that the deliveries must have." }
  )
)

/** Servers of others that are told of what happens in an organization, and what they were told. */
export class WebhooksApi extends HttpApiGroup.make("webhooks", { topLevel: true })
  .add(
    HttpApiEndpoint.get("listWebhooks", all, {
      params: organization,
      query: Paging.UrlParams,
      success: Paging.of(WebhookView.WebhookView),
      error: [Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "List webhooks")
      .annotate(OpenApi.Description, "Returns the webhooks of an organization without their secrets.")
  )
  .add(
    HttpApiEndpoint.post("createWebhook", all, {
      params: organization,
      payload: WebhookInput.Create,
      success: WebhookView.SecretWebhookView.pipe(HttpApiSchema.status(201)),
      error: [UnprocessableContent, Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "Create a webhook")
      .annotate(OpenApi.Description, "Returns the secret that signs deliveries, which is shown only once.")
  )
  .add(
    HttpApiEndpoint.get("getWebhook", one, {
      params: webhook,
      success: WebhookView.WebhookView,
      error: [Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "Get a webhook")
      .annotate(OpenApi.Description, "Returns a webhook with the state of its deliveries.")
  )
  .add(
    HttpApiEndpoint.patch("updateWebhook", one, {
      params: webhook,
      payload: WebhookInput.Patch,
      success: WebhookView.WebhookView,
      error: [Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "Update a webhook")
      .annotate(OpenApi.Description, "Changes the fields that the body names; `active` resumes a paused webhook.")
  )
  .add(
    HttpApiEndpoint.delete("deleteWebhook", one, {
      params: webhook,
      success: [Removed, Absent],
      error: [Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "Delete a webhook")
      .annotate(OpenApi.Description, "Deletes the webhook with its deliveries.")
  )
  .add(
    HttpApiEndpoint.post("rotateWebhookSecret", `${one}/rotate`, {
      params: webhook,
      success: WebhookView.SecretWebhookView,
      error: [Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "Rotate a webhook secret")
      .annotate(OpenApi.Description, "Returns a new secret; the previous one signs as well for a day.")
  )
  .add(
    HttpApiEndpoint.post("pingWebhook", `${one}/ping`, {
      params: webhook,
      success: Absent,
      error: [Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "Ping a webhook")
      .annotate(OpenApi.Description, "Delivers an event that is sent to this webhook alone.")
  )
  .add(
    HttpApiEndpoint.get("listWebhookDeliveries", `${one}/deliveries`, {
      params: webhook,
      query: Filter,
      success: Paging.of(WebhookDeliveryView.WebhookDeliveryView),
      error: [Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "List webhook deliveries")
      .annotate(OpenApi.Description, "Returns the deliveries of a webhook, newest first.")
  )
  .add(
    HttpApiEndpoint.get("getWebhookDelivery", `${one}/deliveries/:eventId`, {
      params: delivery,
      success: WebhookDeliveryView.PayloadDeliveryView,
      error: [Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "Get a webhook delivery")
      .annotate(OpenApi.Description, "Returns a delivery with the body that is sent.")
  )
  .add(
    HttpApiEndpoint.post("replayWebhookDelivery", `${one}/deliveries/:eventId/replay`, {
      params: delivery,
      success: Absent,
      error: [Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "Replay a webhook delivery")
      .annotate(OpenApi.Description, "Delivers an event again that could not be delivered.")
  )
  .add(
    HttpApiEndpoint.post("replayWebhookDeliveries", `${one}/deliveries/replay`, {
      params: webhook,
      success: WebhookView.ReplayedView,
      error: [Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "Replay failed deliveries")
      .annotate(
        OpenApi.Description,
        "Delivers again all events that could not be delivered, at most a thousand at once."
      )
  )
  .annotate(OpenApi.Title, "Webhooks")
  .middleware(Authentication)
  .middleware(Failures)
  .prefix("/v1") {}
