import { assert, describe, it } from "@effect/vitest"
import { Slices, Sorting } from "@quire/core"
import { Property, StepsTaken } from "@quire/core/testing"
import * as fc from "fast-check"

describe("sorted items", () => {
  it("are texts in the order of their code units, however many", () =>
    Property.sync(
      [fc.array(fc.string({ unit: "binary" }), { minLength: 1, maxLength: 40 }), fc.nat(100)],
      ([texts, times]) => {
        const many = Array.from({ length: times + 1 }, (_, at) => texts.map((text) => `${text}${at}`)).flat()
        assert.deepStrictEqual(Slices.finish(Sorting.sorted(many, Sorting.texts)), many.toSorted())
      }
    ))

  it("are as a sort gives them, those that are alike as they come", () =>
    Property.sync([fc.array(fc.tuple(fc.nat(9), fc.nat())), fc.constantFrom(0.1, 1, 30, 300)], ([items, work]) => {
      const compare = ([left]: readonly [number, number], [right]: readonly [number, number]) => left - right
      assert.deepStrictEqual(Slices.finish(Sorting.sorted(items, { compare, work })), items.toSorted(compare))
    }))

  it("are told of in small steps, and about as often as they are compared", () => {
    const texts = Array.from({ length: 50_000 }, (_, at) => `${(at * 7_919) % 50_000}`)
    const { made, weights } = StepsTaken.take(Sorting.sorted(texts, Sorting.texts))
    assert.deepStrictEqual(made, texts.toSorted())
    for (const weight of weights) assert.isAtMost(weight, Slices.limits.slice / 4)
    const told = weights.reduce((sum, weight) => sum + weight)
    assert.isAtLeast(told, texts.length * Sorting.texts.work * 5)
  })
})
