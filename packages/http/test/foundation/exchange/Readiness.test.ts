import { assert, describe, it } from "@effect/vitest"
import * as Memory from "@quire/adapters/memory"
import { Effect, Fiber, Layer, Ref } from "effect"
import { TestClock } from "effect/testing"
import { Readiness } from "../../../src/foundation/exchange/Readiness.ts"
import * as Logging from "../../../src/server/Logging.ts"

const isReady = Effect.flatMap(Readiness, ({ isReady }) => isReady)

describe("Readiness", () => {
  it.effect("reports its loss once, and its return once (rule readiness-told)", () =>
    Effect.gen(function* () {
      const lines: Array<string> = []
      const works = yield* Ref.make(true)
      const probe = Effect.flatMap(Ref.get(works), (yes) => (yes ? Effect.void : Effect.fail("no")))
      yield* Effect.gen(function* () {
        for (const state of [true, false, false, false, true, true]) {
          yield* Ref.set(works, state)
          assert.strictEqual(yield* isReady, state)
        }
      }).pipe(
        Effect.provide(Readiness.layerProbe(probe)),
        Effect.provide(Logging.layer((line) => void lines.push(line)))
      )
      const logged = lines.map((line) => JSON.parse(line)).map(({ level, message }) => [level, message])
      assert.deepStrictEqual(logged, [
        ["WARN", "not ready: the store does not respond in time"],
        ["INFO", "ready again: the store responds"]
      ])
    })
  )

  it.effect("lasts while the store can look up rows, until the shutdown", () =>
    Effect.gen(function* () {
      assert.isTrue(yield* isReady)
      const readiness = yield* Readiness
      yield* readiness.shutDown
      assert.isFalse(yield* isReady)
    }).pipe(Effect.provide(Layer.provide(Readiness.layer, Memory.Memory.layer)))
  )

  it.effect("fails for a store that takes more than two seconds, even if it cannot be interrupted", () =>
    Effect.gen(function* () {
      const asking = yield* Effect.forkChild(isReady)
      yield* TestClock.adjust("1999 millis")
      assert.isUndefined(asking.pollUnsafe())
      yield* TestClock.adjust("1 millis")
      assert.isFalse(yield* Fiber.join(asking))
    }).pipe(Effect.provide(Readiness.layerProbe(Effect.uninterruptible(Effect.never))))
  )
})
