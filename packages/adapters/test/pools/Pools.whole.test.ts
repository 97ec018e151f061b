import { assert, layer } from "@effect/vitest"
import { Actor } from "@quire/core"
import { Effect, Fiber, Layer } from "effect"
import { account } from "./accounts.ts"
import * as pools from "./pools.ts"

/** How many jobs of the accounts of one organization end before one job of another that was asked for after them. */
const served = Effect.fnUntraced(function* <R>({ job }: pools.SharedPool<R>, accounts: number, jobs: number) {
  const ended: Array<string> = []
  const ask = (organization: string, number: number) =>
    Effect.forkChild(
      Effect.ensuring(
        Effect.provideService(job, Actor.Actor, account(organization, number)),
        Effect.sync(() => ended.push(organization))
      ),
      { startImmediately: true }
    )
  const hostile = yield* Effect.forEach(Array.from({ length: jobs }), (_, at) => ask("hostile", at % accounts))
  const other = yield* ask("other", 0)
  yield* Effect.forEach([...hostile, other], Fiber.await)
  return ended.indexOf("other")
})

const cases = <R>(pool: pools.SharedPool<R>) =>
  layer(Layer.fresh(pool.layer), { excludeTestServices: true })(`the pool of ${pool.name} (rule pool-shares)`, (it) => {
    for (const accounts of [1, 24]) {
      it.effect(`serves another organization within one job per slot next to ${accounts} accounts of one`, () =>
        Effect.map(served(pool, accounts, 24), (before) => assert.isAtMost(before, 2 * pool.slots))
      )
    }
  })

cases(pools.texts)
cases(pools.descriptions)
cases(pools.assertions)
cases(pools.typesetting)
cases(pools.pdfs)
cases(pools.scripts)
