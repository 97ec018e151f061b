import { writeFile } from "node:fs/promises"
import { loadavg } from "node:os"
import { assert, layer } from "@effect/vitest"
import { Actor } from "@quire/core"
import { Effect, Fiber, Layer } from "effect"
import { account } from "./accounts.ts"
import * as pools from "./pools.ts"

/** Jobs of the organization that is measured, and how many a hostile one always has waiting. */
const rounds = 60
const outstanding = 24

const at = (values: ReadonlyArray<number>, share: number) =>
  Math.round(values.toSorted((left, right) => left - right)[Math.floor((values.length - 1) * share)] ?? 0)

const as =
  (organization: string, number: number) =>
  <A, E, R>(job: Effect.Effect<A, E, R>) =>
    Effect.exit(Effect.provideService(job, Actor.Actor, account(organization, number)))

/** How long jobs of one organization take, in milliseconds, next to a number of accounts of a hostile one. */
const measure = Effect.fnUntraced(function* <R>({ job }: pools.SharedPool<R>, accounts: number) {
  const hostile = yield* Effect.forEach(Array.from({ length: accounts === 0 ? 0 : outstanding }), (_, number) =>
    Effect.forkChild(Effect.forever(as("hostile", number % accounts)(job)), { startImmediately: true })
  )
  const times: Array<number> = []
  for (let round = 0; round < rounds; round++) {
    const begun = performance.now()
    yield* as("other", 0)(job)
    times.push(performance.now() - begun)
  }
  yield* Effect.forEach(hostile, Fiber.interrupt, { concurrency: "unbounded" })
  return times
})

const lines: Array<string> = []

const cases = <R>(pool: pools.SharedPool<R>) =>
  layer(Layer.fresh(pool.layer), { excludeTestServices: true })(
    `the waiting times of the pool of ${pool.name}`,
    (it) => {
      it.effect("prints the times alone, next to one hostile account, and next to 24 of one organization", () =>
        Effect.gen(function* () {
          yield* measure(pool, 0)
          const figures: Array<string> = []
          for (const accounts of [0, 1, 24]) {
            const times = yield* measure(pool, accounts)
            assert.lengthOf(times, rounds)
            figures.push(`${at(times, 0.5)} / ${at(times, 0.99)}`)
          }
          lines.push(`| ${pool.name} | ${figures.join(" | ")} |`)
          const load = loadavg().map((value) => value.toFixed(1))
          const file = process.env["QUIRE_TEST_WAITS_LOG"]
          const text = `load ${load.join(" ")}\n${lines.join("\n")}\n`
          if (file !== undefined) yield* Effect.promise(() => writeFile(file, text))
          yield* Effect.logInfo(text)
        })
      )
    }
  )

cases(pools.texts)
cases(pools.descriptions)
cases(pools.assertions)
cases(pools.typesetting)
cases(pools.pdfs)
cases(pools.scripts)
