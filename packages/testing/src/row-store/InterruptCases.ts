import { assert } from "@effect/vitest"
import { Repository, RowStore } from "@quire/core"
import { Effect, Exit, Fiber } from "effect"
import { fresh, type It, paused, settle } from "../Suite.ts"
import { items } from "../TestCollections.ts"
import { type Items, item, namesIn } from "./Rows.ts"

const setup = Effect.gen(function* () {
  const repository: Items = yield* Repository.make(items)
  const { atomic } = yield* RowStore.RowStore
  const group = fresh("g")
  const insert = (name: string) => repository.insert(item(group, { name }))
  return { repository, atomic, insert, names: namesIn(repository, group) }
})

export const cases = (it: It<RowStore.RowStore>): void => {
  it.effect("rolls back when it is interrupted between two writes, without blocking others", () =>
    Effect.gen(function* () {
      const { atomic, insert, names } = yield* setup
      const { fiber } = yield* paused((pause) => atomic(Effect.all([insert("a"), pause, insert("b")])))
      const exit = yield* Effect.andThen(Fiber.interrupt(fiber), Fiber.await(fiber))
      assert.isTrue(Exit.hasInterrupts(exit))
      assert.deepStrictEqual(yield* names, [])
      yield* atomic(insert("c"))
      assert.deepStrictEqual(yield* names, ["c"])
    })
  )

  it.effect("is consistent with its result when it is interrupted while waiting for a lock", () =>
    Effect.gen(function* () {
      const { atomic, insert, names, repository } = yield* setup
      const { value } = yield* insert("locked")
      const { fiber, resume } = yield* paused((pause) =>
        atomic(Effect.all([repository.lock([value.id]), insert("holder"), pause]))
      )
      const waiting = yield* Effect.forkChild(atomic(Effect.all([repository.lock([value.id]), insert("waiter")])))
      yield* settle
      const interrupting = yield* Effect.forkChild(Effect.andThen(Fiber.interrupt(waiting), Fiber.await(waiting)))
      yield* settle
      yield* resume
      yield* Fiber.join(fiber)
      const exit = yield* Fiber.join(interrupting)
      const done = Exit.isSuccess(exit) ? ["waiter"] : []
      assert.deepStrictEqual(yield* names, ["holder", "locked", ...done])
      yield* atomic(Effect.all([repository.lock([value.id]), insert("z")]))
      assert.deepStrictEqual(yield* names, ["holder", "locked", ...done, "z"])
    })
  )

  it.effect("is atomic at whatever step it is interrupted, and complete if it returned success", () =>
    Effect.gen(function* () {
      const { atomic, insert, names, repository } = yield* setup
      const outcomes = new Set<string>()
      for (let steps = 0; steps < 60; steps++) {
        const two = [`${steps} a`, `${steps} b`]
        const fiber = yield* Effect.forkChild(atomic(Effect.all(two.map(insert))))
        for (let step = 0; step < steps; step++) yield* step < 30 ? Effect.yieldNow : repository.get("absent")
        const exit = yield* Effect.andThen(Fiber.interrupt(fiber), Fiber.await(fiber))
        const found = (yield* names).filter((name) => two.includes(name))
        assert.deepStrictEqual(found, found.length === 0 && !Exit.isSuccess(exit) ? [] : two)
        outcomes.add(Exit.isSuccess(exit) ? "success" : "interruption")
      }
      assert.deepStrictEqual([...outcomes].toSorted(), ["interruption", "success"])
    })
  )
}
