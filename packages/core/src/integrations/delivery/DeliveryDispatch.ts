import { Array, Clock, Context, Effect, Layer, Option } from "effect"
import { OrganizationId } from "../../foundation/id/Ids.ts"
import { type Event, Outbox } from "../../foundation/outbox/Outbox.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { RowStore } from "../../foundation/store/RowStore.ts"
import { EventDeliveries } from "./EventDeliveries.ts"
import { collection as deliveryCollection, type EventDelivery, lengthened, made, rowId } from "./EventDelivery.ts"
import { beginning, collection as placeCollection } from "./OutboxPosition.ts"
import { Queues } from "./Queues.ts"
import type * as Receivers from "./Receivers.ts"
import type { AddressedEvent } from "./Receivers.ts"

/** Number of events that one transaction dispatches. */
export const batch = 200

interface Due extends AddressedEvent {
  readonly to: Receivers.Receiver
  readonly eventId: string
}

const byOrganization = (events: ReadonlyArray<Event>) =>
  Object.entries(
    Array.groupBy(
      events.filter(({ organization }) => organization !== null),
      ({ organization }) => organization ?? ""
    )
  )

/**
 * Reads the outbox once for all receivers and stores their deliveries. The position moves in the transaction that
 * writes the deliveries, so that none is lost or duplicated (rules delivery-once-or-more and delivery-order).
 */
export class DeliveryDispatch extends Context.Service<DeliveryDispatch>()("@quire/core/DeliveryDispatch", {
  make: Effect.gen(function* () {
    const { following, registered } = yield* EventDeliveries
    const outbox = yield* Outbox
    const store = yield* RowStore
    const places = yield* Repository.make(placeCollection)
    const deliveries = yield* Repository.make(deliveryCollection)
    const { lockAll, queues: queueRows } = yield* Queues

    /** The deliveries of events for all receivers, in the order of the events. */
    const address = Effect.fnUntraced(function* (events: ReadonlyArray<Event>) {
      const found: globalThis.Array<Due> = []
      for (const [name, some] of byOrganization(events)) {
        const organization = OrganizationId.make(name)
        for (const { receivers } of registered.values()) {
          for (const each of yield* receivers.of(name, some)) {
            found.push({
              ...each,
              eventId: each.eventId ?? each.event,
              to: { id: each.receiver, kind: receivers.kind, organization }
            })
          }
        }
      }
      const places = new Map(events.map(({ id }, index) => [id, index]))
      return found.sort((a, b) => (places.get(a.event) ?? 0) - (places.get(b.event) ?? 0))
    })

    const append = Effect.fnUntraced(function* (due: ReadonlyArray<Due>) {
      const queues = yield* lockAll([...new Map(due.map(({ to }) => [to.id, to])).values()])
      const known = yield* deliveries.getMany(due.map(({ eventId, receiver }) => rowId(receiver, eventId)))
      const fresh = due.filter(({ eventId, receiver }) => !known.has(rowId(receiver, eventId)))
      const now = yield* Clock.currentTimeMillis
      const rows: globalThis.Array<EventDelivery> = []
      for (const [receiver, some] of Object.entries(Array.groupBy(fresh, (each) => each.receiver))) {
        const queue = yield* Effect.orDie(Effect.fromNullishOr(queues.get(receiver)))
        const { last } = queue.value
        rows.push(
          ...some.map(({ eventId, payload }, index) => made({ receiver, eventId, seq: last + 1 + index, payload }, now))
        )
        yield* queueRows.update(queue, lengthened(queue.value, some.length, now))
      }
      yield* deliveries.insertAll(rows)
    })

    const lockPlace = Effect.gen(function* () {
      if (Option.isNone(yield* places.get(beginning.id))) yield* Effect.ignore(places.tryInsert(beginning))
      return yield* places.requireLocked(beginning.id)
    })

    /** Dispatches at most a batch; returns the number of events read. */
    const followBatch = store.atomic(
      Effect.gen(function* () {
        const seen = yield* lockPlace
        const read = yield* outbox.read(seen.value.offset, batch)
        const last = read.at(-1)
        if (last === undefined) return 0
        const events = read.map(({ event }) => event)
        const due = yield* address(events)
        if (due.length > 0) yield* append(due)
        for (const follower of following) yield* follower(events)
        yield* places.update(seen, { ...seen.value, offset: last.offset })
        return read.length
      })
    )

    const isBehind = Effect.gen(function* () {
      const place = Option.getOrUndefined(yield* places.get(beginning.id))?.value ?? beginning
      return (yield* outbox.read(place.offset, 1)).length > 0
    })

    /** Dispatches all committed events; returns the number of events read. */
    const dispatch = Effect.gen(function* () {
      if (!(yield* isBehind)) return 0
      for (let count = 0; ; ) {
        const read = yield* Effect.uninterruptible(followBatch)
        count += read
        if (read < batch) return count
      }
    })

    return { dispatch } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(Layer.provide([EventDeliveries.layer, Queues.layer]))
}
