import { assert, describe, it } from "@effect/vitest"
import { Property, Rounds } from "@quire/testing"
import { Clock, Effect, Option } from "effect"
import { TestClock } from "effect/testing"
import * as fc from "fast-check"
import { addressKey, personKey, RateLimit } from "../../../src/foundation/exchange/RateLimit.ts"

const take = (key: string, isMutating = false) =>
  Effect.flatMap(RateLimit, (limits) => Effect.map(limits.take(key, isMutating), Option.getOrThrow))

const peek = (key: string, isMutating = false) =>
  Effect.flatMap(RateLimit, (limits) => Effect.map(limits.peek(key, isMutating), Option.getOrThrow))

const step = fc.record({
  /** Milliseconds since the previous step. */
  wait: fc.oneof(fc.nat(900), fc.nat(70_000)),
  key: fc.constantFrom("a", "b"),
  isMutating: fc.boolean()
})

interface Counted {
  readonly key: string
  readonly second: number
  readonly isMutating: boolean
}

describe("RateLimit", () => {
  it.effect(
    "allows the same requests as a full list of requests",
    () =>
      Property.effect(
        [fc.array(step, { maxLength: 40 })],
        ([steps]) =>
          Effect.gen(function* () {
            const counted: Array<Counted> = []
            for (const { isMutating, key, wait } of steps) {
              yield* TestClock.adjust(wait)
              const second = Math.floor((yield* Clock.currentTimeMillis) / 1000)
              const recent = counted.filter((entry) => entry.key === key && entry.second > second - 60)
              const writes = recent.filter((entry) => entry.isMutating)
              const isAllowed = recent.length < 10 && (!isMutating || writes.length < 2)
              const budget = yield* take(key, isMutating)
              assert.strictEqual(budget.isWithin, isAllowed)
              assert.isAtLeast(budget.retryAfter, isAllowed ? 0 : 1)
              if (isAllowed) counted.push({ key, second, isMutating })
              const after = counted.filter((entry) => entry.key === key && entry.second > second - 60)
              const left = 10 - after.length
              const writesLeft = 2 - after.filter((entry) => entry.isMutating).length
              assert.strictEqual((yield* peek(key)).remaining, left)
              assert.strictEqual((yield* peek(key, true)).remaining, Math.min(left, writesLeft))
            }
          }).pipe(Effect.provide(RateLimit.layerMemory({ perMinute: 10 }))),
        { fastCheck: { numRuns: Rounds.rounds(10, 2_000, 25) } }
      ),
    Property.timeout({ fastCheck: { numRuns: Rounds.rounds(10, 2_000, 25) } })
  )

  it.effect("allows requests again at the announced time", () =>
    Effect.gen(function* () {
      yield* TestClock.adjust("1000 seconds")
      yield* take("a")
      yield* TestClock.adjust("20 seconds")
      for (let count = 1; count < 5; count++) assert.isTrue((yield* take("a")).isWithin)
      const refused = yield* take("a")
      assert.isFalse(refused.isWithin)
      assert.strictEqual(refused.remaining, 0)
      assert.strictEqual(refused.retryAfter, 40)
      assert.strictEqual(refused.resetAt, 1060)
      yield* TestClock.adjust("39 seconds")
      assert.isFalse((yield* take("a")).isWithin)
      yield* TestClock.adjust("1 second")
      assert.isTrue((yield* take("a")).isWithin)
      assert.isFalse((yield* take("a")).isWithin)
    }).pipe(Effect.provide(RateLimit.layerMemory({ perMinute: 5 })))
  )

  it.effect("does not count rejected requests", () =>
    Effect.gen(function* () {
      yield* take("a")
      for (let count = 0; count < 20; count++) {
        assert.isFalse((yield* take("a")).isWithin)
        yield* TestClock.adjust("2900 millis")
      }
      yield* TestClock.adjust("3 seconds")
      assert.isTrue((yield* take("a")).isWithin)
    }).pipe(Effect.provide(RateLimit.layerMemory({ perMinute: 1 })))
  )

  it.effect("gives changing requests a fifth of the budget (rule request-rate)", () =>
    Effect.gen(function* () {
      const first = yield* take("a", true)
      assert.deepInclude(first, { limit: 1200, remaining: 1199 })
      assert.deepInclude(yield* take("a"), { limit: 6000, remaining: 5998 })
      for (let count = 1; count < 1200; count++) yield* take("a", true)
      assert.isFalse((yield* take("a", true)).isWithin)
      assert.isTrue((yield* take("a")).isWithin)
    }).pipe(Effect.provide(RateLimit.layerMemory({ perMinute: 6000 })))
  )

  it.effect("evicts the least recently used key when it has too many, never on a read", () =>
    Effect.gen(function* () {
      yield* take("a")
      yield* take("b")
      assert.isFalse((yield* take("a")).isWithin)
      for (let count = 0; count < 10; count++) yield* peek(`stranger ${count}`)
      assert.isFalse((yield* take("a")).isWithin)
      assert.isFalse((yield* take("b")).isWithin)
      yield* take("c")
      assert.isTrue((yield* take("a")).isWithin)
    }).pipe(Effect.provide(RateLimit.layerMemory({ perMinute: 1, keys: 2 })))
  )

  it.effect("counts nothing while off", () =>
    Effect.gen(function* () {
      const limits = yield* RateLimit
      assert.isTrue(Option.isNone(yield* limits.take("a", true)))
      assert.isTrue(Option.isNone(yield* limits.peek("a", true)))
    }).pipe(Effect.provide(RateLimit.layerOff))
  )

  it("keeps users apart from addresses", () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (one, other) => assert.notStrictEqual(personKey(one), addressKey(other)))
    )
  })

  it.each([
    ["192.0.2.1", "192.0.2.1"],
    ["::ffff:192.0.2.1", "192.0.2.1"],
    ["2001:db8::1", "2001:db8:0:0"],
    ["2001:db8:0:0:ffff:ffff:ffff:ffff", "2001:db8:0:0"],
    ["2001:0db8:0:0:1::", "2001:db8:0:0"],
    ["2001:db8:0:1::1", "2001:db8:0:1"],
    ["fe80::1%eth0", "fe80:0:0:0"],
    ["1::2:3:4:5:6:7", "1:0:2:3"],
    ["::1", "0:0:0:0"],
    ["64:ff9b::192.0.2.1", "64:ff9b:0:0"],
    ["", ""]
  ])("counts the address %j as %j", (address, counted) => {
    assert.strictEqual(addressKey(address), `address:${counted}`)
  })
})
