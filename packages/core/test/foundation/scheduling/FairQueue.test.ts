import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import * as Tenant from "../../../src/foundation/operation/Tenant.ts"
import * as FairQueue from "../../../src/foundation/scheduling/FairQueue.ts"
import * as WorkDeadline from "../../../src/foundation/scheduling/WorkDeadline.ts"

/** Work that says when it begins, and goes on until it is let go. */
const make = (slots: number, waiting = 64) => {
  const turns = FairQueue.make({ pool: "texts", slots, waiting })
  const begun: Array<string> = []
  const start = (organization: string, name: string) =>
    Effect.gen(function* () {
      const gate = yield* Deferred.make<void>()
      const work = Effect.andThen(
        Effect.sync(() => begun.push(name)),
        Deferred.await(gate)
      )
      const fiber = yield* Effect.forkChild(Tenant.within(organization)(turns.withTurn(work)), {
        startImmediately: true
      })
      const finish = Effect.andThen(Deferred.succeed(gate, undefined), Fiber.await(fiber))
      return { fiber, finish, stop: Fiber.interrupt(fiber) }
    })
  return { begun, start, turns }
}

describe("FairQueue", () => {
  it.effect("gives slots to organizations in rotation, and keeps one free of any single one of several", () =>
    Effect.gen(function* () {
      const { begun, start } = make(2)
      const first = yield* start("a", "a1")
      const second = yield* start("a", "a2")
      yield* start("a", "a3")
      assert.deepStrictEqual(begun, ["a1", "a2"])
      const other = yield* start("b", "b1")
      yield* first.finish
      assert.deepStrictEqual(begun, ["a1", "a2", "b1"])
      yield* other.finish
      assert.deepStrictEqual(begun, ["a1", "a2", "b1"])
      yield* start("c", "c1")
      yield* second.finish
      assert.deepStrictEqual(begun, ["a1", "a2", "b1", "c1", "a3"])
    })
  )

  it.effect("serves others when work ends, fails or is interrupted, and nobody who waits no longer", () =>
    Effect.gen(function* () {
      const { begun, start, turns } = make(1)
      const first = yield* start("a", "a1")
      const waiting = yield* start("b", "b1")
      yield* waiting.stop
      yield* first.stop
      const next = yield* start("c", "c1")
      assert.deepStrictEqual(begun, ["a1", "c1"])
      yield* next.finish
      yield* Effect.exit(turns.withTurn(Effect.fail("no")))
      assert.strictEqual(yield* turns.withTurn(Effect.succeed(1)), 1)
    })
  )

  it.effect("has all slots free again when work that waited ends at once", () =>
    Effect.gen(function* () {
      const turns = FairQueue.make({ pool: "texts", slots: 2 })
      const gate = yield* Deferred.make<void>()
      const all = (organizations: ReadonlyArray<string>) =>
        Effect.forEach(organizations, (each) =>
          Effect.forkChild(Tenant.within(each)(turns.withTurn(Effect.as(Deferred.await(gate), each))), {
            startImmediately: true
          })
        )
      const fibers = yield* all(["a", "a", "a", "b", "c", "c"])
      yield* Deferred.succeed(gate, undefined)
      yield* Effect.forEach(fibers, Fiber.join)
      const again = yield* all(["a", "b", "c", "d"])
      assert.isTrue(again.every((fiber) => fiber.pollUnsafe() !== undefined))
    })
  )

  it.effect(
    "refuses the work of an organization of which too much waits, and says when to try again (rule pool-waiting)",
    () =>
      Effect.gen(function* () {
        const { begun, start, turns } = make(1, 2)
        const first = yield* start("a", "a1")
        yield* start("a", "a2")
        yield* start("a", "a3")
        const refused = yield* Effect.flip(Tenant.within("a")(turns.withTurn(Effect.void)))
        assert.deepInclude(refused, { _tag: "PoolBusy", pool: "texts", retryAfter: 2 })
        yield* start("b", "b1")
        yield* first.finish
        assert.deepStrictEqual(begun, ["a1", "b1"])
      })
  )

  it.effect("counts waiting for a slot as no part of the time that work may take (rule pool-deadlines)", () =>
    Effect.gen(function* () {
      const { start, turns } = make(1)
      const first = yield* start("a", "a1")
      const late = WorkDeadline.limit(1_000, () => Effect.fail("late"))
      const [short, long] = yield* Effect.forEach([900, 1_100], (milliseconds) =>
        Effect.forkChild(Effect.exit(late(turns.withTurn(Effect.as(Effect.sleep(milliseconds), "done")))), {
          startImmediately: true
        })
      )
      yield* TestClock.adjust("1 minute")
      assert.isUndefined(short?.pollUnsafe())
      yield* first.finish
      yield* TestClock.adjust("10 seconds")
      const ends = yield* Effect.forEach([short, long], (fiber) =>
        fiber === undefined ? Effect.undefined : Effect.map(Fiber.join(fiber), ({ _tag }) => _tag)
      )
      assert.deepStrictEqual(ends, ["Success", "Failure"])
    })
  )
})
