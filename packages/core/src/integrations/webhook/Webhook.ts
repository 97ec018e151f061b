import { Schema } from "effect"
import { toCurrentType } from "../../foundation/events/FormerEventTypes.ts"
import { OrganizationId } from "../../foundation/id/OrganizationId.ts"
import { WebhookId } from "../../foundation/id/WebhookId.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { Instant } from "../../foundation/time/Instant.ts"

/** The kind of receivers that webhooks are, each under its own id. */
export const kind = "webhook"

/** Times in milliseconds. */
export const limits = {
  /** How long the secret before the newest signs too (rule webhook-rotation). */
  overlap: 86_400_000,
  /** With failures and without a success for so long it is paused (rule webhook-paused). */
  patience: 259_200_000
} as const

/** Types of events, or all of them. */
export const Kinds = Schema.Union([Schema.Literal("all"), Schema.Array(Schema.String)])
export type Kinds = typeof Kinds.Type

/** A server of somebody’s that is told of what happens in an organization, as stored; its secrets are a row of their own. */
export const Webhook = Schema.Struct({
  id: WebhookId,
  organization: OrganizationId,
  url: Schema.String,
  /** As their versions named them. */
  events: Kinds,
  description: Schema.String,
  /** Nothing is sent while it is not, and events wait. */
  active: Schema.Boolean,
  /** When the secret before the newest ceases to sign; null before the first rotation. */
  overlapsUntil: Schema.NullOr(Instant),
  createdAt: Instant,
  updatedAt: Instant
})
export type Webhook = typeof Webhook.Type

/** Whether it is for events of a type, by its current or a former name. */
export const isFor = ({ events }: Pick<Webhook, "events">, type: string): boolean =>
  events === "all" || events.some((each) => toCurrentType(each) === toCurrentType(type))

/** What events say of it: of its address the host alone, as the rest of one may be a secret (rule webhook-audit). */
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
