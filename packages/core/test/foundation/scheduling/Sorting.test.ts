import { assert, describe, it } from "@effect/vitest"
import { Slices, Sorting } from "@quire/core"
import { Property, StepsTaken } from "@quire/testing"
import * as fc from "fast-check"

describe("a sliced sort", () => {
  it("orders texts by their code units, for any number of texts", () =>
    Property.sync(
      [fc.array(fc.string({ unit: "binary" }), { minLength: 1, maxLength: 40 }), fc.nat(100)],
      ([texts, times]) => {
        const many = Array.from({ length: times + 1 }, (_, at) => texts.map((text) => `${text}${at}`)).flat()
        assert.deepStrictEqual(Slices.finish(Sorting.sorted(many, Sorting.texts)), many.toSorted())
      }
    ))

  it("equals the result of a stable sort", () =>
    Property.sync([fc.array(fc.tuple(fc.nat(9), fc.nat())), fc.constantFrom(0.1, 1, 30, 300)], ([items, work]) => {
      const compare = ([left]: readonly [number, number], [right]: readonly [number, number]) => left - right
      assert.deepStrictEqual(Slices.finish(Sorting.sorted(items, { compare, work })), items.toSorted(compare))
    }))

  it("reports progress in small steps, about as often as it compares", () => {
    const texts = Array.from({ length: 50_000 }, (_, at) => `${(at * 7_919) % 50_000}`)
    const { made, weights } = StepsTaken.take(Sorting.sorted(texts, Sorting.texts))
    assert.deepStrictEqual(made, texts.toSorted())
    for (const weight of weights) assert.isAtMost(weight, Slices.limits.slice / 4)
    const reported = weights.reduce((sum, weight) => sum + weight)
    assert.isAtLeast(reported, texts.length * Sorting.texts.work * 5)
  })
})
