import { Option, Schema } from "effect"
import { describeFields, optional } from "../../foundation/input/Input.ts"
import { Timestamp, toTimestamp } from "../../foundation/time/Instant.ts"
import { type EventDelivery, Status } from "../delivery/EventDelivery.ts"
import * as WebhookEvent from "./WebhookEvent.ts"

const fields = describeFields(
  {
    object: Schema.Literal("webhook-delivery"),
    eventId: Schema.String,
    type: Schema.String,
    /** `failed` deliveries are only retried by a replay. */
    status: Status,
    /** Attempts since it was created or last replayed. */
    attempts: Schema.Int,
    createdAt: Timestamp,
    /** Time of the next attempt, unless an earlier delivery is pending. */
    nextAttemptAt: optional(Timestamp),
    lastAttemptAt: optional(Timestamp),
    /** The status of the last response, if there was one. */
    lastStatus: optional(Schema.Int),
    /** Why the last attempt failed. */
    lastError: optional(Schema.String)
  },
  {
    eventId: "Identifier of the event, the same in every attempt.",
    type: "Type of the event, such as `spaces.update`.",
    status: "State of the delivery.",
    attempts: "Number of attempts so far.",
    nextAttemptAt: "Time of the next attempt; absent when there is none.",
    lastAttemptAt: "Time of the last attempt.",
    lastStatus: "HTTP status of the last answer.",
    lastError: "Why the last attempt failed.",
    createdAt: "Time of creation, in UTC with milliseconds."
  }
)

/** One event for one webhook, with the result of its delivery. */
export const WebhookDeliveryView = Schema.Struct(fields).annotate({ identifier: "WebhookDelivery" })
export type WebhookDeliveryView = typeof WebhookDeliveryView.Type

/** The same with the payload. */
export const PayloadDeliveryView = Schema.Struct(
  describeFields(
    {
      ...fields,
      payload: WebhookEvent.WebhookEvent
    },
    { payload: "Body that was sent." }
  )
).annotate({ identifier: "WebhookDeliveryWithPayload" })
export type PayloadDeliveryView = typeof PayloadDeliveryView.Type

/** Placeholder for a payload that this version cannot decode. */
const unreadable = ({ eventId }: EventDelivery): WebhookEvent.WebhookEvent => ({
  eventId,
  type: "",
  at: "",
  organization: "",
  actor: "",
  subjects: []
})

const payloadOf = (self: EventDelivery) => Option.getOrElse(WebhookEvent.ofText(self.payload), () => unreadable(self))

const show = (self: EventDelivery, type: string): WebhookDeliveryView => ({
  object: "webhook-delivery",
  eventId: self.eventId,
  type,
  status: self.status,
  attempts: self.attempts,
  createdAt: toTimestamp(self.createdAt),
  ...(self.nextAt === null ? {} : { nextAttemptAt: toTimestamp(self.nextAt) }),
  ...(self.lastAttemptAt === null ? {} : { lastAttemptAt: toTimestamp(self.lastAttemptAt) }),
  ...(self.lastStatus === null ? {} : { lastStatus: self.lastStatus }),
  ...(self.lastWhy === null ? {} : { lastError: self.lastWhy })
})

export const view = (self: EventDelivery): WebhookDeliveryView => show(self, payloadOf(self).type)

export const viewWithPayload = (self: EventDelivery): PayloadDeliveryView => {
  const payload = payloadOf(self)
  return { ...show(self, payload.type), payload }
}
