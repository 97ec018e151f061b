import { Clock, Context, Effect, Layer, Option } from "effect"
import { collection as mailCollection } from "../../accounts/mail/Mail.ts"
import { JobStore, type KindTally } from "../../foundation/jobs/JobStore.ts"
import { hostOnly } from "../../foundation/operation/HostOnly.ts"
import { operation } from "../../foundation/operation/Operation.ts"
import { Outbox } from "../../foundation/outbox/Outbox.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { collection as chainCollection, readerRow } from "../../organizations/audit/AuditChainEnd.ts"
import { collection as queueCollection } from "../delivery/DeliveryQueue.ts"
import { beginning, collection as placeCollection } from "../delivery/OutboxPlace.ts"

/** Whatever is counted up to here only: a number that is reached means so many or more. */
export const limits = { counted: 10_000 } as const

/** What is still to be done after answers. */
export interface Waiting {
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

    const read = operation("Backlog.read")(function* () {
      yield* hostOnly("Backlog.read")
      const now = yield* Clock.currentTimeMillis
      const due = { equals: {}, range: { to: now + 1 } }
      const place = Option.getOrUndefined(yield* places.get(beginning.id))?.value ?? beginning
      const chained = Option.getOrUndefined(yield* chains.get(readerRow.id))?.value.place?.offset ?? ""
      const behind = yield* outbox.lag(place.offset, limits.counted)
      return {
        events: behind.events,
        eventsAge: behind.since === undefined ? 0 : Math.max(now - behind.since, 0),
        unchained: (yield* outbox.lag(chained, limits.counted)).events,
        mails: yield* mails.count("due", due, limits.counted),
        deliveries: yield* queues.count("due", due, limits.counted),
        jobs: yield* jobs.tally(now)
      } satisfies Waiting
    })

    return { read } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}
