import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import * as First from "../../src/memory/First.ts"

const items = fc.array(fc.nat(9), { maxLength: 40 }).map((keys) => keys.map((key, at) => ({ key, at })))
const byKey = (left: { readonly key: number }, right: { readonly key: number }) => left.key - right.key

describe("the first of a list", () => {
  it("are the first of it when it is sorted, equal ones as they come", () =>
    fc.assert(
      fc.property(items, fc.nat(45), (list, limit) => {
        assert.deepStrictEqual(First.takeFirst(list, limit, byKey), list.toSorted(byKey).slice(0, limit))
      }),
      { numRuns: 500 }
    ))

  it("are found with one comparison for each of the others, as a rule", () => {
    const list = Array.from({ length: 10_000 }, (_, key) => ({ key }))
    let compared = 0
    const found = First.takeFirst(list, 50, (left, right) => (compared++, byKey(left, right)))
    assert.deepStrictEqual(found, list.slice(0, 50))
    assert.isAtMost(compared, list.length + 50 * 6)
  })
})
