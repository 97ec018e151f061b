import { Clock, Effect, Layer, Option } from "effect"
import { type ExchangeResponse, Fetcher, type FetchFailed, type HeaderList } from "../../foundation/fetch/Fetcher.ts"
import { WebhookId } from "../../foundation/id/Ids.ts"
import type * as Outbox from "../../foundation/outbox/Outbox.ts"
import { signHex } from "../../foundation/secret/Secrets.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { EventDeliveries } from "../delivery/EventDeliveries.ts"
import type { AddressedEvent, DeliveryResult, OutgoingEvent } from "../delivery/Receivers.ts"
import { PauseEmails } from "./PauseEmails.ts"
import { collection, limits as inputLimits, isFor, kind, type Webhook, limits as webhookLimits } from "./Webhook.ts"
import * as WebhookEvent from "./WebhookEvent.ts"
import { WebhookSecrets } from "./WebhookSecrets.ts"

/** The headers of a delivery. */
export const signatureHeaders = {
  signature: "quire-signature",
  event: "quire-event-id",
  type: "quire-event-type"
} as const

/**
 * Signs a body at a time in milliseconds with each secret: `t=<seconds>,v1=<hex>`, with one `v1` per secret, newest
 * first (rule webhook-signature).
 */
export const sign = (secrets: ReadonlyArray<string>, body: string, now: number): string => {
  const time = Math.floor(now / 1000)
  return [`t=${time}`, ...secrets.map((secret) => `v1=${signHex(secret, `${time}.${body}`)}`)].join(",")
}

/** Milliseconds to wait according to `Retry-After`, in seconds or as a date; undefined without it. */
const waitOf = (headers: HeaderList, now: number): number | undefined => {
  const text = headers.find(([name]) => name === "retry-after")?.[1].trim() ?? ""
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000
  const date = /[a-z]/i.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(date) ? undefined : Math.max(0, date - now)
}

/** Result of a delivery by its response (rule webhook-delivered). */
export const sentOf = ({ headers, status }: ExchangeResponse, now: number): DeliveryResult => {
  if (status >= 200 && status < 300) return { _tag: "Delivered", status }
  const failing = { why: `the server returned status ${status}`, status }
  if (status < 500 && status !== 408 && status !== 429) return { _tag: "Refused", ...failing }
  const after = waitOf(headers, now)
  return { _tag: "Retry", ...failing, ...(after === undefined ? {} : { after }) }
}

/** Result of a delivery without a response. */
export const sentWithout = (failed: FetchFailed): DeliveryResult => ({ _tag: "Retry", why: failed.message })

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
        [signatureHeaders.signature, sign(yield* secrets.find(self.id), payload, now)],
        [signatureHeaders.event, eventId],
        [signatureHeaders.type, event?.type ?? ""]
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
