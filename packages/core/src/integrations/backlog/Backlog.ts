import { Clock, Context, Effect, Layer, Option } from "effect"
import { JobStore, type KindTally } from "../../foundation/jobs/JobStore.ts"
import { hostOnly } from "../../foundation/operation/HostOnly.ts"
import { operation } from "../../foundation/operation/Operation.ts"
import { Outbox } from "../../foundation/outbox/Outbox.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { collection as chainCollection, readerRow } from "../../people/audit/AuditChain.ts"
import { collection as mailCollection } from "../../people/mail/Mail.ts"
import { deliveryQueueCollection as queueCollection } from "../delivery/EventDelivery.ts"
import { beginning, collection as placeCollection } from "../delivery/OutboxPosition.ts"
import { collection as subscriptionCollection, limits as subscriptionLimits } from "../subscription/Subscription.ts"

/** Maximum count; a count that reaches it means that many or more. */
export const limits = { counted: 10_000 } as const

/** Pending background work. */
export interface PendingWork {
  /** Events that are not dispatched to receivers yet. */
  readonly events: number
  /** Age of the oldest of them in milliseconds; 0 if there is none. */
  readonly eventsAge: number
  /** Events without an entry in the audit log. */
  readonly unchained: number
  /** Emails that are due. */
  readonly mails: number
  /** Deliveries that are due, at most one for each receiver. */
  readonly deliveries: number
  /**
   * Events that the slowest subscription has not accepted yet, the age of the oldest in milliseconds, and the number of
   * subscriptions whose last delivery failed.
   */
  readonly subscribed: { readonly events: number; readonly age: number; readonly failing: number }
  readonly jobs: ReadonlyArray<KindTally>
}

/** Counts pending work in the store, in a constant number of statements (rule metrics-cost). Host only. */
export class Backlog extends Context.Service<Backlog>()("@quire/core/Backlog", {
  make: Effect.gen(function* () {
    const outbox = yield* Outbox
    const jobs = yield* JobStore
    const chains = yield* Repository.make(chainCollection)
    const places = yield* Repository.make(placeCollection)
    const queues = yield* Repository.make(queueCollection)
    const mails = yield* Repository.make(mailCollection)
    const subscriptions = yield* Repository.make(subscriptionCollection)

    const ageOf = (since: number | undefined, now: number) => (since === undefined ? 0 : Math.max(now - since, 0))

    const readSubscribed = Effect.fnUntraced(function* (now: number) {
      const rows = yield* subscriptions.list("all", { equals: {}, limit: subscriptionLimits.perStore })
      if (rows.length === 0) return { events: 0, age: 0, failing: 0 }
      const slowest = yield* outbox.earliest(rows.map(({ value }) => value.offset))
      const { events, since } = yield* outbox.lag(slowest, limits.counted)
      const failing = rows.filter(({ value }) => value.failure !== null).length
      return { events, age: ageOf(since, now), failing }
    })

    const read = operation("Backlog.read")(function* () {
      yield* hostOnly("Backlog.read")
      const now = yield* Clock.currentTimeMillis
      const due = { equals: {}, range: { to: now + 1 } }
      const place = Option.getOrUndefined(yield* places.get(beginning.id))?.value ?? beginning
      const chained = Option.getOrUndefined(yield* chains.get(readerRow.id))?.value.place?.offset ?? ""
      const behind = yield* outbox.lag(place.offset, limits.counted)
      return {
        events: behind.events,
        eventsAge: ageOf(behind.since, now),
        unchained: (yield* outbox.lag(chained, limits.counted)).events,
        mails: yield* mails.count("due", due, limits.counted),
        deliveries: yield* queues.count("due", due, limits.counted),
        subscribed: yield* readSubscribed(now),
        jobs: yield* jobs.tally(now)
      } satisfies PendingWork
    })

    return { read } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}
