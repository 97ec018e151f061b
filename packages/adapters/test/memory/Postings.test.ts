import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import * as Postings from "../../src/memory/Postings.ts"

const numbers = fc.uniqueArray(fc.nat(60), { maxLength: 40 }).map((found) => found.toSorted((a, b) => a - b))
const postings = numbers.chain((sections) =>
  fc
    .array(fc.integer({ min: 1, max: 7 }), { minLength: sections.length, maxLength: sections.length })
    .map((weights) => ({ sections, weights }))
)

/** A list that counts its reads. */
const watched = (sections: ReadonlyArray<number>) => {
  const looks = { count: 0 }
  const list = new Proxy(sections, {
    get: (target, key, receiver) => {
      if (typeof key === "string" && /^\d+$/.test(key)) looks.count++
      return Reflect.get(target, key, receiver)
    }
  })
  return { list, looks }
}

describe("the intersection of postings", () => {
  it("contains the sections in all lists, with the sum of their weights", () =>
    fc.assert(
      fc.property(fc.array(postings, { minLength: 1, maxLength: 3 }), (lists) => {
        const maps = lists.map(
          ({ sections, weights }) => new Map(sections.map((section, at) => [section, weights[at]]))
        )
        const expected = Array.from({ length: 61 }, (_, section) => section).flatMap((section) => {
          const own = maps.map((map) => map.get(section) ?? 0)
          if (own.includes(0)) return []
          return [{ section, score: own.reduce((sum, one) => sum + one, 0), isInside: own.some((one) => one !== 4) }]
        })
        assert.deepStrictEqual(Postings.intersect(lists), expected)
      }),
      { numRuns: 500 }
    ))

  for (const length of [1_000, 100_000]) {
    it(`reads in proportion to the shortest list, of ${length} only some`, () => {
      const sections = Array.from({ length }, (_, at) => 2 * at)
      const { list, looks } = watched(sections)
      const rare = { sections: [0, 1, length, 2 * length + 1], weights: [1, 1, 1, 1] }
      const found = Postings.intersect([{ sections: list, weights: sections.map(() => 1) }, rare])
      assert.deepStrictEqual(
        found.map(({ section }) => section),
        [0, length]
      )
      assert.isAtMost(looks.count, 4 * (2 * Math.ceil(Math.log2(length)) + 4))
    })
  }
})
