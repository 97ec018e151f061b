import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import * as First from "../../src/memory/First.ts"

const items = fc.array(fc.nat(9), { maxLength: 40 }).map((keys) => keys.map((key, at) => ({ key, at })))
const byKey = (left: { readonly key: number }, right: { readonly key: number }) => left.key - right.key

describe("the selection of the first items of a list", () => {
  it("equals the beginning of a stable sort", () =>
    fc.assert(
      fc.property(items, fc.nat(45), (list, limit) => {
        assert.deepStrictEqual(First.takeFirst(list, limit, byKey), list.toSorted(byKey).slice(0, limit))
      }),
      { numRuns: 500 }
    ))

  it("takes about one comparison for each other item", () => {
    const list = Array.from({ length: 10_000 }, (_, key) => ({ key }))
    let compared = 0
    const found = First.takeFirst(list, 50, (left, right) => (compared++, byKey(left, right)))
    assert.deepStrictEqual(found, list.slice(0, 50))
    assert.isAtMost(compared, list.length + 50 * 6)
  })
})
