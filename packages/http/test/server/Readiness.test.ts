import { assert, describe, it } from "@effect/vitest"
import * as Memory from "@quire/adapters/memory"
import { Effect, Fiber, Layer } from "effect"
import { TestClock } from "effect/testing"
import { Readiness } from "../../src/server/Readiness.ts"

const isReady = Effect.flatMap(Readiness, ({ isReady }) => isReady)

describe("Readiness", () => {
  it.effect("is given while the store looks rows up, until the shutdown", () =>
    Effect.gen(function* () {
      assert.isTrue(yield* isReady)
      const readiness = yield* Readiness
      yield* readiness.shutDown
      assert.isFalse(yield* isReady)
    }).pipe(Effect.provide(Layer.provide(Readiness.layer, Memory.Memory.layer)))
  )

  it.effect("is not given to a store that takes more than two seconds, though it cannot be interrupted", () =>
    Effect.gen(function* () {
      const asking = yield* Effect.forkChild(isReady)
      yield* TestClock.adjust("1999 millis")
      assert.isUndefined(asking.pollUnsafe())
      yield* TestClock.adjust("1 millis")
      assert.isFalse(yield* Fiber.join(asking))
    }).pipe(Effect.provide(Readiness.layerProbe(Effect.uninterruptible(Effect.never))))
  )
})
