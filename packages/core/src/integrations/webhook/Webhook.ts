import { Schema } from "effect"
import { toCurrentType } from "../../foundation/events/FormerEventTypes.ts"
import { OrganizationId } from "../../foundation/id/OrganizationId.ts"
import { WebhookId } from "../../foundation/id/WebhookId.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { Instant } from "../../foundation/time/Instant.ts"

/** The receiver kind of webhooks, each under its own id. */
export const kind = "webhook"

/** Times in milliseconds. */
export const limits = {
  /** How long the previous secret remains valid (rule webhook-rotation). */
  overlap: 86_400_000,
  /** How long a webhook may fail without a success before it is paused (rule webhook-paused). */
  patience: 259_200_000
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
