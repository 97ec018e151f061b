import { assert, describe, it } from "@effect/vitest"
import { EventLoop } from "@quire/core"
import { Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"

describe("work on the items of a list", () => {
  /** Calls of a function for five items, of which each takes so long, and of another fiber in between. */
  const order = Effect.fnUntraced(function* (milliseconds: number) {
    const calls: Array<string> = []
    const list = EventLoop.forEach([1, 2, 3, 4, 5], (item, index) =>
      Effect.as(
        Effect.andThen(
          Effect.sync(() => void calls.push(`item ${item}`)),
          TestClock.adjust(milliseconds)
        ),
        [item, index]
      )
    )
    const other = Effect.sync(() => void calls.push("other"))
    const fiber = yield* Effect.forkChild(Effect.andThen(EventLoop.yieldNow, other))
    const results = yield* list
    yield* Fiber.join(fiber)
    return { calls, results }
  })

  it.effect("returns the results in order", () =>
    Effect.gen(function* () {
      const expected = [1, 2, 3, 4, 5].map((item, index) => [item, index])
      assert.deepStrictEqual((yield* order(0)).results, expected)
      assert.deepStrictEqual((yield* order(EventLoop.limits.work + 1)).results, expected)
      assert.deepStrictEqual(yield* EventLoop.map(["a", "b"], (item, index) => `${item}${index}`), ["a0", "b1"])
    })
  )

  it.effect("lets other fibers run after items that took long", () =>
    Effect.gen(function* () {
      const { calls } = yield* order(EventLoop.limits.work + 1)
      assert.isBelow(calls.indexOf("other"), calls.indexOf("item 5"))
    })
  )
})
