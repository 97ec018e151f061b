import * as fc from "fast-check"
import { assert, describe, it } from "vitest"
import { toTimestamp } from "../../../src/foundation/time/Instant.ts"

/** The last that Date can hold. */
const last = 8.64e15

describe("toTimestamp", () => {
  it("writes every moment in ISO 8601 (rule time-format)", () =>
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: last }), { minLength: 1, maxLength: 5 }), (instants) => {
        for (const instant of instants) assert.strictEqual(toTimestamp(instant), new Date(instant).toISOString())
      })
    ))

  it.each([0, 1, 999, 1000, 59_999, 60_000, 3_599_999, 3_600_000, 86_399_999, 86_400_000, 253_402_300_800_000, last])(
    "handles the ends of minutes, hours, days and years: %d",
    (instant) => {
      assert.strictEqual(toTimestamp(instant), new Date(instant).toISOString())
    }
  )
})
