import { assert, layer } from "@effect/vitest"
import { JobControl, Jobs, RowStore } from "@quire/core"
import { Effect } from "effect"
import { asSystem, postgres } from "../../support/engine.ts"
import { numbers } from "../../support/jobs.ts"
import * as Statements from "../../support/statements.ts"

layer(postgres)("statements of jobs on Postgres", (it) => {
  it.effect("takes one for an offer, one for a runner's step, and one for a run in addition to its writes", () =>
    Effect.gen(function* () {
      const jobs = yield* Jobs.Jobs
      const control = yield* JobControl.JobControl
      const { atomic } = yield* RowStore.RowStore
      const listener = Statements.listen()
      yield* Effect.addFinalizer(() => Effect.sync(listener.close))
      const context = yield* Effect.context<never>()
      const countOf = (effect: Effect.Effect<unknown, unknown>) =>
        Effect.map(
          Effect.promise(() => listener.during(() => Effect.runPromiseWith(context)(effect))),
          ({ statements }) => statements.length
        )
      const run = asSystem(control.run())
      const [plain, writing] = [numbers({ atOnce: 10 }), numbers()]
      yield* jobs.handle(plain, () => Effect.void)
      yield* jobs.handle(writing, ({ write }) => write(Effect.void))
      yield* run
      const idle = yield* countOf(run)
      assert.strictEqual(idle, 3, "what is repeated, and a look at kinds that work and one at kinds that wait")
      assert.strictEqual(yield* countOf(atomic(jobs.offer(plain, "a", 1))), 1)
      assert.strictEqual((yield* countOf(run)) - idle, 3, "the looks at what else is due, and the end")
      const keys = Array.from({ length: 40 }, (_, at) => [`${at}`, at] as const)
      assert.strictEqual(yield* countOf(jobs.offerAll(plain, keys)), 1)
      assert.isAtMost((yield* countOf(run)) - idle, 2 * keys.length)
      yield* jobs.offer(writing, "a", 1)
      assert.strictEqual((yield* countOf(run)) - idle, 4, "and the question whether the job is still the run's")
    })
  )
})
