import { assert, describe, it } from "@effect/vitest"
import { QueuedValue } from "@quire/core"
import { Property } from "@quire/testing"
import * as fc from "fast-check"

describe("a queued value", () => {
  it("opens once and in order, with little text in each portion", () =>
    Property.sync([fc.array(fc.nat(30)), fc.integer({ min: 1, max: 60 })], ([lengths, together]) => {
      const opened: Array<number> = []
      const items = lengths.map((length, at) => ({ length, open: () => (opened.push(at), at) }))
      const portions = Array.from(QueuedValue.portions(items, together))
      assert.deepStrictEqual(portions.flat(), [...lengths.keys()])
      assert.deepStrictEqual(opened, [...lengths.keys()])
      for (const [index, portion] of portions.entries()) {
        assert.isAbove(portion.length, 0)
        const texts = portion.map((at) => lengths[at] ?? 0).filter((length) => length > 0)
        if (texts.length > 1)
          assert.isAtMost(
            texts.reduce((sum, length) => sum + length),
            together
          )
        if (index > 0) assert.isAbove(lengths[portion[0] ?? 0] ?? 0, 0)
      }
    }))

  it("opens only when its portion is read", () => {
    let opened = 0
    const items = Array.from({ length: 5 }, () => ({ length: 10, open: () => ++opened }))
    const portions = QueuedValue.portions(items, 20)
    assert.deepStrictEqual(portions.next().value, [1, 2])
    assert.strictEqual(opened, 2)
  })

  it("stays unchanged when it is already a value", () => {
    const value = { a: 1 }
    assert.strictEqual(QueuedValue.ofValue(value).open(), value)
    assert.strictEqual(QueuedValue.ofValue(value).length, 0)
  })
})
