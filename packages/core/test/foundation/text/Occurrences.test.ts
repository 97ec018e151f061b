import { assert, describe, it } from "@effect/vitest"
import { TextWords } from "@quire/core/internal"
import { Property } from "@quire/testing"
import * as fc from "fast-check"

const text = (most: number) => fc.string({ unit: fc.constantFrom("a", "b", "é", "😀"), minLength: 1, maxLength: most })
const wanted = fc.array(fc.tuple(text(5), fc.integer({ min: 1, max: 4 })), { maxLength: 8 })
const within = fc.array(fc.oneof(text(20), fc.constant("")), { maxLength: 8 })

/** By searching for each text separately. */
const looked = (wanted: ReadonlyMap<string, number>, within: ReadonlyArray<string>) =>
  Array.from(wanted).flatMap(([text, times]) =>
    within.reduce((sum, each) => sum + each.split(text).length - 1, 0) >= times ? [text] : []
  )

describe("the search for texts within others", () => {
  it("finds the same occurrences as a separate search for each", () =>
    Property.sync([wanted, within], ([wanted, within]) => {
      const times = new Map(wanted)
      const found = TextWords.met(times, within)
      assert.deepStrictEqual([...found].toSorted(), looked(times, within).toSorted())
    }))
})
