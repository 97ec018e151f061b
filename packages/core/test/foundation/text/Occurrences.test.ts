import { assert, describe, it } from "@effect/vitest"
import { Slices } from "@quire/core"
import { TextWords } from "@quire/core/internal"
import { Property, StepsTaken } from "@quire/testing"
import * as fc from "fast-check"

const text = (most: number) => fc.string({ unit: fc.constantFrom("a", "b", "é", "😀"), minLength: 1, maxLength: most })
const wanted = fc.array(fc.tuple(text(5), fc.integer({ min: 1, max: 4 })), { maxLength: 8 })
const within = fc.array(fc.oneof(text(20), fc.constant("")), { maxLength: 8 })

/** By searching for each text separately. */
const looked = (wanted: ReadonlyMap<string, number>, within: ReadonlyArray<string>) =>
  Array.from(wanted).flatMap(([text, times]) =>
    within.reduce((sum, each) => sum + each.split(text).length - 1, 0) >= times ? [text] : []
  )

const weightOf = (...[wanted, within]: Parameters<typeof TextWords.met>) => {
  const { weights } = StepsTaken.take(TextWords.met(wanted, within))
  for (const weight of weights) assert.isAtMost(weight, Slices.limits.slice)
  return weights.reduce((sum, weight) => sum + weight, 0)
}

describe("the search for texts within others", () => {
  it("finds the same occurrences as a separate search for each", () =>
    Property.sync([wanted, within], ([wanted, within]) => {
      const times = new Map(wanted)
      const found = Slices.finish(TextWords.met(times, within))
      assert.deepStrictEqual([...found].toSorted(), looked(times, within).toSorted())
    }))

  it("needs one pass", () => {
    const of = (many: number) => {
      const numbers = Array.from({ length: many }, (_, number) => number)
      return weightOf(
        new Map(numbers.map((number) => [`w${number}`, 1])),
        numbers.map((number) => `x${number}w${number}`)
      )
    }
    assert.isAtMost(of(8_000), 2.5 * of(4_000))
  })

  it("takes no longer where each text ends with all shorter ones", () => {
    const of = (most: number) =>
      weightOf(new Map(Array.from({ length: most }, (_, at) => ["a".repeat(at + 1), 1])), ["a".repeat(most)])
    assert.isAtMost(of(800), 4 * 1.1 * of(400))
  })
})
