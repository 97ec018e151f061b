import { assert, describe, it } from "@effect/vitest"
import { Slices } from "@quire/core"
import { Property, StepsTaken } from "@quire/testing"
import { Effect } from "effect"
import * as FastCheck from "fast-check"

const { slice } = Slices.limits

const weights = FastCheck.array(FastCheck.integer({ min: 1, max: slice + 10 }), { maxLength: 12 })

const options = { weight: (weight: number) => weight }

/** Work on items of some weights, and how much of it was done in each turn of the event loop. */
const observed = Effect.fnUntraced(function* (lists: ReadonlyArray<ReadonlyArray<number>>) {
  const done: Array<number> = []
  let isNew = true
  const note = (weight: number) => {
    if (isNew) {
      done.push(0)
      setImmediate(() => {
        isNew = true
      })
    }
    isNew = false
    done[done.length - 1] = (done.at(-1) ?? 0) + weight
    return weight * 2
  }
  const made = yield* Effect.all(
    lists.map((list) => Slices.map(list, note, options)),
    { concurrency: "unbounded" }
  )
  return { made, done }
})

const tried = (law: (lists: ReadonlyArray<ReadonlyArray<number>>) => Effect.Effect<void>) =>
  Property.effect([FastCheck.array(weights, { minLength: 1, maxLength: 4 })], ([lists]) => law(lists))

describe("sliced work", () => {
  it("weighs values, names and long texts", () => {
    const cases: ReadonlyArray<readonly [unknown, number]> = [
      [null, 1],
      ["x".repeat(99), 1],
      ["x".repeat(100), 2],
      [[], 1],
      [{ a: 1, b: [2, "x"] }, 5]
    ]
    for (const [value, weight] of cases) assert.strictEqual(Slices.weigh(value), weight)
    assert.isFalse(Slices.isLarge(Array.from({ length: slice - 1 }, () => 0)))
    assert.isTrue(Slices.isLarge(Array.from({ length: slice }, () => 0)))
  })

  it("stops weighing an item once it exceeds one slice", () => {
    let looked = 0
    const part = {
      get value() {
        looked++
        return looked
      }
    }
    const item = Array.from({ length: 20 }, () => Array.from({ length: slice }, () => part))
    assert.isAbove(Slices.weighItem(item), slice)
    Slices.groups([item, item])
    assert.isAtMost(looked, 3 * (slice + 1))
  })

  it.effect("produces the same items in order as one pass", () =>
    tried(
      Effect.fnUntraced(function* (lists) {
        const { made } = yield* observed(lists)
        assert.deepStrictEqual(
          made,
          lists.map((list) => list.map((weight) => weight * 2))
        )
      })
    )
  )

  it.effect("never runs twice in one tick, for any caller, except lists of one slice", () =>
    tried(
      Effect.fnUntraced(function* (lists) {
        const sums = lists.map((list) => list.reduce((sum, weight) => sum + weight, 0))
        const short = sums.filter((sum) => sum <= slice).reduce((sum, each) => sum + each, 0)
        const longest = Math.max(slice, ...lists.flat())
        const { done } = yield* observed(lists)
        for (const weight of done) assert.isAtMost(weight, longest + short)
      })
    )
  )

  it.effect("uses no tick for a single slice, and one before each of two", () =>
    Effect.gen(function* () {
      const turnsOf = (list: ReadonlyArray<number>) => Effect.map(observed([list]), ({ done }) => done.length)
      assert.strictEqual(yield* turnsOf([slice - 1, 1]), 1)
      assert.strictEqual(yield* turnsOf([slice, 1]), 2)
      assert.strictEqual(yield* turnsOf([1, slice, 1, 1]), 3)
    })
  )

  it.effect("yields when the reported work exceeds a slice, and returns the result of an uninterrupted run", () =>
    Property.effect(
      [weights],
      Effect.fnUntraced(function* ([list]) {
        let turns = 0
        let isNew = true
        function* work(): Slices.Steps<number> {
          let sum = 0
          for (const weight of list) {
            if (isNew) turns++
            isNew = false
            setImmediate(() => {
              isNew = true
            })
            sum += weight
            yield weight
          }
          return sum
        }
        let [left, expected] = [slice, list.length > 0 ? 1 : 0]
        for (const weight of list.slice(0, -1)) {
          left -= weight
          if (left >= 0) continue
          expected++
          left = slice
        }
        assert.strictEqual(yield* Slices.run(work()), Slices.finish(work()))
        isNew = true
        turns = 0
        yield* Slices.run(work())
        assert.strictEqual(turns, expected)
      })
    )
  )

  it("reports calls for the numbers below a count after each thousand", () => {
    for (const [below, weights] of [
      [0, []],
      [1_000, [500]],
      [1_001, [500, 0.5]],
      [2_500, [500, 500, 250]]
    ] as const) {
      const seen: Array<number> = []
      assert.deepStrictEqual(StepsTaken.take(Slices.count(below, 0.5, (number) => seen.push(number))).weights, weights)
      assert.deepStrictEqual(
        seen,
        Array.from({ length: below }, (_, number) => number)
      )
    }
  })

  it("groups all items in order, with no group too heavy except single items", () =>
    Property.sync([weights], ([list]) => {
      const groups = Slices.groups(list, options.weight)
      assert.deepStrictEqual(groups.flat(), list)
      for (const group of groups) {
        assert.isTrue(group.length === 1 || group.reduce((sum, weight) => sum + weight, 0) <= slice)
      }
    }))
})
