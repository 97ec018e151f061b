import { Context, Effect, Layer, Schema } from "effect"
import type { Actor } from "../operation/Actor.ts"
import { Mutation } from "../store/Mutation.ts"
import type * as Job from "./Job.ts"
import { JobStore } from "./JobStore.ts"

/** A newer offer replaced the job, or another process took it over: the result of this run is discarded. */
export class JobSuperseded extends Schema.TaggedError<JobSuperseded>()("JobSuperseded", { job: Schema.String }) {
  readonly kind = "conflict" as const
  override get message() {
    return `job ${this.job} was queued again or is running in another process`
  }
}

/** A run as passed to its handler. */
export interface JobRun<A> {
  readonly key: string
  readonly payload: A
  /** The number of this attempt, from 1. */
  readonly attempt: number
  /**
   * Writes in a transaction that is rolled back with `JobSuperseded` if the run no longer holds the job (rule
   * jobs-supersede). Handlers must not catch that failure.
   */
  readonly write: <B, E, R>(body: Effect.Effect<B, E, R>) => Effect.Effect<B, E | JobSuperseded, R | Actor>
}

/** The result of a handler: nothing, or the instant (epoch ms) at which the job runs again. */
export interface Again {
  readonly again: number
}

/** Writes of runs. The job is locked last, after everything that the body locks. */
export class JobWrites extends Context.Service<JobWrites>()("@quire/core/JobWrites", {
  make: Effect.gen(function* () {
    const store = yield* JobStore
    const { mutate } = yield* Mutation

    /** Returns the `write` of a run. */
    const writeOf = (claim: Job.Claim, job: string): JobRun<unknown>["write"] => {
      const check = Effect.flatMap(store.standing(claim), (standing) =>
        standing === "held" ? Effect.void : Effect.fail(new JobSuperseded({ job }))
      )
      return (body) => mutate(Effect.tap(body, () => check))
    }

    return { writeOf } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(Layer.provide(Mutation.layer))
}
