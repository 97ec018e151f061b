import { assert, describe, it } from "@effect/vitest"
import { Slices } from "@quire/core"
import { StepsTaken } from "@quire/core/testing"
import * as fc from "fast-check"
import { sorted } from "../../src/memory/Sorted.ts"

describe("sorted texts", () => {
  it("are in the order of their code units, however many", () =>
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: "binary" }), { minLength: 1, maxLength: 40 }),
        fc.nat(300),
        (texts, times) => {
          const many = Array.from({ length: times + 1 }, (_, at) => texts.map((text) => `${text}${at}`)).flat()
          assert.deepStrictEqual(Slices.finish(sorted(many)), many.toSorted())
        }
      ),
      { numRuns: 30 }
    ))

  it("are told of in small steps", () => {
    const texts = Array.from({ length: 50_000 }, (_, at) => `${(at * 7_919) % 50_000}`)
    const { made, weights } = StepsTaken.take(sorted(texts))
    assert.deepStrictEqual(made, texts.toSorted())
    for (const weight of weights) assert.isAtMost(weight, Slices.limits.slice / 4)
  })
})
