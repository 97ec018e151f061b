import { Clock, Context, Effect, Exit, Fiber, Layer } from "effect"
import type * as Job from "./Job.ts"
import { idOf } from "./Job.ts"
import { JobSuperseded } from "./JobRun.ts"
import { JobStore } from "./JobStore.ts"

/** Minimum time in milliseconds to wait for a renewal: after a pause of the process the lease may have expired. */
const leastPatience = 1_000

/** Length of a lease without renewal, and its current end; in ms. */
export interface Terms {
  readonly length: number
  readonly until: number
}

/**
 * Creates an effect that renews the lease of a run. It fails as soon as the run has lost the job, or may soon lose it
 * because the store does not respond (rule jobs-lease).
 */
export class Lease extends Context.Service<Lease>()("@quire/core/Lease", {
  make: Effect.gen(function* () {
    const store = yield* JobStore

    /** Statements cannot be interrupted, so late ones are not awaited. */
    const renew = Effect.fnUntraced(function* (claim: Job.Claim, until: number, patience: number) {
      const asking = yield* Effect.forkDetach(store.renew(claim, until))
      return yield* Effect.timeout(Fiber.join(asking), Math.max(patience, leastPatience))
    })

    const keepLease = Effect.fnUntraced(function* (claim: Job.Claim, { length, until: given }: Terms) {
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

    return { keepLease } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}
