import { assert, describe, it } from "@effect/vitest"
import { SiblingOrder } from "@quire/core/internal"
import { Property } from "@quire/testing"
import { Option } from "effect"
import * as FastCheck from "fast-check"
import { propertyOptions } from "../tree/support.ts"

const options = propertyOptions(300, 20_000)

const list = (text: string) => [...text]

const merged = (base: string, primary: string, changed: string) =>
  Option.getOrUndefined(
    Option.map(SiblingOrder.merge({ base: list(base), primary: list(primary), changed: list(changed) }), (ids) =>
      ids.join("")
    )
  )

const orders = FastCheck.integer({ min: 0, max: 6 }).chain((size) => {
  const ids = Array.from({ length: size }, (_, index) => String.fromCharCode(97 + index))
  const order = FastCheck.shuffledSubarray(ids, { minLength: size, maxLength: size })
  return FastCheck.record({ base: FastCheck.constant(ids), primary: order, changed: order })
})

const permutations = (ids: ReadonlyArray<string>): ReadonlyArray<ReadonlyArray<string>> =>
  ids.length === 0
    ? [[]]
    : ids.flatMap((id) => permutations(ids.filter((other) => other !== id)).map((rest) => [id, ...rest]))

const before = (ids: ReadonlyArray<string>, left: string, right: string) => ids.indexOf(left) < ids.indexOf(right)

/** Whether every pair has the order of the side that changed it. */
const obeys =
  ({ base, primary, changed }: SiblingOrder.Lists) =>
  (order: ReadonlyArray<string>) =>
    base.every((left) =>
      base.every((right) => {
        const [old, own, others] = [base, primary, changed].map((ids) => before(ids, left, right))
        return before(order, left, right) === (own === old ? others : own)
      })
    )

describe("the merged order of the same siblings", () => {
  it(
    "respects every reordered pair, or does not exist",
    () =>
      Property.sync(
        [orders],
        ([lists]) => {
          const expected = permutations(lists.base).filter(obeys(lists))
          assert.deepStrictEqual(Option.toArray(SiblingOrder.merge(lists)), expected)
        },
        options
      ),
    Property.timeout(options)
  )

  it(
    "gives the same result when the sides are exchanged",
    () =>
      Property.sync(
        [orders],
        ([{ base, primary, changed }]) => {
          assert.deepStrictEqual(
            Option.toArray(SiblingOrder.merge({ base, primary: changed, changed: primary })),
            Option.toArray(SiblingOrder.merge({ base, primary, changed }))
          )
        },
        options
      ),
    Property.timeout(options)
  )

  it("handles ten thousand siblings with a move on each side", () => {
    const base = Array.from({ length: 10_000 }, (_, index) => `p${index}`)
    const moved = (from: number, to: number) => base.toSpliced(from, 1).toSpliced(to, 0, `p${from}`)
    const lists = { base, primary: moved(0, 9_999), changed: moved(9_000, 10) }
    const expected = base
      .slice(1)
      .filter((id) => id !== "p9000")
      .toSpliced(9, 0, "p9000")
      .concat("p0")
    assert.deepStrictEqual(Option.toArray(SiblingOrder.merge(lists)), [expected])
  })

  it("conflicts when both sides reorder more runs than the limit", () => {
    const of = (runs: number) => {
      const base = Array.from({ length: runs }, (_, index) => `p${index}`)
      const primary = base.toSorted((left, right) => (left < right ? -1 : 1))
      return Option.isSome(SiblingOrder.merge({ base, primary: primary.toReversed(), changed: primary.toReversed() }))
    }
    assert.isTrue(of(SiblingOrder.limits.runs + 1))
    const swapped = (runs: number) => {
      const base = Array.from({ length: runs }, (_, index) => index)
      const pairs = (from: number) => base.map((index) => (index < runs / 2 === (from === 0) ? index ^ 1 : index))
      const named = (ids: ReadonlyArray<number>) => ids.map((index) => `p${index}`)
      return Option.isSome(
        SiblingOrder.merge({ base: named(base), primary: named(pairs(0)), changed: named(pairs(1)) })
      )
    }
    assert.isTrue(swapped(SiblingOrder.limits.runs))
    assert.isFalse(swapped(SiblingOrder.limits.runs + 4))
  })
})

describe("a sibling that only one side has", () => {
  const cases = [
    ["nothing", "", "", "", ""],
    ["one side's order", "abc", "abc", "cab", "cab"],
    ["an insertion each in one gap, primary's first", "ab", "axb", "ayb", "axyb"],
    ["insertions at the top", "ab", "xab", "yab", "xyab"],
    ["insertions at the end", "ab", "abxz", "aby", "abxzy"],
    ["insertions into nothing", "", "xz", "y", "xzy"],
    ["an insertion after a sibling that moved", "abc", "axbc", "bca", "bcax"],
    ["insertions of both sides at one position", "ab", "axb", "axb", "axb"],
    ["insertions of both sides at one position, next to a move", "abc", "axbc", "axcb", "axcb"],
    ["insertions of both sides at two positions", "ab", "axb", "abx", undefined],
    ["separate moves of two siblings", "abcd", "bacd", "abdc", "badc"],
    ["one move to the end and one to the top", "abc", "bca", "cab", "cba"],
    ["a move and a longer move of the same sibling", "abcd", "bacd", "bcda", "bcda"],
    ["swaps of neighbors that exclude each other", "abc", "bac", "acb", undefined]
  ] as const
  for (const [name, base, primary, changed, expected] of cases) {
    it(name, () => assert.strictEqual(merged(base, primary, changed), expected))
  }

  it("follows its neighbors into a chosen order", () => {
    const lists = { base: list("abc"), primary: list("baxc"), changed: list("aycb") }
    assert.isTrue(Option.isNone(SiblingOrder.merge(lists)))
    assert.strictEqual(SiblingOrder.preferring(lists, "primary").join(""), "baxyc")
    assert.strictEqual(SiblingOrder.preferring(lists, "changed").join(""), "axycb")
  })
})
