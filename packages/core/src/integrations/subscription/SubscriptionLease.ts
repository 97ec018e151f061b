import { Clock, Context, Effect, Layer } from "effect"
import { IdGenerator } from "../../foundation/id/IdGenerator.ts"
import type { ClaimedJob } from "../../foundation/jobs/Job.ts"
import { JobStore } from "../../foundation/jobs/JobStore.ts"
import { Lease } from "../../foundation/jobs/Lease.ts"

export const limits = {
  /** Milliseconds without renewal after which another process takes over the subscriptions of a process. */
  lease: 30_000
} as const

/** Lease of a subscription. Only the process that holds it delivers events. */
export interface LeasedSubscription {
  readonly claimed: ClaimedJob
  readonly until: number
}

/** The job that represents a name. Each name has its own kind, which no runner takes. */
const nameOf = (name: string) => ({ kind: `events.${name}`, key: "" })

/**
 * Determines which process delivers a subscription, by a job that never completes and is held for as long (rule
 * subscription-one).
 */
export class SubscriptionLease extends Context.Service<SubscriptionLease>()("@quire/core/SubscriptionLease", {
  make: Effect.gen(function* () {
    const store = yield* JobStore
    const nextId = yield* IdGenerator
    const { keepLease } = yield* Lease

    const offer = Effect.fnUntraced(function* (name: string) {
      const at = yield* Clock.currentTimeMillis
      yield* store.offerAbsent([{ ...nameOf(name), payload: "null", runAt: at, at }])
    })

    const withdraw = (name: string) => store.withdraw(nameOf(name))

    /** Acquires the lease of a subscription; undefined if another process holds it. */
    const take = Effect.fnUntraced(function* (name: string) {
      const now = yield* Clock.currentTimeMillis
      const until = now + limits.lease
      const kinds = [{ kind: nameOf(name).kind, room: 1 }]
      const [claimed] = yield* store.claim({ kinds, limit: 1, now, until, token: yield* nextId })
      return claimed === undefined ? undefined : ({ claimed, until } satisfies LeasedSubscription)
    })

    const giveBack = Effect.fnUntraced(function* ({ claimed }: LeasedSubscription) {
      const now = yield* Clock.currentTimeMillis
      yield* store.end(claimed, { runAt: now, attempts: 0, reason: undefined, failedAt: undefined })
    })

    /** Runs an effect while the process holds the lease, and then releases it. */
    const holding = <A, E, R>(held: LeasedSubscription, body: Effect.Effect<A, E, R>) =>
      body.pipe(
        Effect.raceFirst(keepLease(held.claimed, { length: limits.lease, until: held.until })),
        Effect.ensuring(Effect.ignoreCause(giveBack(held)))
      )

    return { holding, offer, take, withdraw } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(Layer.provide(Lease.layer))
}
