import { Clock, Effect, Metric } from "effect"
import * as Tenant from "../operation/Tenant.ts"
import { type Entry, FairSchedule } from "./FairSchedule.ts"
import { PoolBusy } from "./PoolBusy.ts"
import * as WorkDeadline from "./WorkDeadline.ts"

export const limits = {
  /** Jobs of one organization, and of one caller, that wait for a pool, unless the pool says otherwise. */
  waiting: 64,
  /** Seconds after which a caller who was refused is told to try again, at most. */
  longestRetry: 60
} as const

export interface Options {
  /** What is waited for, in the words of an error message and of metrics. */
  readonly pool: string
  /** Jobs that run at a time. One of several is kept free of any single organization while others use the pool. */
  readonly slots: number
  /** Jobs of one organization that wait. */
  readonly waiting?: number
}

/** A slot that was taken. */
export interface Slot {
  readonly release: () => void
}

/** A few slots for work that organizations share (rules pool-shares and pool-waiting). */
export interface FairQueue {
  /** Waits for a slot, which whoever takes it must release. */
  readonly take: Effect.Effect<Slot, PoolBusy>
  /** Runs an effect in a slot. */
  readonly withTurn: <A, E, R>(work: Effect.Effect<A, E, R>) => Effect.Effect<A, E | PoolBusy, R>
  /** The same for operations that have no error for a refusal, which is a defect then; transports answer it with 429. */
  readonly withTurnOrDie: <A, E, R>(work: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
}

interface Waiter {
  readonly start: () => void
  readonly refuse: () => void
}

const gauge = (pool: string) =>
  Metric.gauge("quire_pool_waiting", { description: "Jobs that wait for a shared pool", attributes: { pool } })

const refusals = (pool: string) =>
  Metric.counter("quire_pool_refused_total", {
    description: "Jobs refused because too many of one organization waited for a shared pool",
    attributes: { pool },
    incremental: true
  })

export const make = ({ pool, slots, waiting: most = limits.waiting }: Options): FairQueue => {
  const schedule = new FairSchedule<Waiter>({ slots, perOrganization: Math.max(1, slots - 1), waiting: most })
  const waits = gauge(pool)
  const refused = refusals(pool)
  /** How long jobs take, in milliseconds: of the last ones more than of earlier ones. */
  let mean = 1_000

  /** Work may end before `start` returns and serve others, so the next entry is looked up each time. */
  const serve = (now: number) => {
    for (let entry = schedule.next(now); entry !== undefined; entry = schedule.next(now)) entry.job.start()
  }

  const busy = () => {
    const seconds = Math.ceil((mean * most) / slots / 1_000)
    return new PoolBusy({ pool, retryAfter: Math.min(Math.max(seconds, 1), limits.longestRetry) })
  }

  const release = (entry: Entry<Waiter>, now: number) => {
    mean += (now - entry.startedAt - mean) / 8
    schedule.end(entry, now)
    serve(now)
  }

  const take = Effect.withFiber<Slot, PoolBusy>((fiber) =>
    Effect.flatMap(Tenant.share, (share) => {
      const clock = fiber.getRef(Clock.Clock)
      const meter = fiber.getRef(WorkDeadline.meter)
      const now = () => clock.currentTimeMillisUnsafe()
      const show = () => waits.updateUnsafe(schedule.waiting, fiber.context)
      return Effect.callback<Slot, PoolBusy>((resume) => {
        const stopWaiting = () => {
          meter?.end(now())
          show()
        }
        const refuse = () => {
          refused.updateUnsafe(1, fiber.context)
          resume(Effect.fail(busy()))
        }
        const slotOf = (taken: Entry<Waiter>): Slot => ({
          release: () => {
            if (taken.state === "running") release(taken, now())
          }
        })
        let slot: Slot | undefined
        const offered = schedule.offer(
          {
            start: () => {
              if (offered._tag === "Refused") return
              slot = slotOf(offered.entry)
              stopWaiting()
              resume(Effect.succeed(slot))
            },
            refuse: () => {
              stopWaiting()
              refuse()
            }
          },
          share,
          now()
        )
        if (offered._tag === "Refused") return refuse()
        meter?.begin(now())
        offered.displaced?.job.refuse()
        serve(now())
        show()
        return Effect.sync(() => {
          if (slot !== undefined) return slot.release()
          if (offered.entry.state !== "waiting") return
          schedule.withdraw(offered.entry)
          stopWaiting()
        })
      })
    })
  )

  const withSlot =
    <E0>(taken: Effect.Effect<Slot, E0>) =>
    <A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<A, E | E0, R> =>
      Effect.uninterruptibleMask((restore) =>
        Effect.flatMap(restore(taken), ({ release }) => Effect.ensuring(restore(work), Effect.sync(release)))
      )

  return { take, withTurn: withSlot(take), withTurnOrDie: withSlot(Effect.orDie(take)) }
}
