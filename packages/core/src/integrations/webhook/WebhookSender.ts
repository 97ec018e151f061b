import { Clock, Effect, Layer, Option } from "effect"
import { Fetcher } from "../../foundation/fetch/Fetcher.ts"
import { WebhookId } from "../../foundation/id/WebhookId.ts"
import type * as Outbox from "../../foundation/outbox/Outbox.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { EventDeliveries } from "../delivery/EventDeliveries.ts"
import type { AddressedEvent } from "../delivery/Receivers.ts"
import type { DeliveryResult, OutgoingEvent } from "../delivery/Sender.ts"
import { PauseEmails } from "./PauseEmails.ts"
import * as Signature from "./Signature.ts"
import { collection, isFor, kind, type Webhook, limits as webhookLimits } from "./Webhook.ts"
import { sentOf, sentWithout } from "./WebhookAnswer.ts"
import * as WebhookEvent from "./WebhookEvent.ts"
import { limits as inputLimits } from "./WebhookInput.ts"
import { WebhookSecrets } from "./WebhookSecrets.ts"

/** Timeout of a delivery in milliseconds. */
export const limits = { deadline: 10_000 } as const

const isAbout = ({ subjects, type }: Outbox.Event, self: Webhook, what: string): boolean =>
  type === what && subjects[0] === self.id

/**
 * The events that a webhook receives (rules webhook-begins and webhook-ping). A webhook starts with the event of its
 * own creation, whatever types it is subscribed to, unless it has received events before.
 */
export const eventsFor = (
  self: Webhook,
  events: ReadonlyArray<Outbox.Event>,
  hasBegun: boolean
): ReadonlyArray<Outbox.Event> => {
  const first = hasBegun ? 0 : events.findIndex((event) => isAbout(event, self, "webhooks.create"))
  if (first === -1) return []
  return events.slice(first).filter((event) => {
    if (event.type === "webhooks.ping") return isAbout(event, self, "webhooks.ping")
    return isAbout(event, self, "webhooks.create") || isFor(self, event.type)
  })
}

/** Delivers events to webhooks: at least once, in order per webhook (rule webhook-delivered). */
export const layer = Layer.effectDiscard(
  Effect.gen(function* () {
    const { register, standings } = yield* EventDeliveries
    const { exchange } = yield* Fetcher
    const secrets = yield* WebhookSecrets
    const { writeEmails } = yield* PauseEmails
    const webhooks = yield* Repository.make(collection)

    const address = Effect.fnUntraced(function* (
      organization: string,
      events: ReadonlyArray<Outbox.Event>
    ): Effect.fn.Return<ReadonlyArray<AddressedEvent>> {
      const limit = inputLimits.webhooksPerOrganization
      const here = Repository.values(yield* webhooks.list("inOrganization", { equals: { organization }, limit }))
      const queues = here.length === 0 ? new Map() : yield* standings(here.map(({ id }) => id))
      return here.flatMap((self) =>
        eventsFor(self, events, (queues.get(self.id)?.last ?? 0) > 0).map((event) => ({
          receiver: self.id,
          event: event.id,
          payload: WebhookEvent.toText(organization, event)
        }))
      )
    })

    const headersFor = Effect.fnUntraced(function* (self: Webhook, { eventId, payload }: OutgoingEvent) {
      const now = yield* Clock.currentTimeMillis
      const event = Option.getOrUndefined(WebhookEvent.ofText(payload))
      return [
        ["content-type", "application/json"],
        [Signature.headers.signature, Signature.sign(yield* secrets.find(self.id), payload, now)],
        [Signature.headers.event, eventId],
        [Signature.headers.type, event?.type ?? ""]
      ] as const
    })

    const findWebhook = (id: string) =>
      Effect.map(webhooks.get(WebhookId.make(id)), (found) => Option.getOrUndefined(found)?.value)

    const send = Effect.fnUntraced(function* (
      receiver: string,
      outgoing: OutgoingEvent
    ): Effect.fn.Return<DeliveryResult> {
      const self = yield* findWebhook(receiver)
      if (self === undefined) return { _tag: "Gone" }
      const headers = yield* headersFor(self, outgoing)
      const body = new TextEncoder().encode(outgoing.payload)
      return yield* exchange(
        self.url,
        { method: "POST", headers, body },
        { maxBytes: 0, deadlineMs: limits.deadline, isHeadEnough: true }
      ).pipe(
        Effect.flatMap((answer) => Effect.map(Clock.currentTimeMillis, (now) => sentOf(answer, now))),
        Effect.catch((failed) => Effect.succeed(sentWithout(failed)))
      )
    })

    const onSuspended = Effect.fnUntraced(function* (receiver: string, why: string) {
      const self = yield* findWebhook(receiver)
      if (self !== undefined) yield* writeEmails(self, why)
    })

    yield* register({
      receivers: { kind, of: address },
      sender: { kind, send, retryWindow: webhookLimits.patience, onSuspended }
    })
  })
).pipe(Layer.provide([EventDeliveries.layer, PauseEmails.layer, WebhookSecrets.layer]))
