import { assert, describe, it } from "@effect/vitest"
import { DataMerge } from "@quire/core/internal"
import { Option } from "effect"
import * as fc from "fast-check"

type Value = unknown
type Row = readonly [what: string, base: Value, primary: Value, changed: Value, merged: Value]

const conflict = Symbol("conflict")

const merge = (base: Value, primary: Value, changed: Value, depth = 2) =>
  Option.getOrElse(DataMerge.merge({ base, primary, changed }, depth), () => conflict)

describe("plain data of both sides", () => {
  const rows: ReadonlyArray<Row> = [
    ["names that each side added", ["a"], ["a", "b"], ["c", "a"], ["c", "a", "b"]],
    ["a name that one side removed next to one that the other added", ["a", "b"], ["b"], ["a", "b", "c"], ["b", "c"]],
    ["names that each side removed", ["a", "b", "c"], ["b", "c"], ["a", "b"], ["b"]],
    [
      "a name that both removed, in an order that one changed",
      ["a", "b", "c"],
      ["c", "b"],
      ["b", "c", "d"],
      ["c", "d", "b"]
    ],
    ["the same name added by both", ["a"], ["a", "b"], ["a", "b", "c"], ["a", "b", "c"]],
    ["names in two orders that exclude each other", [], ["a", "b"], ["b", "a"], conflict],
    ["a list with a name twice", ["a"], ["a", "a"], ["a", "b"], conflict],
    ["a list with an empty name", ["a"], ["a", ""], ["a", "b"], conflict],
    ["a list of non-strings", [1], [1, 2], [1, 3], conflict],
    ["fields that each side changed", { x: 1, y: 1 }, { x: 2, y: 1 }, { x: 1, y: 2 }, { x: 2, y: 2 }],
    ["a field that one side removed", { x: 1, y: 1 }, { y: 1 }, { x: 1, y: 2 }, { y: 2 }],
    ["a field that each side added", {}, { x: 1 }, { y: 2 }, { x: 1, y: 2 }],
    ["one field changed by both", { x: 1 }, { x: 2 }, { x: 3 }, conflict],
    ["fields of two types", { type: "a", x: 1 }, { type: "b", x: 1 }, { type: "a", x: 2 }, conflict],
    ["names in a field", { at: { x: ["a"] } }, { at: { x: ["a", "b"] } }, { at: { x: ["c", "a"] } }, conflict],
    ["a value that both removed", { x: 1 }, undefined, undefined, undefined]
  ]
  for (const [what, base, primary, changed, merged] of rows) {
    it(`merges ${what}`, () => {
      assert.deepStrictEqual(merge(base, primary, changed), merged)
      const swapped = merge(base, changed, primary)
      if (merged === conflict) assert.strictEqual(swapped, conflict)
      else assert.sameDeepMembers([swapped].flat(), [merged].flat())
    })
  }

  it("merges records to the requested depth", () => {
    const sides = [{ at: { x: ["a"] } }, { at: { x: ["a", "b"] } }, { at: { x: ["a", "c"] } }] as const
    assert.strictEqual(merge(...sides, 2), conflict)
    assert.deepStrictEqual(merge(...sides, 3), { at: { x: ["a", "b", "c"] } })
    assert.strictEqual(merge({ x: 1 }, { x: 2 }, { x: 1, y: 1 }, 0), conflict)
  })

  it("keeps every name except those that a side removed", () => {
    const names = fc.uniqueArray(fc.constantFrom(..."abcdefgh"))
    fc.assert(
      fc.property(names, names, names, (base, primary, changed) => {
        const merged = merge(base, primary, changed)
        fc.pre(Array.isArray(merged))
        const expected = [..."abcdefgh"].filter((name) =>
          base.includes(name)
            ? primary.includes(name) && changed.includes(name)
            : [...primary, ...changed].includes(name)
        )
        assert.sameMembers(merged, expected)
      })
    )
  })
})
