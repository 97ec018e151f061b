import { Cause, Clock, Context, Data, Effect, Exit, Fiber, Latch, Layer, type Scope } from "effect"
import { IdGenerator } from "../id/IdGenerator.ts"
import { Actor, system } from "../operation/Actor.ts"
import * as Job from "./Job.ts"
import type * as JobKind from "./JobKind.ts"
import { type Again, JobWrites } from "./JobRun.ts"
import { JobStore, servedName } from "./JobStore.ts"
import * as Jobs from "./Jobs.ts"
import { Lease } from "./Lease.ts"

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
const makeRun = Effect.gen(function* () {
  const store = yield* JobStore
  const { writeOf } = yield* JobWrites
  const { keepLease } = yield* Lease

  const attempt = ({ handle, terms }: Jobs.Handler, claimed: Job.ClaimedJob, job: string, until: number) => {
    const { attempt, key, payload } = claimed
    if (attempt > terms.attempts) return Effect.fail(new CutOff())
    return handle({ key, payload, attempt, write: writeOf(claimed, job) }).pipe(
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

export const limits = {
  /** Maximum number of concurrent jobs of CPU-bound kinds in one process. */
  atOnce: 4,
  /** Maximum number of concurrent jobs of I/O-bound kinds in one process, in addition to the others. */
  waitingAtOnce: 16,
  /** Milliseconds after which an idle server polls for jobs of other processes, and for jobs that have become due. */
  poll: 1_000
} as const

/** Number of runs by outcome. `failed` includes attempts that are retried. */
export interface JobCounts {
  readonly done: number
  readonly failed: number
  readonly superseded: number
}

/**
 * Counts runs by kind, and orders kinds for service: those with the fewest runs first, then the least recently served.
 */
const makeFairOrder = () => {
  const running = new Map<string, number>()
  const served = new Map<string, number>()
  let total = 0
  let turn = 0
  const countOf = (kind: string) => running.get(kind) ?? 0
  return {
    total: () => total,
    start: (kind: string) => {
      total++
      running.set(kind, countOf(kind) + 1)
      served.set(kind, ++turn)
    },
    end: (kind: string) => {
      total--
      running.set(kind, countOf(kind) - 1)
    },
    /** Kinds with free capacity. */
    order: (kinds: Iterable<Pick<JobKind.Terms, "name" | "atOnce" | "isShared">>) =>
      Array.from(kinds, ({ atOnce, isShared, name }) => ({ kind: name, room: atOnce - countOf(name), isShared }))
        .filter(({ room }) => room > 0)
        .sort((a, b) => countOf(a.kind) - countOf(b.kind) || (served.get(a.kind) ?? 0) - (served.get(b.kind) ?? 0))
  }
}

/** Maximum number of shares whose last service is remembered. */
const rememberedShares = 1_000

/** The shares of shared kinds, ordered by their last service (rule jobs-shared). */
const makeServed = () => {
  const names = new Set<string>()
  return {
    list: () => [...names],
    note: ({ kind, share }: Job.ClaimedJob) => {
      if (share === "") return
      const name = servedName(kind, share)
      names.delete(name)
      names.add(name)
      if (names.size > rememberedShares) for (const oldest of [...names].slice(0, 1)) names.delete(oldest)
    }
  }
}

/** Separate capacity for CPU-bound and for I/O-bound kinds (rule jobs-waiting). */
interface Pool {
  readonly waits: boolean
  readonly most: number
  readonly fairOrder: ReturnType<typeof makeFairOrder>
}

/**
 * Runs due jobs of the kinds that this process handles. Several processes claim different jobs; a kind with many jobs
 * does not block another (rule jobs-fair).
 */
export class JobRunner extends Context.Service<JobRunner>()("@quire/core/JobRunner", {
  make: Effect.gen(function* () {
    const store = yield* JobStore
    const jobs = yield* Jobs.Jobs
    const nextId = yield* IdGenerator
    const run = yield* makeRun
    const inProgress = new Map<string, Fiber.Fiber<unknown, unknown>>()

    /**
     * After a clock change, a job may be claimed that this process is still running; the previous run is ended first.
     */
    const endFormer = (id: string) => {
      const former = inProgress.get(id)
      return former === undefined ? Effect.void : Fiber.interrupt(former)
    }

    /** One runner: `step` starts due jobs while there is capacity; runs are released when the scope ends. */
    const open = Effect.gen(function* () {
      const scope: Scope.Scope = yield* Effect.scope
      const signal = Latch.makeUnsafe()
      const pools: ReadonlyArray<Pool> = [
        { waits: false, most: limits.atOnce, fairOrder: makeFairOrder() },
        { waits: true, most: limits.waitingAtOnce, fairOrder: makeFairOrder() }
      ]
      const tally = { done: 0, failed: 0, superseded: 0 }
      const served = makeServed()
      yield* jobs.listen(() => signal.openUnsafe())

      const start = (claimed: Job.ClaimedJob, until: number, { fairOrder }: Pool) =>
        Effect.suspend(() => {
          const handler = jobs.registered.get(claimed.kind)
          if (handler === undefined)
            return Effect.die(new Error(`no handler is registered for jobs of kind "${claimed.kind}"`))
          const id = Job.idOf(claimed)
          const former = endFormer(id)
          fairOrder.start(claimed.kind)
          served.note(claimed)
          return Effect.withFiber<"done" | "failed" | "superseded" | undefined>((fiber) => {
            inProgress.set(id, fiber)
            return run(handler, claimed, until, former)
          }).pipe(
            Effect.tap((count) => Effect.sync(() => count !== undefined && tally[count]++)),
            Effect.ensuring(
              Effect.withFiber((fiber) => {
                if (inProgress.get(id) === fiber) inProgress.delete(id)
                fairOrder.end(claimed.kind)
                signal.openUnsafe()
                return Effect.void
              })
            ),
            Effect.forkIn(scope, { startImmediately: true })
          )
        })

      const fill = Effect.fnUntraced(function* (pool: Pool) {
        const { fairOrder, most, waits } = pool
        const limit = most - fairOrder.total()
        const terms = Array.from(jobs.registered.values(), (handler) => handler.terms)
        const kinds = fairOrder.order(terms.filter((each) => each.waits === waits))
        if (limit <= 0 || kinds.length === 0) return false
        const now = yield* Clock.currentTimeMillis
        const until = now + Job.limits.lease
        const taken = yield* store.claim({ kinds, served: served.list(), limit, now, until, token: yield* nextId })
        yield* Effect.forEach(taken, (claimed) => start(claimed, until, pool), { discard: true })
        return taken.length > 0
      })

      /**
       * Returns whether nothing was running and nothing was due. More jobs can start when one ends, is offered, or
       * becomes due; a run that ends during the query to the store may leave a newer offer behind.
       */
      const step = Effect.uninterruptible(
        Effect.gen(function* () {
          signal.closeUnsafe()
          const wasIdle = pools.every(({ fairOrder }) => fairOrder.total() === 0)
          const started = yield* Effect.forEach(pools, fill)
          return wasIdle && !started.includes(true)
        })
      )
      const wait = Effect.raceFirst(signal.await, Effect.sleep(limits.poll))
      return { step, tally, wait }
    })

    /**
     * Runs jobs until none is due, including those that become due in the meantime, or until a given time, at which
     * current runs are released.
     */
    const drainUntil = (end: number) =>
      Effect.gen(function* () {
        const { step, tally, wait } = yield* open
        yield* jobs.ensureStanding
        while ((yield* Clock.currentTimeMillis) < end) {
          if (yield* step) break
          yield* wait
        }
        return { ...tally } satisfies JobCounts
      }).pipe(Effect.scoped)

    const drain = drainUntil(Number.POSITIVE_INFINITY)

    /** Runs jobs until it is interrupted; store failures are logged and do not end it. */
    const serve = Effect.gen(function* () {
      const { step, wait } = yield* open
      const warn = (cause: unknown) => Effect.as(Effect.logWarning("pending jobs could not be loaded", cause), false)
      yield* Effect.catchCause(jobs.ensureStanding, warn)
      for (;;) yield* Effect.andThen(Effect.catchCause(step, warn), wait)
    }).pipe(Effect.scoped)

    return { drain, drainUntil, serve } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([JobWrites.layer, Jobs.Jobs.layer, Lease.layer])
  )
}
