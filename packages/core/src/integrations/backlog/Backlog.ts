import { Clock, Context, Effect, Layer, Option } from "effect"
import { collection as mailCollection } from "../../accounts/mail/Mail.ts"
import { JobStore, type KindTally } from "../../foundation/jobs/JobStore.ts"
import { hostOnly } from "../../foundation/operation/HostOnly.ts"
import { operation } from "../../foundation/operation/Operation.ts"
import { Outbox } from "../../foundation/outbox/Outbox.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { collection as chainCollection, readerRow } from "../../organizations/audit/AuditChainEnd.ts"
import { collection as queueCollection } from "../delivery/DeliveryQueue.ts"
import { beginning, collection as placeCollection } from "../delivery/OutboxPosition.ts"
import { collection as subscriptionCollection, limits as subscriptionLimits } from "../subscription/Subscription.ts"

/** Whatever is counted up to here only: a number that is reached means so many or more. */
export const limits = { counted: 10_000 } as const

/** What is still to be done after answers. */
export interface PendingWork {
  /** Events that were not handed out to receivers yet. */
  readonly events: number
  /** Milliseconds since the first of them; 0 when there is none. */
  readonly eventsAge: number
  /** Events without an entry in the audit log. */
  readonly unchained: number
  /** Letters that are to be sent now. */
  readonly mails: number
  /** Deliveries that are to be made now, at most one for each receiver. */
  readonly deliveries: number
  /** Events that the slowest subscription has yet to take, the milliseconds since the first, and how many failed last. */
  readonly subscribed: { readonly events: number; readonly age: number; readonly failing: number }
  readonly jobs: ReadonlyArray<KindTally>
}

/** Counts what waits in the store, in a number of statements that does not grow (rule metrics-cost). Host only. */
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
