import { Schema } from "effect"
import { WrittenType } from "../../foundation/events/EventType.ts"
import { toCurrentType } from "../../foundation/events/FormerEventTypes.ts"
import { WebhookId } from "../../foundation/id/WebhookId.ts"
import { describeFields, optional } from "../../foundation/input/Input.ts"
import { Timestamp, toTimestamp } from "../../foundation/time/Instant.ts"
import type { DeliveryQueue } from "../delivery/DeliveryQueue.ts"
import type { Webhook } from "./Webhook.ts"

const fields = describeFields(
  {
    object: Schema.Literal("webhook"),
    id: WebhookId,
    url: Schema.String,
    events: Schema.Union([Schema.Literal("all"), Schema.Array(WrittenType)]),
    description: Schema.String,
    active: Schema.Boolean,
    /** `paused` webhooks failed for too long and receive nothing until they are set active again. */
    status: Schema.Literals(["active", "inactive", "paused"]),
    /** The first failure after the last success. */
    failingSince: optional(Timestamp),
    /** Why the last attempt failed. */
    lastError: optional(Schema.String),
    /** Time until which the previous secret signs too. */
    overlapsUntil: optional(Timestamp),
    createdAt: Timestamp,
    updatedAt: Timestamp,
    urls: Schema.Struct(describeFields({ location: Schema.String }, { location: "Address of the object in the API." }))
  },
  {
    description: "Note about the purpose of the webhook.",
    active: "Whether events are delivered.",
    url: "Address that receives the events.",
    events: "Types of events that are delivered, or `all`.",
    status: "Whether the webhook delivers, is switched off, or paused after failures.",
    failingSince: "Time of the first failure since the last success.",
    lastError: "Why the last delivery failed.",
    overlapsUntil: "Time until which deliveries are also signed with the previous secret.",
    id: "Identifier, which never changes.",
    createdAt: "Time of creation, in UTC with milliseconds.",
    updatedAt: "Time of the last change, in UTC with milliseconds.",
    urls: "Addresses that belong to the object."
  }
)

/** A webhook as administrators see it. */
export const WebhookView = Schema.Struct(fields).annotate({ identifier: "Webhook" })
export type WebhookView = typeof WebhookView.Type

/** The same with a new secret, which is not shown again. */
export const SecretWebhookView = Schema.Struct(
  describeFields({ ...fields, secret: Schema.String }, { secret: "Secret that signs deliveries; shown only once." })
).annotate({
  identifier: "WebhookWithSecret"
})
export type SecretWebhookView = typeof SecretWebhookView.Type

/** Number of failed deliveries that are retried, and number that are left. */
export const ReplayedView = Schema.Struct(
  describeFields(
    { replayed: Schema.Int, left: Schema.Int },
    { replayed: "Number of deliveries that were queued again.", left: "Number of deliveries that are left to replay." }
  )
).annotate({
  identifier: "WebhookReplay"
})
export type ReplayedView = typeof ReplayedView.Type

/** Whether delivery is suspended because it failed for too long (rule webhook-paused). */
export const isPaused = (self: Webhook, queue: DeliveryQueue | undefined): boolean =>
  self.active && queue?.isHeld === true

const statusOf = (self: Webhook, queue: DeliveryQueue | undefined): WebhookView["status"] => {
  if (!self.active) return "inactive"
  return isPaused(self, queue) ? "paused" : "active"
}

export const view = (self: Webhook, queue: DeliveryQueue | undefined, base: string, now: number): WebhookView => ({
  object: "webhook",
  id: self.id,
  url: self.url,
  events: self.events === "all" ? "all" : [...new Set(self.events.map(toCurrentType))],
  description: self.description,
  active: self.active,
  status: statusOf(self, queue),
  ...(queue === undefined || queue.failingSince === null ? {} : { failingSince: toTimestamp(queue.failingSince) }),
  ...(queue === undefined || queue.lastError === null ? {} : { lastError: queue.lastError }),
  ...(self.overlapsUntil === null || self.overlapsUntil <= now
    ? {}
    : { overlapsUntil: toTimestamp(self.overlapsUntil) }),
  createdAt: toTimestamp(self.createdAt),
  updatedAt: toTimestamp(self.updatedAt),
  urls: { location: `${base}/v1/orgs/${self.organization}/webhooks/${self.id}` }
})
