import { Context, Effect, Layer, Option, Schema } from "effect"
import { Events } from "../../foundation/events/Events.ts"
import type { OrganizationId, WebhookId } from "../../foundation/id/Ids.ts"
import { describeFields, optional } from "../../foundation/input/Input.ts"
import { operation } from "../../foundation/operation/Operation.ts"
import { type PageRequest, Paging } from "../../foundation/paging/Paging.ts"
import { Mutation } from "../../foundation/store/Mutation.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { isStorable } from "../../foundation/text/Text.ts"
import { Timestamp, toTimestamp } from "../../foundation/time/Instant.ts"
import { EventDeliveries } from "../delivery/EventDeliveries.ts"
import * as EventDelivery from "../delivery/EventDelivery.ts"
import { collection, rowId } from "../delivery/EventDelivery.ts"
import { WebhookDeliveryNotFound } from "./Webhook.ts"
import * as WebhookAccess from "./WebhookAccess.ts"
import * as WebhookEvent from "./WebhookEvent.ts"

const fields = describeFields(
  {
    object: Schema.Literal("webhook-delivery"),
    eventId: Schema.String,
    type: Schema.String,
    /** `failed` deliveries are only retried by a replay. */
    status: EventDelivery.Status,
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
const unreadable = ({ eventId }: EventDelivery.EventDelivery): WebhookEvent.WebhookEvent => ({
  eventId,
  type: "",
  at: "",
  organization: "",
  actor: "",
  subjects: []
})

const payloadOf = (self: EventDelivery.EventDelivery) =>
  Option.getOrElse(WebhookEvent.ofText(self.payload), () => unreadable(self))

const show = (self: EventDelivery.EventDelivery, type: string): WebhookDeliveryView => ({
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

export const view = (self: EventDelivery.EventDelivery): WebhookDeliveryView => show(self, payloadOf(self).type)

export const viewWithPayload = (self: EventDelivery.EventDelivery): PayloadDeliveryView => {
  const payload = payloadOf(self)
  return { ...show(self, payload.type), payload }
}

/** Deliveries of webhooks; only for administrators of their organization. */
export class WebhookDeliveries extends Context.Service<WebhookDeliveries>()("@quire/core/WebhookDeliveries", {
  make: Effect.gen(function* () {
    const announcements = yield* Events
    const { paged } = yield* Paging
    const { mutate } = yield* Mutation
    const { find } = yield* WebhookAccess.WebhookAccess
    const deliveries = yield* EventDeliveries
    const rows = yield* Repository.make(collection)

    /** Lists deliveries, newest first; a replayed delivery counts as new. */
    const list = operation("WebhookDeliveries.list")(function* (
      organization: OrganizationId,
      id: WebhookId,
      asked: PageRequest & { readonly status?: EventDelivery.Status | undefined }
    ) {
      const { status, ...request } = asked
      yield* find(organization, id)
      return yield* paged({
        list: "webhookDeliveries",
        filters: [id, status ?? null],
        request,
        ...deliveries.source(id, status),
        view: (found) => Effect.succeed(Repository.values(found).map(view))
      })
    })

    /** Returns the delivery of one event to a webhook, with its payload. */
    const get = operation("WebhookDeliveries.get")(function* (
      organization: OrganizationId,
      id: WebhookId,
      event: string
    ) {
      yield* find(organization, id)
      const found = isStorable(event) ? yield* rows.get(rowId(id, event)) : Option.none()
      if (Option.isNone(found)) return yield* new WebhookDeliveryNotFound({ event })
      return viewWithPayload(found.value.value)
    })

    /** Queues a failed delivery again, after all pending ones (rule delivery-replay). */
    const replay = operation("WebhookDeliveries.replay")(function* (
      organization: OrganizationId,
      id: WebhookId,
      event: string
    ) {
      yield* mutate(
        Effect.gen(function* () {
          const { value } = yield* find(organization, id)
          if (!isStorable(event)) return yield* new WebhookDeliveryNotFound({ event })
          yield* deliveries.replay(WebhookAccess.receiverOf(value), event)
          yield* announcements.announce({ type: "webhookDeliveries.replay", organization, subjects: [id, event] })
        })
      )
    })

    /** Queues the oldest thousand failed deliveries again, in order (rule delivery-replay). */
    const replayAll = operation("WebhookDeliveries.replayAll")(function* (organization: OrganizationId, id: WebhookId) {
      return yield* mutate(
        Effect.gen(function* () {
          const { value } = yield* find(organization, id)
          const done = yield* deliveries.replayAll(WebhookAccess.receiverOf(value))
          if (done.replayed > 0) {
            yield* announcements.announce({ type: "webhookDeliveries.replay", organization, subjects: [id] })
          }
          return done
        })
      )
    })

    return { list, get, replay, replayAll } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([
      EventDeliveries.layer,
      Events.layer,
      Mutation.layer,
      Paging.layer,
      WebhookAccess.WebhookAccess.layer
    ])
  )
}
