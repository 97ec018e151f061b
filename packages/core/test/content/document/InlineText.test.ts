import { assert, describe, it } from "@effect/vitest"
import { Inline, InlineText } from "@quire/core"
import { Property } from "@quire/testing"
import * as fc from "fast-check"

const color = fc.constantFrom(...Inline.colors.slice(0, 3))
const mark: fc.Arbitrary<Inline.Mark> = fc.oneof(
  fc.constantFrom("bold", "italic").map((type): Inline.Mark => ({ object: "mark", type })),
  fc.record({ text: color, background: color }).map((data): Inline.Mark => ({ object: "mark", type: "color", data }))
)
const marks = fc.array(mark, { maxLength: 40, size: "max" })

describe("the comparison of marks", () => {
  it("returns true exactly when the lists are equally long and every left mark is on the right", () =>
    Property.sync([marks, marks, fc.boolean()], ([left, others, isTurned]) => {
      const right = isTurned ? left.toReversed() : others
      const names = new Set(right.map((each) => JSON.stringify(each)))
      const isAmong = (each: Inline.Mark) => names.has(JSON.stringify(each))
      assert.strictEqual(InlineText.haveSameMarks(left, right), left.length === right.length && left.every(isAmong))
    }))
})
