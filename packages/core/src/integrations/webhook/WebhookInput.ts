import { Schema } from "effect"
import { EventType } from "../../foundation/events/EventType.ts"
import { closed, describeFields, optional, WebAddress } from "../../foundation/input/Input.ts"
import { singleLine } from "../../foundation/text/Text.ts"
import type { Webhook } from "./Webhook.ts"

export const limits = {
  descriptionLength: 256,
  webhooksPerOrganization: 50
} as const

const types = Schema.Array(EventType).check(
  Schema.isMinLength(1, { expected: "an array of at least 1 item(s)" }),
  Schema.isUnique({ expected: "items that differ" })
)

/** Types of events, or all. */
const Kinds = Schema.Union([Schema.Literal("all"), types]).annotate({
  identifier: "WebhookEvents",
  message: 'must be "all", or types of events that differ'
})

const fields = describeFields(
  {
    events: optional(Kinds),
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
  { url: WebAddress, ...fields },
  { url: "Address that receives the events." }
)
export type Create = typeof Create.Type

export const Patch = closed(
  "WebhookPatch",
  { url: optional(WebAddress), ...fields },
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
