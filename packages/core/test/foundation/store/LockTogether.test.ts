import { Effect } from "effect"
import * as fc from "fast-check"
import { assert, describe, it } from "vitest"
import { lockTogether } from "../../../src/foundation/store/LockTogether.ts"
import * as CodePoint from "../../../src/foundation/text/CodePoint.ts"

describe("a lock on several collections", () => {
  it("takes each row once, ordered by id across collections", () => {
    const ids = fc.uniqueArray(fc.string({ minLength: 1, unit: "grapheme" }), { maxLength: 20 })
    fc.assert(
      fc.property(ids, ids, ids, (...groups) => {
        const locked: Array<readonly [string, number]> = []
        const wanted = groups.map((ids, group) => ({
          ids,
          lock: (some: ReadonlyArray<string>) =>
            Effect.sync(() => locked.push(...some.map((id) => [id, group] as const)))
        }))
        Effect.runSync(lockTogether(wanted))
        const order = locked.map(([id]) => id)
        assert.deepStrictEqual(order, [...order].sort(CodePoint.compare))
        for (const [group, { ids }] of wanted.entries()) {
          const own = locked.filter(([, of]) => of === group).map(([id]) => id)
          assert.deepStrictEqual(own, [...ids].sort(CodePoint.compare))
        }
      })
    )
  })
})
