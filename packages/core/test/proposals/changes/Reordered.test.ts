import { assert, describe, it } from "@effect/vitest"
import { Reordered } from "@quire/core/internal"
import { Property } from "@quire/testing"
import * as FastCheck from "fast-check"

/** The length of a longest common subsequence, by the table of all prefixes. */
const common = (left: ReadonlyArray<string>, right: ReadonlyArray<string>): number => {
  let above = Array.from(right, () => 0)
  for (const a of left) {
    const row: Array<number> = []
    for (const [at, b] of right.entries()) {
      row.push(a === b ? (above[at - 1] ?? 0) + 1 : Math.max(above[at] ?? 0, row[at - 1] ?? 0))
    }
    above = row
  }
  return above.at(-1) ?? 0
}

const id = FastCheck.nat(14).map((number) => `p${number}`)
const list = FastCheck.uniqueArray(id, { maxLength: 12 })

describe("the selection of reordered ids", () => {
  it("includes as few ids as possible, and leaves the order of the others unchanged", () =>
    Property.sync([list, list], ([before, after]) => {
      const moved = new Set(Reordered.findReordered(before, after))
      const shared = new Set(before.filter((each) => after.includes(each)))
      for (const each of moved) assert.isTrue(shared.has(each))
      assert.strictEqual(moved.size, shared.size - common(before, after))
      const kept = (ids: ReadonlyArray<string>) => ids.filter((each) => shared.has(each) && !moved.has(each))
      assert.deepStrictEqual(kept(after), kept(before))
    }))

  it.each([
    ["nothing", "abc", "abc", ""],
    ["added and removed ids", "abc", "xbyc", ""],
    ["one id moved to the front", "abcd", "dabc", "d"],
    ["one id moved to the end", "abcd", "bcda", "a"],
    ["one of two neighbors", "ab", "ba", "b"],
    ["all but one id of a reversed list", "abcd", "dcba", "dcb"]
  ])("contains only moved ids: %s", (_, before, after, moved) => {
    assert.deepStrictEqual(Reordered.findReordered([...before], [...after]).toSorted(), [...moved].toSorted())
  })
})
