import { Clock, Effect } from "effect"
import { IdGenerator } from "../../foundation/id/IdGenerator.ts"
import type { ClaimedJob } from "../../foundation/jobs/Job.ts"
import { JobStore } from "../../foundation/jobs/JobStore.ts"
import * as Lease from "../../foundation/jobs/Lease.ts"

export const limits = {
  /** How long a process may be silent before another takes its subscriptions over, in ms. */
  lease: 30_000
} as const

/** What a process has of a subscription: it tells, and no other does. */
export interface LeasedSubscription {
  readonly claimed: ClaimedJob
  readonly until: number
}

/** A job of its own kind for each name, which no runner takes. */
const nameOf = (name: string) => ({ kind: `events.${name}`, key: "" })

/** Which process tells a subscription: a job that is never done, and is held for as long (rule subscription-one). */
export const make = Effect.gen(function* () {
  const store = yield* JobStore
  const nextId = yield* IdGenerator
  const keep = yield* Lease.make

  const offer = Effect.fnUntraced(function* (name: string) {
    const at = yield* Clock.currentTimeMillis
    yield* store.offerAbsent([{ ...nameOf(name), payload: "null", runAt: at, at }])
  })

  const withdraw = (name: string) => store.withdraw(nameOf(name))

  /** Takes a subscription that no process has; undefined where one has it. */
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

  /** Runs an effect for as long as the process has the subscription, and then gives it back. */
  const holding = <A, E, R>(held: LeasedSubscription, body: Effect.Effect<A, E, R>) =>
    body.pipe(
      Effect.raceFirst(keep(held.claimed, { length: limits.lease, until: held.until })),
      Effect.ensuring(Effect.ignoreCause(giveBack(held)))
    )

  return { holding, offer, take, withdraw } as const
})
