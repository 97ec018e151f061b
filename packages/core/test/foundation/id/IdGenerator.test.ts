import { assert, describe, it } from "@effect/vitest"
import { Id, IdGenerator } from "@quire/core"
import { Effect } from "effect"
import { TestClock } from "effect/testing"

const real = IdGenerator.IdGenerator.layerRandom((length) => new Uint8Array(length).fill(31))

describe("an id", () => {
  it.effect("sorts by creation, also within one millisecond and when the clock steps back (rule id-format)", () =>
    Effect.gen(function* () {
      const next = yield* IdGenerator.IdGenerator
      const made: Array<string> = []
      for (const time of [1_000, 1_000, 1_000, 999, 500, 1_001, 1_700_000_000_000]) {
        yield* TestClock.setTime(time)
        made.push(yield* next)
      }
      assert.deepStrictEqual(made, [...made].sort())
      assert.strictEqual(new Set(made).size, made.length)
      for (const id of made) assert.match(id, IdGenerator.pattern)
    }).pipe(Effect.provide(real))
  )

  it.effect("has the same form in tests and never consists only of digits", () =>
    Effect.gen(function* () {
      const id = yield* yield* IdGenerator.IdGenerator
      assert.match(id, IdGenerator.pattern)
      assert.match(id, Id.inputPattern)
      assert.notMatch(id, /^\d+$/)
    }).pipe(Effect.provide(IdGenerator.IdGenerator.layerSequence))
  )
})
