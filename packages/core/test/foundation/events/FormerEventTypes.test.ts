import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { EventType } from "../../../src/foundation/events/EventType.ts"
import { formerTypes, toCurrentType } from "../../../src/foundation/events/FormerEventTypes.ts"

const isToday = Schema.is(EventType)

describe("former words (rule event-types)", () => {
  it("are none of today's, and each leads to one of today's", () => {
    assert.isAbove(formerTypes.size, 0)
    for (const [word, type] of formerTypes) assert.deepStrictEqual([isToday(word), isToday(type)], [false, true], word)
  })

  it("are today's for the same act; every other word is itself", () => {
    for (const [word, type] of formerTypes) assert.strictEqual(toCurrentType(word), type)
    for (const word of [...EventType.literals, "", "moons.rise", "constructor", "__proto__"]) {
      assert.strictEqual(toCurrentType(word), word)
    }
  })
})
