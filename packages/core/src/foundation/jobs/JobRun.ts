import { Effect, Schema } from "effect"
import type { Actor } from "../operation/Actor.ts"
import * as Mutation from "../store/Mutation.ts"
import type * as Job from "./Job.ts"
import { JobStore } from "./JobStore.ts"

/** A newer offer has come, or another process has taken the job over: what this run found is dropped. */
export class JobSuperseded extends Schema.TaggedError<JobSuperseded>()("JobSuperseded", { job: Schema.String }) {
  readonly kind = "conflict" as const
  override get message() {
    return `${this.job} was offered anew, or is run by another process`
  }
}

/** A run as its handler sees it. */
export interface JobRun<A> {
  readonly key: string
  readonly payload: A
  /** The number of this attempt, from 1. */
  readonly attempt: number
  /**
   * Writes in a transaction that is undone, with `JobSuperseded`, where the job is no longer this run's (rule
   * jobs-supersede). Handlers let that failure through.
   */
  readonly write: <B, E, R>(body: Effect.Effect<B, E, R>) => Effect.Effect<B, E | JobSuperseded, R | Actor>
}

/** What a handler returns: nothing, or the moment (epoch ms) at which the same is to be done once more. */
export interface Again {
  readonly again: number
}

/** Makes `write` of runs. The job is locked last, after what the body locks. */
export const makeWrite = Effect.gen(function* () {
  const store = yield* JobStore
  const mutation = yield* Mutation.make
  return (claim: Job.Claim, job: string): JobRun<unknown>["write"] => {
    const check = Effect.flatMap(store.standing(claim), (standing) =>
      standing === "held" ? Effect.void : Effect.fail(new JobSuperseded({ job }))
    )
    return (body) => mutation(Effect.tap(body, () => check))
  }
})
