import { IdGenerator, JobKind, JobRunner, JobStore, Jobs, RowStore } from "@quire/core"
import { Job } from "@quire/core/internal"
import { Suite } from "@quire/testing"
import { Effect, Fiber, Layer, Schema } from "effect"
import { TestClock } from "effect/testing"

/** A separate process on the store of the test, which runs the jobs that it handles until it is killed. */
export interface Process {
  readonly jobs: typeof Jobs.Jobs.Service
  readonly runner: typeof JobRunner.JobRunner.Service
  /** Begins to do jobs as a server does. */
  readonly serve: Effect.Effect<Fiber.Fiber<void>>
  /** Moves the clock from renewal to renewal of the one run that there is. */
  readonly beat: (times: number) => Effect.Effect<void>
  /** Gives back what it has begun. */
  readonly stop: Effect.Effect<void>
  /** From here on nothing of it reaches the store, and its runs go no further. */
  readonly kill: Effect.Effect<void>
}

const killed = Effect.die(new Error("the process was killed"))

export const start = Effect.gen(function* () {
  const store = yield* JobStore.JobStore
  const rows = yield* RowStore.RowStore
  let isAlive = true
  let renewals = 0
  const alive = <A, E, R>(self: Effect.Effect<A, E, R>) => Effect.suspend(() => (isAlive ? self : killed))
  const jobStore: typeof JobStore.JobStore.Service = {
    ...store,
    claim: (ask) => alive(store.claim(ask)),
    renew: (claim, until) => Effect.tap(alive(store.renew(claim, until)), () => Effect.sync(() => void renewals++)),
    end: (claim, next) => alive(store.end(claim, next)),
    standing: (claim) => alive(store.standing(claim))
  }
  const rowStore: typeof RowStore.RowStore.Service = {
    ...rows,
    atomic: (body) => alive(rows.atomic(Effect.tap(body, () => alive(Effect.void))))
  }
  const context = yield* Layer.build(
    Layer.fresh(Layer.mergeAll(JobRunner.JobRunner.layer, Jobs.Jobs.layer)).pipe(
      Layer.provide(Layer.succeed(JobStore.JobStore, jobStore)),
      Layer.provide(Layer.succeed(RowStore.RowStore, rowStore)),
      Layer.provide(Layer.succeed(IdGenerator.IdGenerator, yield* IdGenerator.IdGenerator))
    )
  )
  const [jobs, runner] = yield* Effect.provide(Effect.all([Jobs.Jobs, JobRunner.JobRunner]), context)
  const scope = yield* Effect.scope
  const fibers = new Set<Fiber.Fiber<unknown>>()
  const process: Process = {
    jobs,
    runner,
    serve: Effect.tap(Effect.forkIn(runner.serve, scope), (fiber) => Effect.sync(() => fibers.add(fiber))),
    beat: Effect.fnUntraced(function* (times) {
      for (let time = 0; time < times; time++) {
        const seen = renewals
        yield* TestClock.adjust(Job.limits.lease / 4)
        yield* Suite.eventually(Effect.sync(() => renewals > seen))
        yield* Suite.settle
      }
    }),
    stop: Effect.suspend(() => Fiber.interruptAll(fibers)),
    kill: Effect.suspend(() => {
      isAlive = false
      return Fiber.interruptAll(fibers)
    })
  }
  return process
})

let last = 0

/** A kind that no other test has, of numbers. */
export const numbers = (over: Partial<JobKind.Options> = {}): JobKind.JobKind<number> =>
  JobKind.make({ name: `numbers-${++last}`, payload: Schema.Finite, deadline: 600_000, ...over })
