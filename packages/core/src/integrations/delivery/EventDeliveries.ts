import { Clock, Context, Effect, Layer, Option, Schema } from "effect"
import { Jobs } from "../../foundation/jobs/Jobs.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import * as DeliverySender from "./DeliverySender.ts"
import * as EventDelivery from "./EventDelivery.ts"
import { Queues } from "./Queues.ts"
import * as Receivers from "./Receivers.ts"

/** The receiver has no such delivery, or the delivery has not failed permanently. */
export class DeadLetterNotFound extends Schema.TaggedError<DeadLetterNotFound>()("DeadLetterNotFound", {
  event: Schema.String
}) {
  readonly kind = "not-found" as const
  override get message() {
    return `event ${this.event} has no failed delivery`
  }
}

export const limits = {
  /** Number of failed deliveries that one call replays. */
  replayed: 1_000
} as const

/**
 * Pending, completed and failed deliveries of event receivers. Kinds of receivers are registered by their services, and
 * `EventDispatcher` does the work. Operations that change a queue run in the transaction of the caller and lock the
 * queue.
 */
export class EventDeliveries extends Context.Service<EventDeliveries>()("@quire/core/EventDeliveries", {
  make: Effect.gen(function* () {
    const jobs = yield* Jobs
    const { lock, queues } = yield* Queues
    const deliveries = yield* Repository.make(EventDelivery.collection)
    const { follow, following, register, registered } = Receivers.makeRegistry()

    const begin = ({ id, organization }: Receivers.Receiver) =>
      jobs.offer(DeliverySender.sending, id, null, { share: organization })

    /** Suspends delivery to a receiver until it is released; events stay queued. */
    const hold = Effect.fnUntraced(function* (receiver: Receivers.Receiver) {
      const queue = yield* lock(receiver)
      yield* queues.update(queue, EventDelivery.held(queue.value))
    })

    /** Resumes delivery immediately. */
    const release = Effect.fnUntraced(function* (receiver: Receivers.Receiver) {
      const queue = yield* lock(receiver)
      const now = yield* Clock.currentTimeMillis
      yield* queues.update(queue, EventDelivery.released(queue.value, now))
      yield* begin(receiver)
    })

    /** Deletes a receiver with all its deliveries. */
    const forget = Effect.fnUntraced(function* (receiver: string) {
      yield* queues.remove([receiver])
      yield* jobs.withdraw(DeliverySender.sending, receiver)
    })

    /** Appends failed deliveries to the queue, in their original order (rule delivery-replay). */
    const enqueue = Effect.fnUntraced(function* (
      receiver: Receivers.Receiver,
      queue: Repository.VersionedValue<EventDelivery.DeliveryQueue>,
      dead: ReadonlyArray<Repository.VersionedValue<EventDelivery.EventDelivery>>
    ) {
      const now = yield* Clock.currentTimeMillis
      const { last } = queue.value
      yield* deliveries.updateAll(
        dead.map((seen, index) => ({ seen, next: EventDelivery.replayed(seen.value, last + 1 + index, now) }))
      )
      yield* queues.update(queue, EventDelivery.lengthened(queue.value, dead.length, now))
      if (!queue.value.isHeld && queue.value.dueAt === null) yield* begin(receiver)
    })

    /** Replays one failed delivery. */
    const replay = Effect.fnUntraced(function* (receiver: Receivers.Receiver, event: string) {
      const queue = yield* lock(receiver)
      const id = EventDelivery.rowId(receiver.id, event)
      const seen = Option.getOrUndefined(yield* deliveries.get(id))
      if (seen?.value.status !== "failed") return yield* new DeadLetterNotFound({ event })
      yield* enqueue(receiver, queue, [seen])
    })

    /** Replays the oldest failed deliveries; returns how many were replayed and how many are left. */
    const replayAll = Effect.fnUntraced(function* (receiver: Receivers.Receiver) {
      const queue = yield* lock(receiver)
      const equals = { receiver: receiver.id, status: "failed" }
      const dead = yield* deliveries.list("ofStatus", { equals, limit: limits.replayed })
      if (dead.length > 0) yield* enqueue(receiver, queue, dead)
      return { replayed: dead.length, left: yield* deliveries.count("ofStatus", { equals }) }
    })

    /** The deliveries of a receiver, the latest first. */
    const source = (receiver: string, status?: EventDelivery.Status) =>
      status === undefined
        ? deliveries.source("ofReceiver", { equals: { receiver }, direction: "desc" })
        : deliveries.source("ofStatus", { equals: { receiver, status }, direction: "desc" })

    /** Queues of receivers by id; receivers that never had a delivery are absent. */
    const standings = (receivers: ReadonlyArray<string>) =>
      Effect.map(
        queues.getMany(receivers),
        (found): ReadonlyMap<string, EventDelivery.DeliveryQueue> =>
          new Map(Array.from(found, ([id, { value }]) => [id, value]))
      )

    return {
      follow,
      following,
      register,
      registered,
      hold,
      release,
      forget,
      replay,
      replayAll,
      source,
      standings
    } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(Layer.provide([Jobs.layer, Queues.layer]))
}
