import { assert, describe, it } from "@effect/vitest"
import { Slices } from "@quire/core"
import { Property, StepsTaken } from "@quire/core/testing"
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

describe("slices", () => {
  it("weigh values, names and long texts", () => {
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

  it("weigh no more of an item than makes it a slice of its own", () => {
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

  it.effect("make what one go makes, in order", () =>
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

  it.effect("are never more than one in a turn, whoever asks for them, but for lists that are one slice", () =>
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

  it.effect("give no turn for what is one slice, and one before each of two", () =>
    Effect.gen(function* () {
      const turnsOf = (list: ReadonlyArray<number>) => Effect.map(observed([list]), ({ done }) => done.length)
      assert.strictEqual(yield* turnsOf([slice - 1, 1]), 1)
      assert.strictEqual(yield* turnsOf([slice, 1]), 2)
      assert.strictEqual(yield* turnsOf([1, slice, 1, 1]), 3)
    })
  )

  it.effect("let others in where work says how much of it was done, and lead where one go leads", () =>
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

  it("tell of calls for the numbers below a count after each thousand", () => {
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

  it("are groups of items that hold all in order, none too heavy but for one item", () =>
    Property.sync([weights], ([list]) => {
      const groups = Slices.groups(list, options.weight)
      assert.deepStrictEqual(groups.flat(), list)
      for (const group of groups) {
        assert.isTrue(group.length === 1 || group.reduce((sum, weight) => sum + weight, 0) <= slice)
      }
    }))
})
