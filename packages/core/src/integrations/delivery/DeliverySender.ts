import { Clock, Context, Effect, Layer, Option, Schema } from "effect"
import * as JobKind from "../../foundation/jobs/JobKind.ts"
import type { JobRun } from "../../foundation/jobs/JobRun.ts"
import * as WorkDeadline from "../../foundation/scheduling/WorkDeadline.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import * as EventDelivery from "./EventDelivery.ts"
import type * as Receivers from "./Receivers.ts"
import type { DeliveryFailure, DeliveryResult, ReceiverRegistry } from "./Receivers.ts"

/** Work of one run before it yields to other receivers; times in milliseconds. */
export const limits = { batch: 50, run: 40_000, attempt: 60_000, absent: 60_000 } as const

/** Job that sends the pending deliveries of the receiver in its key. */
export const sending = JobKind.make({
  name: "event-delivery",
  payload: Schema.Null,
  deadline: limits.run + limits.attempt + 10_000,
  attempts: Number.POSITIVE_INFINITY,
  firstWait: 1_000,
  longestWait: 60_000,
  atOnce: 16,
  waits: true,
  isShared: true
})

type Row = Repository.VersionedValue<EventDelivery.EventDelivery>

const tooSlow: DeliveryResult = { _tag: "Retry", why: "the attempt timed out" }

/**
 * Delivers the events of one receiver in order. A delivery that waits for a retry blocks later ones (rule
 * delivery-order).
 */
export class DeliverySender extends Context.Service<DeliverySender>()("@quire/core/DeliverySender", {
  make: Effect.gen(function* () {
    const queues = yield* Repository.make(EventDelivery.deliveryQueueCollection)
    const deliveries = yield* Repository.make(EventDelivery.collection)

    const listWaiting = (receiver: string, limit: number) =>
      deliveries.list("ofStatus", { equals: { receiver, status: "pending" }, limit })

    const lockQueue = (receiver: string) => Effect.map(queues.lock([receiver]), (found) => found.get(receiver))

    /** Marks the queue as empty, unless a delivery was added in the meantime. */
    const settle = Effect.fnUntraced(function* (receiver: string) {
      const queue = yield* lockQueue(receiver)
      if (queue === undefined || queue.value.isHeld) return
      const [first] = yield* listWaiting(receiver, 1)
      yield* queues.update(queue, { ...queue.value, dueAt: first?.value.nextAt ?? null })
    })

    const fail = Effect.fnUntraced(function* (
      queue: Repository.VersionedValue<EventDelivery.DeliveryQueue>,
      sender: Receivers.Sender,
      failing: DeliveryFailure,
      next: EventDelivery.EventDelivery
    ) {
      const now = yield* Clock.currentTimeMillis
      const failed = EventDelivery.failed(queue.value, next.lastWhy ?? failing.why, now)
      const isHopeless = !failed.isHeld && EventDelivery.shouldSuspend(failed, sender.retryWindow, now)
      const dueAt = failed.isHeld ? null : (next.nextAt ?? failed.dueAt)
      yield* queues.update(queue, isHopeless ? EventDelivery.held(failed) : { ...failed, dueAt })
      if (isHopeless) yield* sender.onSuspended?.(next.receiver, next.lastWhy ?? failing.why) ?? Effect.void
    })

    /**
     * Records the result of an attempt, unless the row is gone; returns whether the next delivery may be tried
     * immediately.
     */
    const record = Effect.fnUntraced(
      function* (seen: Row, sender: Receivers.Sender, sent: DeliveryResult) {
        const { receiver } = seen.value
        const queue = yield* lockQueue(receiver)
        if (queue === undefined) return false
        const now = yield* Clock.currentTimeMillis
        switch (sent._tag) {
          case "Gone":
            yield* queues.remove([receiver])
            return false
          case "Delivered":
            yield* deliveries.tryUpdate(seen, EventDelivery.delivered(seen.value, sent.status, now))
            yield* queues.update(queue, EventDelivery.succeeded(queue.value))
            return !queue.value.isHeld
          default: {
            const next = (sent._tag === "Refused" ? EventDelivery.refused : EventDelivery.postponed)(
              seen.value,
              sent,
              now
            )
            yield* deliveries.tryUpdate(seen, next)
            yield* fail(queue, sender, sent, next)
            return false
          }
        }
      },
      Effect.catchTag("Stale", () => Effect.succeed(false)),
      Effect.orDie
    )

    const attempt = (sender: Receivers.Sender, { attempts, eventId, payload, receiver }: EventDelivery.EventDelivery) =>
      sender.send(receiver, { eventId, payload, attempt: attempts + 1 }).pipe(
        WorkDeadline.limit(limits.attempt, () => Effect.fail("late")),
        Effect.catch(() => Effect.succeed(tooSlow))
      )

    /** Sends some pending deliveries; returns the number of attempts and whether the last one succeeded. */
    const sendSome = Effect.fnUntraced(function* (
      { key, write }: JobRun<null>,
      sender: Receivers.Sender,
      until: number
    ) {
      const waiting = yield* listWaiting(key, limits.batch)
      for (const each of waiting) {
        if ((yield* Clock.currentTimeMillis) >= until) break
        const sent = yield* attempt(sender, each.value)
        if (!(yield* write(record(each, sender, sent)))) break
      }
      if (waiting.length === 0) yield* write(settle(key))
    })

    const deliver = Effect.fnUntraced(function* (registered: ReceiverRegistry, run: JobRun<null>) {
      const until = (yield* Clock.currentTimeMillis) + limits.run
      for (;;) {
        const queue = Option.getOrUndefined(yield* queues.get(run.key))?.value
        if (queue === undefined || queue.dueAt === null) return undefined
        const now = yield* Clock.currentTimeMillis
        if (queue.dueAt > now) return { again: queue.dueAt }
        if (now >= until) return { again: now }
        const sender = registered.get(queue.kind)?.sender
        if (sender === undefined) return { again: now + limits.absent }
        yield* sendSome(run, sender, until)
      }
    })

    return { deliver } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}
