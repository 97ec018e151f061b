import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { EventType } from "../../../src/foundation/events/EventType.ts"
import { formerTypes, toCurrentType } from "../../../src/foundation/events/FormerEventTypes.ts"

const isToday = Schema.is(EventType)

describe("a former event type (rule event-types)", () => {
  it("leads to a current type and is not one", () => {
    assert.isAbove(formerTypes.size, 0)
    for (const [word, type] of formerTypes) assert.deepStrictEqual([isToday(word), isToday(type)], [false, true], word)
  })

  it("maps to the current type of the same act, and any other type maps to itself", () => {
    for (const [word, type] of formerTypes) assert.strictEqual(toCurrentType(word), type)
    for (const word of [...EventType.literals, "", "moons.rise", "constructor", "__proto__"]) {
      assert.strictEqual(toCurrentType(word), word)
    }
  })
})
