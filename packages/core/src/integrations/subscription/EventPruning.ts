import { Clock, Context, Effect, Layer, Option } from "effect"
import * as JobKind from "../../foundation/jobs/JobKind.ts"
import { Outbox } from "../../foundation/outbox/Outbox.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { collection as chainCollection, readerRow } from "../../people/audit/AuditChain.ts"
import { beginning, collection as placeCollection } from "../delivery/OutboxPosition.ts"
import * as Subscription from "./Subscription.ts"

export const limits = {
  /** Milliseconds for which events are kept after all consumers have read them. */
  kept: 2_592_000_000,
  /** Events that are removed at a time. */
  batch: 1_000
} as const

export const pruning = JobKind.repeated({ name: "old-events", every: 86_400_000, deadline: 600_000 })

/**
 * Removes old events that all consumers have read, and logs which subscriptions keep others from being removed (rule
 * events-kept).
 */
export class EventPruning extends Context.Service<EventPruning>()("@quire/core/EventPruning", {
  make: Effect.gen(function* () {
    const outbox = yield* Outbox
    const places = yield* Repository.make(placeCollection)
    const chains = yield* Repository.make(chainCollection)
    const subscriptions = yield* Repository.make(Subscription.collection)

    const warn = Effect.fnUntraced(function* ({ id, offset }: Subscription.Subscription, before: number) {
      const { since } = yield* outbox.lag(offset, 1)
      if (since === undefined || since >= before) return
      yield* Effect.annotateLogs(
        Effect.logWarning("a subscription is far behind and keeps old events from being removed; open it or forget it"),
        { subscription: id, since: new Date(since).toISOString() }
      )
    })

    const prune = Effect.gen(function* () {
      const before = (yield* Clock.currentTimeMillis) - limits.kept
      const rows = yield* subscriptions.list("all", { equals: {}, limit: Subscription.limits.perStore })
      yield* Effect.forEach(rows, ({ value }) => warn(value, before), { discard: true })
      const delivered = Option.getOrUndefined(yield* places.get(beginning.id))?.value.offset ?? ""
      const chained = Option.getOrUndefined(yield* chains.get(readerRow.id))?.value.place?.before ?? ""
      const through = yield* outbox.earliest([delivered, chained, ...rows.map(({ value }) => value.offset)])
      for (;;) {
        const removed = yield* outbox.prune(through, before, limits.batch)
        if (removed < limits.batch) return
      }
    })

    return { prune } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}
