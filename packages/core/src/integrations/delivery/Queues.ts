import { Clock, Context, Effect, Layer } from "effect"
import * as Repository from "../../foundation/store/Repository.ts"
import { deliveryQueueCollection, emptyQueue } from "./EventDelivery.ts"
import type * as Receivers from "./Receivers.ts"

/** The queues of receivers, created on first use. */
export class Queues extends Context.Service<Queues>()("@quire/core/Queues", {
  make: Effect.gen(function* () {
    const queues = yield* Repository.make(deliveryQueueCollection)

    /** Locks the queues of receivers, in the order of their ids. */
    const lockAll = Effect.fnUntraced(function* (receivers: ReadonlyArray<Receivers.Receiver>) {
      const ids = receivers.map(({ id }) => id)
      const known = yield* queues.getMany(ids)
      const missing = receivers.filter(({ id }) => !known.has(id)).sort((a, b) => (a.id < b.id ? -1 : 1))
      for (const { id, kind, organization } of missing) {
        yield* Effect.catchTag(queues.tryInsert(emptyQueue(id, kind, organization)), "Taken", () => Effect.void)
      }
      return yield* queues.lock(ids)
    })

    const lock = (receiver: Receivers.Receiver) =>
      Effect.flatMap(lockAll([receiver]), (found) => Effect.orDie(Effect.fromNullishOr(found.get(receiver.id))))

    /** The queues that are due, the longest first. */
    const listDue = Effect.fnUntraced(function* (limit: number) {
      const now = yield* Clock.currentTimeMillis
      return Repository.values(yield* queues.list("due", { equals: {}, range: { to: now + 1 }, limit }))
    })

    return { queues, lock, lockAll, listDue } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}
