import { Clock, Effect, Exit, Fiber } from "effect"
import type * as Job from "./Job.ts"
import { idOf } from "./Job.ts"
import { JobSuperseded } from "./JobRun.ts"
import { JobStore } from "./JobStore.ts"

/** Milliseconds for which a renewal is waited for at least: after a stand-still the lease may have ended. */
const leastPatience = 1_000

/** How long a run has its job when it says nothing, and until when it has it now; in ms. */
export interface Terms {
  readonly length: number
  readonly until: number
}

/**
 * Makes what keeps the lease of a run, and fails as soon as the job is no longer the run's, or may soon be another's
 * because the store does not answer (rule jobs-lease).
 */
export const make = Effect.gen(function* () {
  const store = yield* JobStore

  /** Statements cannot be interrupted, so that late ones are not waited for. */
  const renew = Effect.fnUntraced(function* (claim: Job.Claim, until: number, patience: number) {
    const asking = yield* Effect.forkDetach(store.renew(claim, until))
    return yield* Effect.timeout(Fiber.join(asking), Math.max(patience, leastPatience))
  })

  return Effect.fnUntraced(function* (claim: Job.Claim, { length, until: given }: Terms) {
    const job = idOf(claim)
    const beat = length / 4
    for (let until = given; ; ) {
      yield* Effect.sleep(beat)
      const now = yield* Clock.currentTimeMillis
      const renewed = yield* Effect.exit(renew(claim, now + length, until - beat - now))
      if (Exit.isFailure(renewed)) {
        yield* Effect.logWarning("the lease of a job cannot be renewed", renewed.cause)
        if ((yield* Clock.currentTimeMillis) + beat >= until) return yield* new JobSuperseded({ job })
      } else if (renewed.value === "held") until = now + length
      else return yield* new JobSuperseded({ job })
    }
  })
})
