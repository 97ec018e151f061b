import { setImmediate } from "node:timers/promises"
import { Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"

/** Micromark takes many seconds to parse it; the emoji code makes the native parser unsuitable. */
export const slowText = `:1f600:\n\n${"a\n-\n".repeat(20_000)}`

/** Slow as well, and short enough for a code block. */
export const slowPage = `:1f600:\n\n${"a\n-\n".repeat(2_500)}`

/** Yields the given number of times. */
export const turns = (count: number): Effect.Effect<void> =>
  Effect.promise(async () => {
    for (let turn = 0; turn < count; turn++) await setImmediate()
  })

/** Runs an effect while a second of the test clock passes with every turn of the event loop. */
export const whileTimePasses = Effect.fnUntraced(function* <A, E, R>(effect: Effect.Effect<A, E, R>) {
  const running = yield* Effect.forkChild(effect, { startImmediately: true })
  while (running.pollUnsafe() === undefined) {
    yield* turns(1)
    yield* TestClock.adjust("1 second")
  }
  return yield* Fiber.join(running)
})
