import { Schema } from "effect"
import { EventType, WrittenType } from "../../foundation/events/EventType.ts"
import { toCurrentType } from "../../foundation/events/FormerEventTypes.ts"
import { OrganizationId, WebhookId } from "../../foundation/id/Ids.ts"
import { closed, describeFields, optional, WebAddress } from "../../foundation/input/Input.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { singleLine } from "../../foundation/text/Text.ts"
import { Instant, Timestamp, toTimestamp } from "../../foundation/time/Instant.ts"
import type { DeliveryQueue } from "../delivery/EventDelivery.ts"

/** The receiver kind of webhooks, each under its own id. */
export const kind = "webhook"

export const limits = {
  /** Times in milliseconds. */
  /** How long the previous secret remains valid (rule webhook-rotation). */
  overlap: 86_400_000,
  /** How long a webhook may fail without a success before it is paused (rule webhook-paused). */
  patience: 259_200_000,
  descriptionLength: 256,
  webhooksPerOrganization: 50
} as const

/** Types of events, or all of them. */
export const Kinds = Schema.Union([Schema.Literal("all"), Schema.Array(Schema.String)])
export type Kinds = typeof Kinds.Type

/** A webhook of an organization, as stored; its secrets are a separate row. */
export const Webhook = Schema.Struct({
  id: WebhookId,
  organization: OrganizationId,
  url: Schema.String,
  /** Event types by the names of the version that stored them. */
  events: Kinds,
  description: Schema.String,
  /** Whether it delivers events; while it does not, events stay queued. */
  active: Schema.Boolean,
  /** When the previous secret expires; null before the first rotation. */
  overlapsUntil: Schema.NullOr(Instant),
  createdAt: Instant,
  updatedAt: Instant
})
export type Webhook = typeof Webhook.Type

/** Whether it is subscribed to an event type, by its current or a former name. */
export const isFor = ({ events }: Pick<Webhook, "events">, type: string): boolean =>
  events === "all" || events.some((each) => toCurrentType(each) === toCurrentType(type))

/** State of a webhook in events: of its URL only the host, because the rest may be a secret (rule webhook-audit). */
export const announced = ({ active, description, events, id, url }: Webhook) => ({
  id,
  host: new URL(url).host,
  events,
  description,
  active
})

export const collection = Repository.collection({
  name: "webhooks",
  schema: Webhook,
  columns: { organization: { kind: "text", of: (self) => self.organization } },
  indexes: { inOrganization: { on: ["organization"] } },
  unique: {},
  references: [{ column: "organization", to: "organizations", onDelete: "cascade" }],
  counters: [],
  rank: 3
})

const types = Schema.Array(EventType).check(
  Schema.isMinLength(1, { expected: "an array of at least 1 item(s)" }),
  Schema.isUnique({ expected: "items that differ" })
)

/** Types of events, or all. */
const InputKinds = Schema.Union([Schema.Literal("all"), types]).annotate({
  identifier: "WebhookEvents",
  message: 'must be "all", or types of events that differ'
})

const inputFields = describeFields(
  {
    events: optional(InputKinds),
    description: optional(singleLine(0, limits.descriptionLength)),
    active: optional(Schema.Boolean)
  },
  {
    events: "Types of events to deliver; all when absent.",
    description: "Note about the purpose of the webhook.",
    active: "Whether events are delivered."
  }
)

/** Defaults to all events, active, and no description. */
export const Create = closed(
  "WebhookCreate",
  { url: WebAddress, ...inputFields },
  { url: "Address that receives the events." }
)
export type Create = typeof Create.Type

export const Patch = closed(
  "WebhookPatch",
  { url: optional(WebAddress), ...inputFields },
  { url: "Address that receives the events." }
)
export type Patch = typeof Patch.Type

/** The organization has no such webhook. */
export class WebhookNotFound extends Schema.TaggedError<WebhookNotFound>()("WebhookNotFound", { id: Schema.String }) {
  readonly kind = "not-found" as const
  override get message() {
    return `webhook ${this.id} does not exist`
  }
}

/** The webhook has no delivery of the event, or it is older than deliveries are kept. */
export class WebhookDeliveryNotFound extends Schema.TaggedError<WebhookDeliveryNotFound>()("WebhookDeliveryNotFound", {
  event: Schema.String
}) {
  readonly kind = "not-found" as const
  override get message() {
    return `event ${this.event} has no stored delivery`
  }
}

/** The organization has reached its limit of webhooks (rule webhook-limits). */
export class TooManyWebhooks extends Schema.TaggedError<TooManyWebhooks>()("TooManyWebhooks", {
  organization: Schema.String
}) {
  readonly kind = "limit" as const
  override get message() {
    return `organization ${this.organization} has reached the limit of ${limits.webhooksPerOrganization} webhooks`
  }
}

const refused = "must be an https URL without credentials; http is only allowed for hosts that the operator listed"

/** The URL is not encrypted, so that deliveries could be read or changed in transit (rule webhook-address). */
export class WebhookAddressRefused extends Schema.TaggedError<WebhookAddressRefused>()("WebhookAddressRefused", {}) {
  readonly kind = "invalid" as const
  override get message() {
    return `url: ${refused}`
  }
  get details() {
    return [{ path: "url", rule: refused }]
  }
}

/** Whether an http or https URL can be that of a webhook. */
export const isSafeAddress = (url: string, isListed: (url: string) => boolean): boolean => {
  const { password, protocol, username } = new URL(url)
  return username === "" && password === "" && (protocol === "https:" || isListed(url))
}

export const patch = (self: Webhook, changes: Patch): Webhook => ({
  ...self,
  url: changes.url ?? self.url,
  events: changes.events ?? self.events,
  description: changes.description ?? self.description,
  active: changes.active ?? self.active
})

const viewFields = describeFields(
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
export const WebhookView = Schema.Struct(viewFields).annotate({ identifier: "Webhook" })
export type WebhookView = typeof WebhookView.Type

/** The same with a new secret, which is not shown again. */
export const SecretWebhookView = Schema.Struct(
  describeFields({ ...viewFields, secret: Schema.String }, { secret: "Secret that signs deliveries; shown only once." })
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
