import { assert, layer } from "@effect/vitest"
import { BudgetStore } from "@quire/core"
import { Effect, type Layer } from "effect"
import * as fc from "fast-check"
import { fresh, type It, live } from "./Suite.ts"

const start = 1_700_000_000_000
const life = 5_000
const none = { until: 0, tokens: 0 }

const setup = Effect.gen(function* () {
  const store = yield* BudgetStore.BudgetStore
  const key = fresh("budget")
  const take = (wanted: number, at = start, unused = none) =>
    Effect.flatMap(store.take([{ key, most: 10, wanted, unused }], at, at + life), ([lease]) =>
      Effect.orDie(Effect.fromNullishOr(lease))
    )
  return { store, key, take }
})

const testLeases = (it: It<BudgetStore.BudgetStore>) => {
  it.effect("leases at most the remaining budget, until one window after the lease has ended (rule rate-shared)", () =>
    Effect.gen(function* () {
      const { take } = yield* setup
      assert.deepStrictEqual(yield* take(4), { granted: 4, taken: 4, first: start + life })
      assert.deepStrictEqual(yield* take(4, start + 10), { granted: 4, taken: 8, first: start + life })
      assert.deepStrictEqual(yield* take(4, start + 20), { granted: 2, taken: 10, first: start + life })
      const free = start + life + BudgetStore.limits.window
      assert.strictEqual((yield* take(4, free - 1)).granted, 0)
      assert.deepStrictEqual(yield* take(9, free), { granted: 4, taken: 10, first: start + 10 + life })
    })
  )

  it.effect("returns the unused part of a lease only once", () =>
    Effect.gen(function* () {
      const { take } = yield* setup
      yield* take(10)
      const unused = { until: start + life, tokens: 3 }
      assert.deepStrictEqual(yield* take(5, start + 1, unused), { granted: 3, taken: 10, first: start + life })
      assert.strictEqual((yield* take(5, start + 2, { until: start - 1, tokens: 9 })).granted, 0)
    })
  )

  it.effect("returns several budgets in the order of the request", () =>
    Effect.gen(function* () {
      const { store } = yield* setup
      const [one, other] = [fresh("z"), fresh("a")]
      const asks = [
        { key: one, most: 5, wanted: 2, unused: none },
        { key: other, most: 1, wanted: 2, unused: none }
      ]
      const leases = yield* store.take(asks, start, start + life)
      assert.deepStrictEqual(
        leases.map(({ granted }) => granted),
        [2, 1]
      )
    })
  )

  it.effect("removes budgets without current use", () =>
    Effect.gen(function* () {
      const { store, take } = yield* setup
      const early = 1_000_000
      yield* take(10, early)
      yield* store.forget(early + life + BudgetStore.limits.window - 1)
      assert.strictEqual((yield* take(1, early)).granted, 0)
      assert.isAtLeast(yield* store.forget(early + life + BudgetStore.limits.window), 1)
      assert.strictEqual((yield* take(1, early)).granted, 1)
    })
  )
}

const testLaw = (it: It<BudgetStore.BudgetStore>) => {
  it.effect("grants at most the limit in any window to concurrent callers (rule rate-shared)", () =>
    Effect.gen(function* () {
      const { store } = yield* setup
      const steps = fc.array(fc.tuple(fc.integer({ min: 0, max: 30_000 }), fc.integer({ min: 1, max: 7 })), {
        minLength: 10,
        maxLength: 20
      })
      for (const asked of fc.sample(steps, 5)) {
        const key = fresh("law")
        const granted: Array<readonly [at: number, tokens: number]> = []
        let now = start
        for (const [pause, wanted] of asked) {
          now += pause
          const at = now
          const ask = { key, most: 10, wanted, unused: none }
          const taken = yield* Effect.all([store.take([ask], at, at + life), store.take([ask], at, at + life)], {
            concurrency: "unbounded"
          })
          for (const [lease] of taken) granted.push([at, lease?.granted ?? 0])
        }
        for (const [from] of granted) {
          const within = granted.filter(([at]) => at >= from && at < from + BudgetStore.limits.window)
          assert.isAtMost(
            within.reduce((sum, [, tokens]) => sum + tokens, 0),
            10
          )
        }
        assert.isAbove(
          granted.reduce((sum, [, tokens]) => sum + tokens, 0),
          0
        )
      }
    })
  )
}

/** The contract of `BudgetStore`. */
export const suite = <E>(name: string, stores: Layer.Layer<BudgetStore.BudgetStore, E>): void =>
  layer(stores, live)(`${name}: BudgetStore`, (it) => {
    testLeases(it)
    testLaw(it)
  })
