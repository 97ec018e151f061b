import { Cause, Clock, Data, Effect, Exit } from "effect"
import { Actor, system } from "../operation/Actor.ts"
import * as Job from "./Job.ts"
import { type Again, makeWrite } from "./JobRun.ts"
import { JobStore } from "./JobStore.ts"
import type * as Jobs from "./Jobs.ts"
import * as Lease from "./Lease.ts"

/** No attempt has completed: the job itself may terminate its process. */
class CutOff extends Data.TaggedError("CutOff") {
  override get message() {
    return "the process ended during every attempt"
  }
}

class DeadlinePassed extends Data.TaggedError("DeadlinePassed")<{ readonly deadline: number }> {
  override get message() {
    return `the job exceeded its deadline of ${this.deadline} ms`
  }
}

const describeCause = (cause: Cause.Cause<unknown>): string => {
  const failure = Cause.squash(cause)
  return failure instanceof Error ? failure.message : String(failure)
}

/** The outcome of an attempt that was not interrupted from outside. */
const outcomeOf = (exit: Exit.Exit<Again | void, unknown>): Job.JobOutcome => {
  if (Exit.isFailure(exit)) return { _tag: "Failed", reason: describeCause(exit.cause) }
  return exit.value === undefined ? { _tag: "Done" } : { _tag: "Again", at: exit.value.again }
}

/** How a run is counted; released runs are not counted. */
type Count = "done" | "failed" | "superseded" | undefined

const countOf = (standing: Job.ClaimStatus, outcome: Job.JobOutcome): Count => {
  if (standing !== "held") return "superseded"
  if (outcome._tag === "GivenBack") return undefined
  return outcome._tag === "Failed" ? "failed" : "done"
}

/** Creates the effect that runs one claimed job until a deadline, after a preceding effect. The effect never fails. */
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
      ? Effect.logWarning("a job failed and will be retried")
      : Effect.logError("a job failed permanently")
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
        const startedAt = yield* Clock.currentTimeMillis
        const exit = yield* Effect.exit(
          restore(Effect.andThen(before, Effect.exit(attempt(handler, claimed, job, until))))
        )
        const outcome: Job.JobOutcome = Exit.isSuccess(exit) ? outcomeOf(exit.value) : { _tag: "GivenBack" }
        const now = yield* Clock.currentTimeMillis
        const next = Job.next(handler.terms, claimed, outcome, now)
        const count = countOf(yield* store.end(claimed, next), outcome)
        yield* Effect.annotateLogs(report(next, count), {
          job,
          outcome: count ?? "released",
          attempt: claimed.attempt,
          milliseconds: now - startedAt,
          ...(outcome._tag === "Failed" && count === "failed" ? { reason: outcome.reason } : {})
        })
        return count
      })
    ).pipe(
      Effect.catchCause((cause) =>
        Effect.as(Effect.logWarning("the outcome of a job could not be recorded", cause), undefined)
      )
    )
})
