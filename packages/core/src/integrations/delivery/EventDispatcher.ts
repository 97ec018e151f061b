import { Clock, Context, Effect, Layer } from "effect"
import * as JobKind from "../../foundation/jobs/JobKind.ts"
import { Jobs } from "../../foundation/jobs/Jobs.ts"
import { Actor, system } from "../../foundation/operation/Actor.ts"
import { hostOnly } from "../../foundation/operation/HostOnly.ts"
import { operation } from "../../foundation/operation/Operation.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import * as EventPruning from "../subscription/EventPruning.ts"
import { DeliveryDispatch } from "./DeliveryDispatch.ts"
import * as DeliverySender from "./DeliverySender.ts"
import { EventDeliveries } from "./EventDeliveries.ts"
import { collection, limits as deliveryLimits } from "./EventDelivery.ts"
import { Queues } from "./Queues.ts"

/** Number of receivers that one round delivers to. */
export const limits = { round: 1_000 } as const

const forgetting = JobKind.repeated({ name: "old-deliveries", every: 86_400_000, deadline: 600_000 })

/**
 * Delivers the events of organizations to their receivers: at least once, and in order for each receiver (rules
 * delivery-once-or-more and delivery-order). Host only.
 */
export class EventDispatcher extends Context.Service<EventDispatcher>()("@quire/core/EventDispatcher", {
  make: Effect.gen(function* () {
    const jobs = yield* Jobs
    const { registered } = yield* EventDeliveries
    const { listDue } = yield* Queues
    const deliveries = yield* Repository.make(collection)
    const { dispatch } = yield* DeliveryDispatch
    const { deliver } = yield* DeliverySender.DeliverySender
    const { prune } = yield* EventPruning.EventPruning
    yield* jobs.handle(DeliverySender.sending, (run) => deliver(registered, run))

    const forgetOld = Effect.flatMap(Clock.currentTimeMillis, (now) =>
      deliveries.removeWhere("old", { equals: {}, range: { to: now - deliveryLimits.kept } })
    )
    yield* jobs.repeat(forgetting, forgetOld)
    yield* jobs.repeat(EventPruning.pruning, prune)

    /** Dispatches all committed events and starts due deliveries; returns the number of events. For the host's loop. */
    const follow = operation("EventDispatcher.follow")(function* () {
      yield* hostOnly("EventDispatcher.follow")
      const count = yield* Effect.provideService(dispatch, Actor, system)
      const due = yield* listDue(limits.round)
      yield* jobs.offerAbsent(
        DeliverySender.sending,
        due.map(({ id, organization }) => [id, null, organization])
      )
      return count
    })

    return { follow } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([
      DeliveryDispatch.layer,
      EventDeliveries.layer,
      DeliverySender.DeliverySender.layer,
      EventPruning.EventPruning.layer,
      Jobs.layer,
      Queues.layer
    ])
  )
}
