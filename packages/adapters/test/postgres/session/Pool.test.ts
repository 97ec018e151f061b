import { EventEmitter } from "node:events"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Fiber, Scheduler } from "effect"
import type { Pool } from "pg"
import { leaseFromPool } from "../../../src/postgres/session/Pool.ts"

/** Controls when a connection arrives and what happens to it, which a real pool does not allow. */
const puppet = () => {
  const released: Array<unknown> = []
  const client = Object.assign(new EventEmitter(), {
    release: (destroy?: unknown) => void released.push(destroy),
    getTransactionStatus: () => "I"
  })
  let arrive = () => {}
  let isAsked = false
  const pool = {
    connect: (callback: (error: undefined, given: typeof client) => void) => {
      arrive = () => callback(undefined, client)
      isAsked = true
    }
  }
  const lease = leaseFromPool(pool as unknown as Pool, { statementTimeout: 1_000, prepare: true })
  return { lease, released, client, isAsked: () => isAsked, arrive: () => arrive() }
}

/** Lets other fibers run first on request. */
class Yielding extends Scheduler.MixedScheduler {
  isDue = false
  override shouldYield() {
    const { isDue } = this
    this.isDue = false
    return isDue
  }
}

describe("a connection of the pool", () => {
  for (const order of ["arrives and then", "is not there yet when", "has not been asked for when"] as const) {
    it.effect(`returns exactly once when it ${order} the wait is interrupted`, () =>
      Effect.gen(function* () {
        const { lease, released, client, arrive } = puppet()
        let used = 0
        const fiber = yield* Effect.forkChild(lease(() => Effect.sync(() => void (used += 1))))
        if (order !== "has not been asked for when") yield* Effect.yieldNow
        if (order === "arrives and then") arrive()
        fiber.interruptUnsafe()
        const exit = yield* Fiber.await(fiber)
        if (order === "is not there yet when") arrive()
        const wasInTime = order === "arrives and then"
        assert.strictEqual(Exit.hasInterrupts(exit), !wasInTime)
        assert.deepStrictEqual(released.length, order === "has not been asked for when" ? 0 : 1)
        assert.strictEqual(used, wasInTime ? 1 : 0)
        assert.strictEqual(client.listenerCount("error"), 0)
      })
    )
  }

  it.effect("returns once after its use, and is closed when it was lost meanwhile", () =>
    Effect.gen(function* () {
      for (const lost of [false, true]) {
        const { lease, released, client, arrive } = puppet()
        const fiber = yield* Effect.forkChild(
          lease(() => Effect.sync(() => lost && client.emit("error", new Error("gone"))))
        )
        yield* Effect.yieldNow
        arrive()
        yield* Fiber.join(fiber)
        assert.deepStrictEqual(released, [lost])
        assert.strictEqual(client.listenerCount("error"), 0)
      }
    })
  )

  it.effect("returns to be closed when it is lost before the waiting fiber continues", () =>
    Effect.gen(function* () {
      const { lease, released, client, arrive, isAsked } = puppet()
      let wentOn = false
      const scheduler = new Yielding()
      const fiber = yield* lease(() => Effect.sync(() => void (wentOn = true))).pipe(
        Effect.provideService(Scheduler.Scheduler, scheduler),
        Effect.forkChild
      )
      while (!isAsked()) yield* Effect.yieldNow
      scheduler.isDue = true
      arrive()
      assert.isFalse(wentOn)
      client.emit("error", new Error("terminating connection due to unexpected postmaster exit"))
      yield* Fiber.join(fiber)
      assert.isTrue(wentOn)
      assert.deepStrictEqual(released, [true])
      assert.strictEqual(client.listenerCount("error"), 0)
    })
  )
})
