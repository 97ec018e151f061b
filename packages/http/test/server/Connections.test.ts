import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Fiber, Scheduler } from "effect"
import { Connections } from "../../src/server/Connections.ts"

/** Interrupts a fiber at its turn of that number. */
class Interrupting extends Scheduler.MixedScheduler {
  private readonly at: number
  private turn = 0
  constructor(at: number) {
    super()
    this.at = at
  }
  override shouldYield(fiber: Fiber.Fiber<unknown, unknown>): boolean {
    if (++this.turn !== this.at) return false
    fiber.interruptUnsafe()
    return true
  }
}

describe("Connections", () => {
  it("counts no work whose fiber was interrupted at any point", async () => {
    const ends = new Set<string>()
    for (let at = 1; at <= 40; at++) {
      const connections = new Connections()
      const seen: Array<boolean> = []
      const app = Effect.forEach([1, 2, 3], () => Effect.sync(() => seen.push(connections.isBusy)))
      const fiber = Effect.runFork(
        connections.during(app).pipe(Effect.provideService(Scheduler.Scheduler, new Interrupting(at)))
      )
      const exit = await Effect.runPromise(Fiber.await(fiber))
      assert.isFalse(connections.isBusy, `interrupted at ${at}`)
      assert.notInclude(seen, false)
      ends.add(exit._tag)
    }
    assert.sameMembers([...ends], ["Failure", "Success"])
    assert.isTrue(Exit.isSuccess(await Effect.runPromiseExit(new Connections().during(Effect.void))))
  })
})
