import { Input, OrganizationId, Webhook, WebhookDeliveries, WebhookId, Webhooks } from "@quire/core"
import { Effect, Schema } from "effect"
import { HttpApiSchema } from "effect/http-api"
import { Absent, Removed, respondRemoved, withOwnLocation } from "../../foundation/answer/Answers.ts"
import * as Endpoint from "../../foundation/endpoint/Endpoint.ts"
import * as Group from "../../foundation/endpoint/Group.ts"
import * as Permission from "../../foundation/endpoint/Permission.ts"
import * as Errors from "../../foundation/error/Errors.ts"
import { NotFound, UnprocessableContent } from "../../foundation/error/Errors.ts"
import * as Paging from "../../foundation/query/Paging.ts"

const organization = Schema.Struct({ organizationId: OrganizationId })
const webhook = Schema.Struct({ ...organization.fields, webhookId: WebhookId })
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
      status: Schema.optionalKey(WebhookDeliveries.WebhookDeliveryView.fields.status)
    },
    { status: "State that the deliveries must have." }
  )
)

/** Webhooks of organizations and their deliveries. */
export class WebhooksApi extends Group.make(
  "webhooks",
  "Webhooks",
  Endpoint.get("listWebhooks", all, {
    summary: "List webhooks",
    description: "Returns the webhooks of an organization without their secrets.",
    permission: Permission.refusing("organization:admin"),
    params: organization,
    query: Paging.UrlParams,
    success: Paging.of(Webhook.WebhookView),
    error: [Errors.Forbidden, NotFound]
  }),
  Endpoint.post("createWebhook", all, {
    summary: "Create a webhook",
    description: "Returns the secret that signs deliveries, which is shown only once.",
    permission: Permission.refusing("organization:admin"),
    params: organization,
    payload: Webhook.Create,
    success: Webhook.SecretWebhookView.pipe(HttpApiSchema.status(201)),
    error: [UnprocessableContent, Errors.Forbidden, NotFound]
  }),
  Endpoint.get("getWebhook", one, {
    summary: "Get a webhook",
    description: "Returns a webhook with the state of its deliveries.",
    permission: Permission.refusing("organization:admin"),
    params: webhook,
    success: Webhook.WebhookView,
    error: [Errors.Forbidden, NotFound]
  }),
  Endpoint.patch("updateWebhook", one, {
    summary: "Update a webhook",
    description: "Changes the fields that the body names; `active` resumes a paused webhook.",
    permission: Permission.refusing("organization:admin"),
    params: webhook,
    payload: Webhook.Patch,
    success: Webhook.WebhookView,
    error: [Errors.Forbidden, NotFound]
  }),
  Endpoint.delete("deleteWebhook", one, {
    summary: "Delete a webhook",
    description: "Deletes the webhook with its deliveries.",
    permission: Permission.deleting("organization:admin"),
    params: webhook,
    success: [Removed, Absent],
    error: [Errors.Forbidden, NotFound]
  }),
  Endpoint.post("rotateWebhookSecret", `${one}/rotate`, {
    summary: "Rotate a webhook secret",
    description: "Returns a new secret. Deliveries are also signed with the previous secret for a day.",
    permission: Permission.refusing("organization:admin"),
    params: webhook,
    success: Webhook.SecretWebhookView,
    error: [Errors.Forbidden, NotFound]
  }),
  Endpoint.post("pingWebhook", `${one}/ping`, {
    summary: "Ping a webhook",
    description: "Delivers a test event to this webhook only.",
    permission: Permission.refusing("organization:admin"),
    params: webhook,
    success: Absent,
    error: [Errors.Forbidden, NotFound]
  }),
  Endpoint.get("listWebhookDeliveries", `${one}/deliveries`, {
    summary: "List webhook deliveries",
    description: "Returns the deliveries of a webhook, newest first.",
    permission: Permission.refusing("organization:admin"),
    params: webhook,
    query: Filter,
    success: Paging.of(WebhookDeliveries.WebhookDeliveryView),
    error: [Errors.Forbidden, NotFound]
  }),
  Endpoint.get("getWebhookDelivery", `${one}/deliveries/:eventId`, {
    summary: "Get a webhook delivery",
    description: "Returns a delivery with the body that is sent.",
    permission: Permission.refusing("organization:admin"),
    params: delivery,
    success: WebhookDeliveries.PayloadDeliveryView,
    error: [Errors.Forbidden, NotFound]
  }),
  Endpoint.post("replayWebhookDelivery", `${one}/deliveries/:eventId/replay`, {
    summary: "Replay a webhook delivery",
    description: "Delivers an event again after its delivery failed.",
    permission: Permission.refusing("organization:admin"),
    params: delivery,
    success: Absent,
    error: [Errors.Forbidden, NotFound]
  }),
  Endpoint.post("replayWebhookDeliveries", `${one}/deliveries/replay`, {
    summary: "Replay failed deliveries",
    description: "Delivers all failed events again, at most a thousand at once.",
    permission: Permission.refusing("organization:admin"),
    params: webhook,
    success: Webhook.ReplayedView,
    error: [Errors.Forbidden, NotFound]
  })
) {
  static readonly layer = Group.layer(
    this,
    Effect.gen(function* () {
      const webhooks = yield* Webhooks.Webhooks
      const deliveries = yield* WebhookDeliveries.WebhookDeliveries
      return {
        listWebhooks: ({ params: path, query }) => webhooks.list(path.organizationId, query),
        createWebhook: ({ params: path, payload }) => withOwnLocation(webhooks.create(path.organizationId, payload)),
        getWebhook: ({ params: path }) => webhooks.get(path.organizationId, path.webhookId),
        updateWebhook: ({ params: path, payload }) => webhooks.update(path.organizationId, path.webhookId, payload),
        deleteWebhook: ({ params: path }) => respondRemoved(webhooks.remove(path.organizationId, path.webhookId)),
        rotateWebhookSecret: ({ params: path }) => webhooks.rotate(path.organizationId, path.webhookId),
        pingWebhook: ({ params: path }) => webhooks.ping(path.organizationId, path.webhookId),
        listWebhookDeliveries: ({ params: path, query }) => deliveries.list(path.organizationId, path.webhookId, query),
        getWebhookDelivery: ({ params: path }) => deliveries.get(path.organizationId, path.webhookId, path.eventId),
        replayWebhookDelivery: ({ params: path }) =>
          deliveries.replay(path.organizationId, path.webhookId, path.eventId),
        replayWebhookDeliveries: ({ params: path }) => deliveries.replayAll(path.organizationId, path.webhookId)
      }
    })
  )
}
