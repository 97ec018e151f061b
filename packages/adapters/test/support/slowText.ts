import { setImmediate } from "node:timers/promises"
import { Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"

/** Micromark reads it in many seconds; the code of an emoji keeps the native parser from reading it. */
export const slowText = `:1f600:\n\n${"a\n-\n".repeat(20_000)}`

/** Slow as well, and short enough for a block of code. */
export const slowPage = `:1f600:\n\n${"a\n-\n".repeat(2_500)}`

/** Lets others run so many times. */
export const turns = (count: number): Effect.Effect<void> =>
  Effect.promise(async () => {
    for (let turn = 0; turn < count; turn++) await setImmediate()
  })

/** The outcome of an effect for which seconds pass with every turn that others have. */
export const whileTimePasses = Effect.fnUntraced(function* <A, E, R>(effect: Effect.Effect<A, E, R>) {
  const running = yield* Effect.forkChild(effect, { startImmediately: true })
  while (running.pollUnsafe() === undefined) {
    yield* turns(1)
    yield* TestClock.adjust("1 second")
  }
  return yield* Fiber.join(running)
})
