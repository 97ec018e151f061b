import { assert, describe, it } from "@effect/vitest"
import { MergeAccounting } from "@quire/core/internal"
import { Rounds } from "@quire/testing"
import * as FastCheck from "fast-check"

const list = FastCheck.uniqueArray(FastCheck.constantFrom(..."abcdefgh"), { maxLength: 8 })
const lists = FastCheck.oneof(
  FastCheck.record({ base: list, own: list, other: list, result: list }),
  FastCheck.shuffledSubarray([..."abcdef"], { minLength: 6 }).chain((base) => {
    const near = FastCheck.tuple(FastCheck.nat(5), FastCheck.nat(5)).map(([from, to]) => {
      const ids = base.filter((_, at) => at !== from)
      return [...ids.slice(0, to), ...base.slice(from, from + 1), ...ids.slice(to)]
    })
    return FastCheck.record({ base: FastCheck.constant(base), own: near, other: near, result: near })
  })
)

/** The order of two ids in a list; undefined if it lacks one of them. */
const orderOf = (ids: ReadonlyArray<string>, left: string, right: string) =>
  ids.includes(left) && ids.includes(right) ? Math.sign(ids.indexOf(left) - ids.indexOf(right)) : undefined

/** The same, by comparing every pair. */
const isKept = ({ base, own, other, result }: MergeAccounting.Lists): boolean => {
  const isCommon = (id: string) => own.includes(id) && other.includes(id) && result.includes(id)
  const before = (ids: ReadonlyArray<string>, id: string) => ids.slice(0, ids.indexOf(id)).findLast(isCommon)
  return own.every((left, at) => {
    if (!result.includes(left)) return true
    if (!isCommon(left)) return before(own, left) === before(result, left)
    return own
      .slice(at + 1)
      .filter(isCommon)
      .every((right) => orderOf(result, left, right) === -1 || orderOf(base, left, right) === -1)
  })
}

/** A list that counts how often its elements are read, and those of the lists that are made of it by `filter` or `map`. */
const counted = (items: ReadonlyArray<string>, reads: { count: number }): Array<string> => {
  const species = function (length: number) {
    return proxyOf(Array.from({ length }))
  }
  const constructor = { [Symbol.species]: species }
  const proxyOf = (list: Array<string>): Array<string> =>
    new Proxy(list, {
      get: (target, key) => {
        if (key === "constructor") return constructor
        if (typeof key === "string" && /^\d+$/.test(key)) reads.count++
        return Reflect.get(target, key)
      }
    })
  return proxyOf([...items])
}

describe("the accounting of an order", () => {
  it("covers every pair and every stray item", async () => {
    const seen = { kept: 0, lost: 0 }
    await Rounds.holds(
      FastCheck.property(lists, (given) => {
        const expected = isKept(given)
        seen[expected ? "kept" : "lost"]++
        assert.strictEqual(MergeAccounting.keepsOrder(given), expected)
      }),
      Rounds.rounds(2_000, 100_000, 5_000)
    )
    assert.isAbove(Math.min(seen.kept, seen.lost), 100)
  })

  it("reads each id of a long list a constant number of times", () => {
    const readsPerId = (judge: typeof isKept, length: number, isMoved: boolean) => {
      const ids = Array.from({ length }, (_, at) => `p${at}`)
      const moved = [...ids.slice(1), ...ids.slice(0, 1)]
      const reads = { count: 0 }
      const list = (items: ReadonlyArray<string>) => counted(items, reads)
      const lists = { base: list(ids), own: list(moved), other: list(ids), result: list(isMoved ? moved : ids) }
      assert.strictEqual(judge(lists), isMoved)
      return reads.count / length
    }
    for (const isMoved of [true, false]) assert.isBelow(readsPerId(MergeAccounting.keepsOrder, 5_000, isMoved), 20)
    assert.isAbove(readsPerId(isKept, 50, true), 50)
  })
})
