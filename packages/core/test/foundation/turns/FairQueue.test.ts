import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Fiber } from "effect"
import * as FairQueue from "../../../src/foundation/turns/FairQueue.ts"

/** Work that says when it begins, and goes on until it is let go. */
const make = (places: number) => {
  const turns = FairQueue.make(places)
  const begun: Array<string> = []
  const start = (person: string, name: string) =>
    Effect.gen(function* () {
      const gate = yield* Deferred.make<void>()
      const work = Effect.andThen(
        Effect.sync(() => begun.push(name)),
        Deferred.await(gate)
      )
      const fiber = yield* Effect.forkChild(turns.withTurn(person)(work), { startImmediately: true })
      const finish = Effect.andThen(Deferred.succeed(gate, undefined), Fiber.await(fiber))
      return { finish, stop: Fiber.interrupt(fiber) }
    })
  return { begun, start }
}

describe("turns", () => {
  it.effect("go to people in rotation, one at a time each", () =>
    Effect.gen(function* () {
      const { begun, start } = make(2)
      const first = yield* start("a", "a1")
      yield* start("a", "a2")
      yield* start("a", "a3")
      assert.deepStrictEqual(begun, ["a1"])
      const other = yield* start("b", "b1")
      yield* start("c", "c1")
      assert.deepStrictEqual(begun, ["a1", "b1"])
      yield* first.finish
      assert.deepStrictEqual(begun, ["a1", "b1", "a2"])
      yield* other.finish
      assert.deepStrictEqual(begun, ["a1", "b1", "a2", "c1"])
    })
  )

  it.effect("are free again when work ends, fails or is interrupted, and when nobody waits for them any more", () =>
    Effect.gen(function* () {
      const { begun, start } = make(1)
      const first = yield* start("a", "a1")
      const waiting = yield* start("b", "b1")
      yield* waiting.stop
      yield* first.stop
      const next = yield* start("c", "c1")
      assert.deepStrictEqual(begun, ["a1", "c1"])
      yield* next.finish
      const turns = FairQueue.make(1)
      yield* Effect.exit(turns.withTurn("a")(Effect.fail("no")))
      assert.strictEqual(yield* turns.withTurn("b")(Effect.succeed(1)), 1)
    })
  )

  it.effect("are all free again when work that waited ends at once", () =>
    Effect.gen(function* () {
      const turns = FairQueue.make(2)
      const gate = yield* Deferred.make<void>()
      const all = (people: ReadonlyArray<string>) =>
        Effect.forEach(people, (person) =>
          Effect.forkChild(turns.withTurn(person)(Effect.as(Deferred.await(gate), person)), { startImmediately: true })
        )
      const fibers = yield* all(["a", "a", "a", "b", "c", "c"])
      yield* Deferred.succeed(gate, undefined)
      yield* Effect.forEach(fibers, Fiber.join)
      const again = yield* all(["a", "b", "c", "d"])
      assert.isTrue(again.every((fiber) => fiber.pollUnsafe() !== undefined))
    })
  )
})
