import { Cause, Clock, Data, Effect, Exit } from "effect"
import { Actor, system } from "../operation/Actor.ts"
import * as Job from "./Job.ts"
import { type Again, makeWrite } from "./JobRun.ts"
import { JobStore } from "./JobStore.ts"
import type * as Jobs from "./Jobs.ts"
import * as Lease from "./Lease.ts"

/** No attempt has come to an end: the job may be what ends its processes. */
class CutOff extends Data.TaggedError("CutOff") {
  override get message() {
    return "its process ended in each attempt"
  }
}

class DeadlinePassed extends Data.TaggedError("DeadlinePassed")<{ readonly deadline: number }> {
  override get message() {
    return `it took longer than ${this.deadline} ms`
  }
}

const describeCause = (cause: Cause.Cause<unknown>): string => {
  const failure = Cause.squash(cause)
  return failure instanceof Error ? failure.message : String(failure)
}

/** Of an attempt that was not stopped from outside. */
const outcomeOf = (exit: Exit.Exit<Again | void, unknown>): Job.JobOutcome => {
  if (Exit.isFailure(exit)) return { _tag: "Failed", reason: describeCause(exit.cause) }
  return exit.value === undefined ? { _tag: "Done" } : { _tag: "Again", at: exit.value.again }
}

/** How a run is counted; not at all when it was given back. */
type Count = "done" | "failed" | "superseded" | undefined

const countOf = (standing: Job.ClaimStatus, outcome: Job.JobOutcome): Count => {
  if (standing !== "held") return "superseded"
  if (outcome._tag === "GivenBack") return undefined
  return outcome._tag === "Failed" ? "failed" : "done"
}

/** Makes the effect that runs one job which was taken until a moment, after something else, and never fails. */
export const make = Effect.gen(function* () {
  const store = yield* JobStore
  const write = yield* makeWrite
  const keepLease = yield* Lease.make

  const attempt = ({ handle, terms }: Jobs.Handler, claimed: Job.ClaimedJob, job: string, until: number) => {
    const { attempt, key, payload } = claimed
    if (attempt > terms.attempts) return Effect.fail(new CutOff())
    return handle({ key, payload, attempt, write: write(claimed, job) }).pipe(
      Effect.provideService(Actor, system),
      Effect.timeoutOrElse({
        duration: terms.deadline,
        orElse: () => Effect.fail(new DeadlinePassed({ deadline: terms.deadline }))
      }),
      Effect.raceFirst(keepLease(claimed, { length: Job.limits.lease, until }))
    )
  }

  const report = (next: Job.Next | undefined, count: Count) => {
    if (count !== "failed") return Effect.logInfo("job")
    return next?.failedAt === undefined
      ? Effect.logWarning("a job failed and is tried again")
      : Effect.logError("a job has failed for good")
  }

  return (
    handler: Jobs.Handler,
    claimed: Job.ClaimedJob,
    until: number,
    before: Effect.Effect<void>
  ): Effect.Effect<Count> =>
    Effect.uninterruptibleMask((restore) =>
      Effect.gen(function* () {
        const job = Job.idOf(claimed)
        const began = yield* Clock.currentTimeMillis
        const exit = yield* Effect.exit(
          restore(Effect.andThen(before, Effect.exit(attempt(handler, claimed, job, until))))
        )
        const outcome: Job.JobOutcome = Exit.isSuccess(exit) ? outcomeOf(exit.value) : { _tag: "GivenBack" }
        const now = yield* Clock.currentTimeMillis
        const next = Job.next(handler.terms, claimed, outcome, now)
        const count = countOf(yield* store.end(claimed, next), outcome)
        yield* Effect.annotateLogs(report(next, count), {
          job,
          outcome: count ?? "given back",
          attempt: claimed.attempt,
          milliseconds: now - began,
          ...(outcome._tag === "Failed" && count === "failed" ? { reason: outcome.reason } : {})
        })
        return count
      })
    ).pipe(
      Effect.catchCause((cause) =>
        Effect.as(Effect.logWarning("the end of a job's run could not be written", cause), undefined)
      )
    )
})
