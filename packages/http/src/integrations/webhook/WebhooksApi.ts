import { OrganizationId, WebhookDeliveryView, WebhookId, WebhookInput, WebhookView } from "@quire/core"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { Absent, Removed } from "../../foundation/answer/Answers.ts"
import { Forbidden, NotFound, UnprocessableContent } from "../../foundation/error/Errors.ts"
import { Failures } from "../../foundation/error/Failures.ts"
import { Authentication } from "../../foundation/exchange/Authentication.ts"
import * as Paging from "../../foundation/query/Paging.ts"

const organization = Schema.Struct({ organizationId: OrganizationId.OrganizationId })
const webhook = Schema.Struct({ ...organization.fields, webhookId: WebhookId.WebhookId })
const delivery = Schema.Struct({ ...webhook.fields, eventId: Schema.String })

const all = "/orgs/:organizationId/webhooks"
const one = "/orgs/:organizationId/webhooks/:webhookId"

const Filter = Schema.Struct({
  ...Paging.UrlParams.fields,
  status: Schema.optionalKey(WebhookDeliveryView.WebhookDeliveryView.fields.status)
})

/** Servers of others that are told of what happens in an organization, and what they were told. */
export class WebhooksApi extends HttpApiGroup.make("webhooks", { topLevel: true })
  .add(
    HttpApiEndpoint.get("listWebhooks", all, {
      params: organization,
      query: Paging.UrlParams,
      success: Paging.of(WebhookView.WebhookView),
      error: [Forbidden, NotFound]
    }).annotate(OpenApi.Summary, "List the webhooks of an organization")
  )
  .add(
    HttpApiEndpoint.post("createWebhook", all, {
      params: organization,
      payload: WebhookInput.Create,
      success: WebhookView.SecretWebhookView.pipe(HttpApiSchema.status(201)),
      error: [UnprocessableContent, Forbidden, NotFound]
    }).annotate(OpenApi.Summary, "Create a webhook; its secret is shown once")
  )
  .add(
    HttpApiEndpoint.get("getWebhook", one, {
      params: webhook,
      success: WebhookView.WebhookView,
      error: [Forbidden, NotFound]
    }).annotate(OpenApi.Summary, "Get a webhook, with how it stands")
  )
  .add(
    HttpApiEndpoint.patch("updateWebhook", one, {
      params: webhook,
      payload: WebhookInput.Patch,
      success: WebhookView.WebhookView,
      error: [Forbidden, NotFound]
    }).annotate(OpenApi.Summary, "Update a webhook, or let a paused one go on")
  )
  .add(
    HttpApiEndpoint.delete("deleteWebhook", one, {
      params: webhook,
      success: [Removed, Absent],
      error: [Forbidden, NotFound]
    }).annotate(OpenApi.Summary, "Delete a webhook, with what it was told")
  )
  .add(
    HttpApiEndpoint.post("rotateWebhookSecret", `${one}/rotate`, {
      params: webhook,
      success: WebhookView.SecretWebhookView,
      error: [Forbidden, NotFound]
    }).annotate(OpenApi.Summary, "Make another secret of a webhook; the one before signs for a day beside it")
  )
  .add(
    HttpApiEndpoint.post("pingWebhook", `${one}/ping`, {
      params: webhook,
      success: Absent,
      error: [Forbidden, NotFound]
    }).annotate(OpenApi.Summary, "Have an event delivered to a webhook that is for it alone")
  )
  .add(
    HttpApiEndpoint.get("listWebhookDeliveries", `${one}/deliveries`, {
      params: webhook,
      query: Filter,
      success: Paging.of(WebhookDeliveryView.WebhookDeliveryView),
      error: [Forbidden, NotFound]
    }).annotate(OpenApi.Summary, "List what a webhook is told and was told, the newest first")
  )
  .add(
    HttpApiEndpoint.get("getWebhookDelivery", `${one}/deliveries/:eventId`, {
      params: delivery,
      success: WebhookDeliveryView.PayloadDeliveryView,
      error: [Forbidden, NotFound]
    }).annotate(OpenApi.Summary, "Get a delivery with what is sent")
  )
  .add(
    HttpApiEndpoint.post("replayWebhookDelivery", `${one}/deliveries/:eventId/replay`, {
      params: delivery,
      success: Absent,
      error: [Forbidden, NotFound]
    }).annotate(OpenApi.Summary, "Tell a webhook again of an event that it could not be told of")
  )
  .add(
    HttpApiEndpoint.post("replayWebhookDeliveries", `${one}/deliveries/replay`, {
      params: webhook,
      success: WebhookView.ReplayedView,
      error: [Forbidden, NotFound]
    }).annotate(OpenApi.Summary, "Tell a webhook again of all that it could not be told of, a thousand at most")
  )
  .annotate(OpenApi.Title, "Webhooks")
  .middleware(Authentication)
  .middleware(Failures)
  .prefix("/v1") {}
