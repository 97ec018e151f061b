import { Clock, Context, Effect, Layer, Option } from "effect"
import { Jobs } from "../../foundation/jobs/Jobs.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { DeadLetterNotFound } from "./DeliveryInput.ts"
import * as DeliveryQueue from "./DeliveryQueue.ts"
import * as DeliverySending from "./DeliverySending.ts"
import * as EventDelivery from "./EventDelivery.ts"
import * as Queues from "./Queues.ts"
import type * as Receivers from "./Receivers.ts"
import * as Registry from "./Registry.ts"

export const limits = {
  /** How many dead letters one call replays. */
  replayed: 1_000
} as const

/**
 * What receivers of events are told, have been told and could not be told. Kinds of receivers are registered by the
 * services that know them, and `EventDispatcher` does the work. What changes a queue is called in the transaction of the
 * caller, and locks the queue.
 */
export class EventDeliveries extends Context.Service<EventDeliveries>()("@quire/core/EventDeliveries", {
  make: Effect.gen(function* () {
    const jobs = yield* Jobs
    const { lock, queues } = yield* Queues.make
    const deliveries = yield* Repository.make(EventDelivery.collection)
    const { follow, following, register, registered } = Registry.make()

    const begin = ({ id, organization }: Receivers.Receiver) =>
      jobs.offer(DeliverySending.sending, id, null, { share: organization })

    /** Has nothing sent to a receiver until it is released; events wait. */
    const hold = Effect.fnUntraced(function* (receiver: Receivers.Receiver) {
      const queue = yield* lock(receiver)
      yield* Effect.orDie(queues.update(queue, DeliveryQueue.held(queue.value)))
    })

    /** Goes on with what waits, at once. */
    const release = Effect.fnUntraced(function* (receiver: Receivers.Receiver) {
      const queue = yield* lock(receiver)
      const now = yield* Clock.currentTimeMillis
      yield* Effect.orDie(queues.update(queue, DeliveryQueue.released(queue.value, now)))
      yield* begin(receiver)
    })

    /** Forgets a receiver with all that it was told and what waits. */
    const forget = Effect.fnUntraced(function* (receiver: string) {
      yield* queues.remove([receiver])
      yield* jobs.withdraw(DeliverySending.sending, receiver)
    })

    /** Puts dead letters at the end of the queue, in the order that they had (rule delivery-replay). */
    const enqueue = Effect.fnUntraced(function* (
      receiver: Receivers.Receiver,
      queue: Repository.VersionedValue<DeliveryQueue.DeliveryQueue>,
      dead: ReadonlyArray<Repository.VersionedValue<EventDelivery.EventDelivery>>
    ) {
      const now = yield* Clock.currentTimeMillis
      const { last } = queue.value
      yield* Effect.orDie(
        deliveries.updateAll(
          dead.map((seen, index) => ({ seen, next: EventDelivery.replayed(seen.value, last + 1 + index, now) }))
        )
      )
      yield* Effect.orDie(queues.update(queue, DeliveryQueue.lengthened(queue.value, dead.length, now)))
      if (!queue.value.isHeld && queue.value.dueAt === null) yield* begin(receiver)
    })

    /** Tries one dead letter again. */
    const replay = Effect.fnUntraced(function* (receiver: Receivers.Receiver, event: string) {
      const queue = yield* lock(receiver)
      const id = EventDelivery.rowId(receiver.id, event)
      const seen = Option.getOrUndefined(yield* deliveries.get(id))
      if (seen?.value.status !== "failed") return yield* new DeadLetterNotFound({ event })
      yield* enqueue(receiver, queue, [seen])
    })

    /** Tries the oldest dead letters again; answers how many, and how many are left. */
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

    /** How receivers stand, by id; those that were never told of anything are absent. */
    const standings = (receivers: ReadonlyArray<string>) =>
      Effect.map(
        queues.getMany(receivers),
        (found): ReadonlyMap<string, DeliveryQueue.DeliveryQueue> =>
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
  static readonly layer = Layer.effect(this, this.make)
}
