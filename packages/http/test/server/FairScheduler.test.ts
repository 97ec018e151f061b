import { assert, describe, it } from "@effect/vitest"
import { EventLoop } from "@quire/core"
import { Property } from "@quire/testing"
import { Context, Effect, Exit, Fiber, Layer, Option } from "effect"
import * as FastCheck from "fast-check"
import * as Exchange from "../../src/foundation/exchange/Exchange.ts"
import * as FairScheduler from "../../src/server/FairScheduler.ts"

const { light, operations, patience, turn } = FairScheduler.limits

/** An event loop whose time advances with work, and whose turns are started by hand. */
class Loop implements FairScheduler.Loop {
  time = 0
  readonly order: Array<string> = []
  readonly scheduler = new FairScheduler.FairScheduler(this)
  private next: Array<() => void> = []

  readonly now = () => this.time
  readonly inNextTurn = (act: () => void) => void this.next.push(act)

  get isIdle(): boolean {
    return this.next.length === 0
  }

  /** Returns how long it took. */
  turn(): number {
    const begun = this.time
    for (const act of this.next.splice(0)) act()
    return this.time - begun
  }

  run(): ReadonlyArray<number> {
    const lengths: Array<number> = []
    while (!this.isIdle) lengths.push(this.turn())
    return lengths
  }

  work(name: string, milliseconds: number) {
    return Effect.sync(() => {
      this.order.push(name)
      this.time += milliseconds
    })
  }

  /** Runs an effect as part of a request that has worked for some time, or of none. */
  fork<A>(effect: Effect.Effect<A>, exchange?: Exchange.Exchange): Fiber.Fiber<A> {
    const context = Effect.runSync(Effect.scoped(Layer.build(FairScheduler.layerOf(this.scheduler))))
    const own = Context.add(context, Exchange.current, Option.fromNullishOr(exchange))
    return Effect.runForkWith(own)(effect)
  }
}

const request = (worked = 0) => {
  const exchange = new Exchange.Exchange({ id: "request", address: "", isMutating: false })
  exchange.worked = worked
  return exchange
}

/** A loop whose turn has just begun. */
const young = () => {
  const loop = new Loop()
  loop.fork(Effect.yieldNow)
  loop.run()
  return loop
}

/** A result that is released by hand. */
const answer = () => {
  const resumes: Array<() => void> = []
  const wait = Effect.callback<void>((resume) => void resumes.push(() => resume(Effect.void)))
  return { wait, come: () => resumes.splice(0).forEach((resume) => resume()) }
}

describe("a fair scheduler", () => {
  it("runs a light request at once early in the tick, and one tick later otherwise", () => {
    for (const [spent, goesOn] of [
      [0, true],
      [turn, true],
      [turn + 1, false]
    ] as const) {
      const loop = young()
      loop.time += spent
      const fiber = loop.fork(loop.work("light", 1), request())
      assert.strictEqual(fiber.pollUnsafe() !== undefined, goesOn)
      assert.strictEqual(loop.isIdle, goesOn)
      loop.run()
      assert.deepStrictEqual(fiber.pollUnsafe(), Exit.void)
    }
  })

  it("delays a request that has worked long until another tick", () => {
    for (const [worked, goesOn] of [
      [light, true],
      [light + 1, false]
    ] as const) {
      const loop = young()
      const fiber = loop.fork(loop.work("one", 1), request(worked))
      assert.strictEqual(fiber.pollUnsafe() !== undefined, goesOn)
      loop.run()
      assert.deepStrictEqual(fiber.pollUnsafe(), Exit.void)
    }
  })

  it.effect("ends a tick after its budget of work, for any requests, and completes all work", () =>
    Property.effect(
      [FastCheck.array(FastCheck.array(FastCheck.integer({ min: 0, max: 30 }), { maxLength: 8 }), { maxLength: 6 })],
      Effect.fnUntraced(function* ([lists]) {
        const loop = new Loop()
        const fibers = lists.map((list) =>
          loop.fork(
            Effect.forEach(list, (length) => Effect.andThen(EventLoop.yieldNow, loop.work("", length))),
            request()
          )
        )
        const longest = Math.max(0, ...lists.flat())
        for (const length of loop.run()) assert.isAtMost(length, turn + longest)
        for (const fiber of fibers) assert.isTrue(Exit.isSuccess(yield* Fiber.await(fiber)))
        assert.strictEqual(loop.order.length, lists.flat().length)
      })
    )
  )

  it("ends a tick within work of many steps that never waits", () => {
    const loop = new Loop()
    const fiber = loop.fork(
      Effect.forEach(Array.from({ length: 1_000 }), () => loop.work("step", 0.1)),
      request()
    )
    const lengths = loop.run()
    assert.strictEqual(fiber.pollUnsafe()?._tag, "Success")
    assert.isAbove(lengths.length, 10)
    for (const length of lengths) assert.isAtMost(length, turn + operations * 0.1 + 0.001)
  })

  it("prefers requests with less work, and equal ones in order of arrival", () => {
    const loop = young()
    const answers = [40, 20, 0, 20, 0].map((worked, at) => {
      const { come, wait } = answer()
      const exchange = request()
      loop.fork(Effect.andThen(wait, loop.work(`${worked} ${at}`, turn + 1)), exchange)
      exchange.worked = worked
      return come
    })
    loop.time += turn + 1
    for (const come of answers) come()
    assert.deepStrictEqual(loop.run(), [turn + 1, turn + 1, turn + 1, turn + 1, turn + 1])
    assert.deepStrictEqual(loop.order, ["0 2", "0 4", "20 1", "20 3", "40 0"])
  })

  it("delays no request beyond its maximum wait, however many others arrive", () => {
    const loop = young()
    const begun = loop.time
    loop.fork(loop.work("long", 1), request(1_000_000))
    while (!loop.order.includes("long") && loop.time - begun < 10 * patience) {
      loop.time += turn + 1
      loop.fork(loop.work("light", turn + 1), request())
      loop.turn()
    }
    assert.isAtLeast(loop.time - begun, patience)
    assert.isAtMost(loop.time - begun, patience + 4 * turn)
  })

  it("counts the work of a request, and not its waiting time", () => {
    const loop = young()
    const exchange = request()
    const { come, wait } = answer()
    const stretch = Effect.andThen(EventLoop.yieldNow, loop.work("own", 30))
    loop.fork(Effect.all([stretch, stretch, wait, stretch]), exchange)
    loop.run()
    assert.strictEqual(exchange.worked, 60)
    loop.time += 1_000
    come()
    loop.fork(loop.work("other", 50), request())
    loop.run()
    assert.strictEqual(exchange.worked, 90)
  })

  it("counts work of many steps that continues at once", () => {
    const loop = young()
    const exchange = request()
    loop.fork(
      Effect.forEach(Array.from({ length: 100 }), () => loop.work("step", turn / 100)),
      exchange
    )
    assert.isTrue(loop.isIdle)
    assert.isAtLeast(exchange.worked, turn / 2)
    assert.isAtMost(exchange.worked, turn)
  })

  it("wakes a request that waits for another before those that wait for a tick", () => {
    const loop = young()
    const own = request(100)
    loop.fork(loop.work("long", 1), own)
    loop.fork(Effect.forkDetach(loop.work("child", 1)), request())
    loop.run()
    assert.deepStrictEqual(loop.order, ["child", "long"])
  })

  it("removes an interrupted waiter", () => {
    const loop = young()
    const fiber = loop.fork(loop.work("gone", 1), request(100))
    loop.fork(loop.work("here", 1), request(200))
    fiber.interruptUnsafe()
    loop.run()
    assert.deepStrictEqual(loop.order, ["here"])
    assert.strictEqual(fiber.pollUnsafe()?._tag, "Failure")
  })

  it("runs all waiting work when it is flushed", () => {
    const loop = young()
    for (const worked of [100, 200]) loop.fork(loop.work(`${worked}`, 2 * turn), request(worked))
    loop.scheduler.flush()
    assert.deepStrictEqual(loop.order, ["100", "200"])
  })
})
