import { assert, describe, it } from "@effect/vitest"
import * as Memory from "@quire/adapters/memory"
import { BudgetStore } from "@quire/core"
import { Context, Effect, Fiber, Layer, Option, Ref } from "effect"
import { TestClock } from "effect/testing"
import * as fc from "fast-check"
import { RateLimit } from "../../../src/foundation/exchange/RateLimit.ts"
import * as SharedBudgets from "../../../src/foundation/exchange/SharedBudgets.ts"
import * as Logging from "../../../src/server/Logging.ts"

/** The budgets of so many servers on one store, which counts how often it is asked and may be made to say nothing. */
const servers = Effect.fnUntraced(function* (count: number, perMinute: number) {
  const store = Context.get(yield* Layer.build(Memory.Memory.layer), BudgetStore.BudgetStore)
  const queries = yield* Ref.make(0)
  const isAway = yield* Ref.make(false)
  const counted = Layer.succeed(BudgetStore.BudgetStore, {
    ...store,
    take: (asks, now, until) =>
      Effect.gen(function* () {
        yield* Ref.update(queries, (before) => before + 1)
        if (yield* Ref.get(isAway)) return yield* Effect.never
        return yield* store.take(asks, now, until)
      })
  })
  const made = Array.from({ length: count }, () =>
    Effect.map(Layer.build(Layer.provide(SharedBudgets.layer({ perMinute }), counted)), (context) =>
      Context.get(context, RateLimit)
    )
  )
  return { queries, isAway, nodes: yield* Effect.all(made) }
})

const take = ({ take }: RateLimit["Service"], key = "person:one", isMutating = false) =>
  Effect.flatMap(take(key, isMutating), Effect.fromOption)

describe("a shared budget", () => {
  it.effect.each([1, 4, 100])("accepts exactly %i requests on one server until the window has passed", (perMinute) =>
    Effect.gen(function* () {
      const { nodes } = yield* servers(1, perMinute)
      const [node] = nodes
      assert(node !== undefined)
      for (let at = 1; at <= perMinute; at++) {
        const budget = yield* take(node)
        assert.deepStrictEqual([budget.isWithin, budget.limit, budget.remaining], [true, perMinute, perMinute - at])
      }
      const refused = yield* take(node)
      assert.deepStrictEqual([refused.isWithin, refused.remaining], [false, 0])
      yield* TestClock.adjust(refused.retryAfter * 1000)
      assert.isTrue((yield* take(node)).isWithin)
      assert.isTrue((yield* take(node, "person:other")).isWithin)
    })
  )

  it.effect("gives a fifth to changing requests", () =>
    Effect.gen(function* () {
      const { nodes } = yield* servers(1, 10)
      const [node] = nodes
      assert(node !== undefined)
      const answers = yield* Effect.replicateEffect(take(node, "person:one", true), 3)
      assert.deepStrictEqual(
        answers.map(({ isWithin }) => isWithin),
        [true, true, false]
      )
      assert.isTrue((yield* take(node)).isWithin)
    })
  )

  it.effect("queries the store once for several requests, and once a second for a rejected key", () =>
    Effect.gen(function* () {
      const { queries, nodes } = yield* servers(1, 100)
      const [node] = nodes
      assert(node !== undefined)
      yield* Effect.replicateEffect(take(node), 100)
      assert.isAtMost(yield* Ref.get(queries), 20)
      yield* Effect.replicateEffect(take(node), 50)
      assert.isAtMost(yield* Ref.get(queries), 21)
    })
  )

  it.effect("spends its lease until the end, and then returns the rest (rule rate-shared)", () =>
    Effect.gen(function* () {
      const { queries, nodes } = yield* servers(1, 100)
      const [one] = nodes
      assert(one !== undefined)
      yield* take(one)
      yield* TestClock.adjust(SharedBudgets.limits.life - 1)
      yield* take(one)
      assert.strictEqual(yield* Ref.get(queries), 1)
      yield* TestClock.adjust(1)
      assert.strictEqual((yield* take(one)).remaining, 97)
      assert.strictEqual(yield* Ref.get(queries), 2)
    })
  )

  it.effect("accepts at most the limit on several servers in any minute, at any load (rule rate-shared)", () =>
    Effect.gen(function* () {
      const step = fc.tuple(fc.nat(2), fc.integer({ min: 1, max: 12 }), fc.integer({ min: 0, max: 9_000 }))
      for (const steps of fc.sample(fc.array(step, { minLength: 20, maxLength: 60 }), 20)) {
        const { nodes } = yield* servers(3, 20)
        const accepted: Array<number> = []
        let now = 0
        for (const [at, many, pause] of steps) {
          const node = nodes[at]
          assert(node !== undefined)
          const answers = yield* Effect.all(
            Array.from({ length: many }, () => take(node)),
            { concurrency: "unbounded" }
          )
          for (const { isWithin } of answers) if (isWithin) accepted.push(now)
          yield* TestClock.adjust(pause)
          now += pause
        }
        for (const from of accepted) {
          assert.isAtMost(accepted.filter((at) => at >= from && at < from + 60_000).length, 20)
        }
        assert.isAbove(accepted.length, 0)
      }
    }).pipe(Effect.scoped)
  )

  it.effect("counts locally while the store is down, and globally afterwards (rule rate-apart)", () =>
    Effect.gen(function* () {
      const { queries, isAway, nodes } = yield* servers(2, 10)
      const lines: Array<string> = []
      const [one, other] = nodes
      assert(one !== undefined && other !== undefined)
      yield* Effect.gen(function* () {
        yield* Ref.set(isAway, true)
        for (const node of [one, other]) {
          const first = yield* Effect.forkChild(take(node))
          yield* TestClock.adjust(SharedBudgets.limits.patience)
          assert.isTrue((yield* Fiber.join(first)).isWithin)
          const answers = yield* Effect.replicateEffect(take(node), 10)
          assert.deepStrictEqual(
            answers.map(({ isWithin }) => isWithin),
            [...Array.from({ length: 9 }, () => true), false]
          )
        }
        assert.strictEqual(yield* Ref.get(queries), 2)
        yield* Ref.set(isAway, false)
        yield* TestClock.adjust(SharedBudgets.limits.apart)
        assert.isTrue((yield* take(one, "person:new")).isWithin)
      }).pipe(Effect.provide(Logging.layer((line) => void lines.push(line))))
      const levels = lines.map((line) => JSON.parse(line)).map(({ level }) => level)
      assert.deepStrictEqual(levels, ["WARN", "WARN", "INFO"])
      assert.isTrue(Option.isSome(yield* one.peek("person:new", false)))
    })
  )
})
