import { Clock, Context, Effect, Layer, Schema } from "effect"
import { hostOnly } from "../operation/HostOnly.ts"
import { operation } from "../operation/Operation.ts"
import { type PageRequest, Paging } from "../paging/Paging.ts"
import * as Job from "./Job.ts"
import * as JobKind from "./JobKind.ts"
import { JobRunner } from "./JobRunner.ts"
import { JobStore, type Name } from "./JobStore.ts"
import { Jobs } from "./Jobs.ts"

/** A job that failed permanently, as shown to operators. */
export interface FailedJob extends Name {
  readonly attempts: number
  /** Why the last attempt failed. */
  readonly reason: string
  readonly offeredAt: number
  readonly failedAt: number
}

/** There is no failed job of that kind and key. */
export class FailedJobNotFound extends Schema.TaggedError<FailedJobNotFound>()("FailedJobNotFound", {
  job: Schema.String
}) {
  readonly kind = "not-found" as const
  override get message() {
    return `failed job ${this.job} does not exist`
  }
}

const view = ({ at, attempts, failedAt, key, kind, reason }: Job.Job): FailedJob => ({
  kind,
  key,
  attempts,
  reason: reason ?? "",
  offeredAt: at,
  failedAt: failedAt ?? at
})

const forgetting = JobKind.repeated({ name: "failed-jobs", every: 86_400_000, deadline: 60_000 })

/** Runs jobs, and lists and retries failed ones. Host only. */
export class JobControl extends Context.Service<JobControl>()("@quire/core/JobControl", {
  make: Effect.gen(function* () {
    const store = yield* JobStore
    const jobs = yield* Jobs
    const runner = yield* JobRunner
    const { paged } = yield* Paging

    const forgetOld = Effect.flatMap(Clock.currentTimeMillis, (now) => store.forgetFailed(now - Job.limits.failedKept))
    yield* jobs.repeat(forgetting, forgetOld)

    /** Runs due jobs until none is due. A host without its own loop calls it periodically. */
    const run = operation("JobControl.run")(function* () {
      yield* hostOnly("JobControl.run")
      return yield* runner.drain
    })

    /** Lists jobs that failed permanently, latest first (rule jobs-failed). */
    const list = operation("JobControl.list")(function* (request: PageRequest) {
      yield* hostOnly("JobControl.list")
      return yield* paged({
        list: "system.failed-jobs",
        request,
        count: store.countFailed,
        load: (after, limit) => store.listFailed(after, limit),
        keyset: (job) => ({ order: [job.failedAt ?? job.at], id: Job.idOf(job) }),
        view: (found) => Effect.succeed(found.map(view))
      })
    })

    /** Retries a failed job, with as many attempts as a new one. */
    const retry = operation("JobControl.retry")(function* (job: Name) {
      yield* hostOnly("JobControl.retry")
      const found = yield* store.retry(job, yield* Clock.currentTimeMillis)
      if (!found) return yield* new FailedJobNotFound({ job: Job.idOf(job) })
      yield* jobs.nudge
    })

    return { run, list, retry } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(Layer.provide([JobRunner.layer, Jobs.layer, Paging.layer]))
}
