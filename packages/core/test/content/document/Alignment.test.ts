import { assert, describe, it } from "@effect/vitest"
import { Alignment } from "@quire/core/internal"
import * as fc from "fast-check"

const items = fc.array(fc.integer({ min: 0, max: 5 }), { maxLength: 30 })

/** The length of the longest common subsequence, the slow way. */
const longest = (left: ReadonlyArray<number>, right: ReadonlyArray<number>): number =>
  left
    .reduce<ReadonlyArray<number>>(
      (row, item) =>
        right.reduce<ReadonlyArray<number>>(
          (next, other, at) =>
            next.concat(item === other ? (row[at] ?? 0) + 1 : Math.max(row[at + 1] ?? 0, next[at] ?? 0)),
          [0]
        ),
      right.map(() => 0).concat(0)
    )
    .at(-1) ?? 0

const equalItems = (left: ReadonlyArray<number>, right: ReadonlyArray<number>) => Alignment.equalItems(left, right)

const isGrowing = (pairs: Alignment.Pairs) =>
  pairs.every(([left, right], at) => {
    const [before, beforeRight] = pairs[at - 1] ?? [-1, -1]
    return before < left && beforeRight < right
  })

describe("the alignment of equal items of two lists", () => {
  it("finds as many equal items in order as possible", () =>
    fc.assert(
      fc.property(items, items, (left, right) => {
        const pairs = equalItems(left, right)
        assert.isTrue(isGrowing(pairs))
        for (const [at, other] of pairs) assert.strictEqual(left[at], right[other])
        assert.strictEqual(pairs.length, longest(left, right))
      })
    ))

  const long = Array.from({ length: 10_000 }, (_, index) => index)
  const cases: ReadonlyArray<readonly [what: string, right: ReadonlyArray<number>, least: number]> = [
    ["the other way round", long.toReversed(), 1],
    ["all new", long.map((item) => item + 10_000), 0],
    ["one in front", [-1, ...long], 10_000],
    ["every third new", long.map((item) => (item % 3 === 0 ? -item - 1 : item)), 6_000],
    ["a block moved to the end", [...long.slice(2_000), ...long.slice(0, 2_000)], 8_000]
  ]
  for (const [what, right, least] of cases) {
    it(`finds the equal items among 10,000: ${what}`, () => {
      const pairs = equalItems(long, right)
      assert.isTrue(isGrowing(pairs))
      assert.isAtLeast(pairs.length, least)
    })
  }

  it("aligns 10,000 identical items", () =>
    assert.isAtLeast(
      equalItems(
        long.map(() => 1),
        long.map((item) => item % 2)
      ).length,
      4_000
    ))
})
