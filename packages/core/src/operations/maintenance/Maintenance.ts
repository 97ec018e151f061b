import { Clock, Effect, Option, Schedule, type Scope } from "effect"
import { NodeCache } from "../../content/tree/NodeCache.ts"
import { type JobCounts, JobRunner } from "../../foundation/jobs/JobRunner.ts"
import { Actor, system } from "../../foundation/operation/Actor.ts"
import { EventDispatcher } from "../../integrations/delivery/EventDispatcher.ts"
import { Audit } from "../../people/audit/Audit.ts"
import { type DeliveryCounts, MailDelivery } from "../../people/mail/MailDelivery.ts"
import { type Progress, Reindex } from "../../spaces/search/Reindex.ts"

/** Default maximum duration of `run`, in seconds. */
export const limits = { seconds: 50 } as const

/** Milliseconds that a part has to finish after the time is used up. */
const grace = 2_000

/** The parts of maintenance by name. */
export type Part = "audit" | "events" | "jobs" | "emails" | "search"

/** What a maintenance run has done. */
export interface Done {
  /** Events that were chained into the audit log. */
  readonly chained: number
  /** Events that were dispatched to their subscribers. */
  readonly handedOut: number
  readonly jobs: JobCounts
  readonly emails: DeliveryCounts
  readonly reindexed: Progress
  /** Whether everything that was due is done. */
  readonly isDone: boolean
  /** Parts that failed and are retried by the next run; the log has the cause. */
  readonly failed: ReadonlyArray<Part>
}

const asSystem = <A, E, R>(self: Effect.Effect<A, E, R>) => Effect.provideService(self, Actor, system)

const failing = {
  audit: "failed to chain the audit log",
  events: "failed to dispatch events",
  jobs: "failed to run jobs",
  emails: "failed to deliver email",
  search: "reindexing failed"
} as const satisfies { readonly [P in Part]: string }

/** Runs work that is retried later if it fails. The second result states whether it succeeded. */
const withRetryLater = <A, E, R>(part: Part, work: Effect.Effect<A, E, R>) =>
  Effect.catchCause(Effect.asSome(work), (cause) => Effect.as(Effect.logWarning(failing[part], cause), Option.none()))

const every = (interval: `${number} ${"second" | "seconds" | "minute"}`) => Schedule.spaced(interval)

/** Rebuilds search entries that an earlier version of the tokens created; until then, searches of them find less. */
const rebuildSearchIndexes = Effect.flatMap(Reindex, ({ run }) =>
  run(({ pages, spaces }) => Effect.logDebug(`reindexed ${pages} pages in ${spaces} spaces so far`)).pipe(
    Effect.tap(({ pages, spaces }) =>
      spaces === 0 ? Effect.void : Effect.logInfo(`reindexed ${pages} pages in ${spaces} spaces`)
    )
  )
)

/**
 * Runs maintenance until the scope closes: jobs immediately, events and the audit log within seconds, emails when they
 * are due (rule upkeep-off). Any number of processes may run it on one store.
 */
export const serve: Effect.Effect<
  void,
  never,
  Audit | EventDispatcher | JobRunner | MailDelivery | NodeCache | Reindex | Scope.Scope
> = Effect.gen(function* () {
  const audit = yield* Audit
  const cache = yield* NodeCache
  const eventDispatcher = yield* EventDispatcher
  const mailDelivery = yield* MailDelivery
  const runner = yield* JobRunner
  yield* Effect.forkScoped(withRetryLater("search", asSystem(rebuildSearchIndexes)))
  yield* Effect.forkScoped(runner.serve)
  const repeat = <A, E>(part: Part, interval: Parameters<typeof every>[0], work: Effect.Effect<A, E, Actor>) =>
    withRetryLater(part, asSystem(work)).pipe(
      Effect.schedule(every(interval)),
      Effect.withTracerEnabled(false),
      Effect.forkScoped
    )
  yield* repeat("emails", "5 seconds", mailDelivery.deliver())
  yield* repeat("audit", "3 seconds", audit.chain())
  yield* repeat("events", "1 second", eventDispatcher.follow())
  yield* Effect.sync(cache.forgetUnused).pipe(Effect.schedule(every("1 minute")), Effect.forkScoped)
})

const noJobs = { done: 0, failed: 0, superseded: 0 } satisfies JobCounts

/**
 * Runs the parts of one maintenance run, each within the remaining time. Search checks the time itself, since a space
 * whose indexing is interrupted would be started again by each run.
 */
const makeRun = (deadline: number) => {
  const failed = new Set<Part>()
  let isCut = false
  const attempt = <A, E, R>(part: Part, none: A, work: Effect.Effect<A, E, R>) =>
    Effect.gen(function* () {
      const left = deadline - (yield* Clock.currentTimeMillis)
      if (left <= 0) isCut = true
      if (isCut) return none
      const limited = part === "search" ? Effect.asSome(work) : Effect.timeoutOption(work, left + grace)
      const tried = yield* withRetryLater(part, asSystem(limited))
      if (Option.isNone(tried)) failed.add(part)
      else if (Option.isNone(tried.value)) isCut = true
      return Option.getOrElse(Option.flatten(tried), () => none)
    })
  return { attempt, failed, isCut: () => isCut } as const
}

/** How long a run may take, and a callback for the progress of search indexing. */
export interface Budget {
  readonly seconds?: number
  /** Called before the first space and after some pages, with the number of spaces to index again. */
  readonly onReindexed?: (progress: Progress, outOf: number) => Effect.Effect<void>
}

/**
 * Runs everything that is due until nothing is left or the time is used up (rule upkeep-run). Other processes may run
 * maintenance at the same time: nothing is done twice, except for emails of a process that was killed. Search runs last
 * because it may take all of the time.
 */
export const run = Effect.fnUntraced(function* ({
  onReindexed = () => Effect.void,
  seconds = limits.seconds
}: Budget = {}) {
  const audit = yield* Audit
  const eventDispatcher = yield* EventDispatcher
  const mailDelivery = yield* MailDelivery
  const reindex = yield* Reindex
  const runner = yield* JobRunner
  const deadline = (yield* Clock.currentTimeMillis) + seconds * 1_000
  const { attempt, failed, isCut } = makeRun(deadline)
  const jobs = { ...noJobs }
  const emails = { sent: 0, failed: 0 }
  let [chained, handedOut] = [0, 0]
  const round = Effect.gen(function* () {
    const events = yield* attempt("events", 0, eventDispatcher.follow())
    const delivered = yield* attempt("emails", { sent: 0, failed: 0 }, mailDelivery.deliver())
    const entries = yield* attempt("audit", 0, audit.chain())
    const tally = yield* attempt("jobs", noJobs, runner.drainUntil(deadline))
    handedOut += events
    chained += entries
    emails.sent += delivered.sent
    emails.failed += delivered.failed
    for (const outcome of ["done", "failed", "superseded"] as const) jobs[outcome] += tally[outcome]
    return events + entries + delivered.sent + tally.done
  })
  const doRounds = Effect.gen(function* () {
    while ((yield* round) > 0 && !isCut()) yield* Effect.void
  })
  yield* doRounds
  let [reindexed, outOf]: [Progress, number] = [{ spaces: 0, pages: 0 }, 0]
  const reportProgress = (progress: Progress, spaces: number) => {
    ;[reindexed, outOf] = [progress, spaces]
    return onReindexed(progress, spaces)
  }
  yield* attempt("search", reindexed, reindex.run(reportProgress, deadline))
  if (reindexed.spaces > 0) yield* doRounds
  const isDone = !isCut() && failed.size === 0 && reindexed.spaces === outOf
  return { chained, handedOut, jobs, emails, reindexed, isDone, failed: [...failed] } satisfies Done
})
