import { Slices } from "@quire/core"
import { Effect, Fiber, Layer, Option, Scheduler } from "effect"
import * as Exchange from "../foundation/exchange/Exchange.ts"

/** Times in milliseconds. */
export const limits = {
  /** What is done in one turn of the event loop before all else waits for the next. */
  turn: 4,
  /** What a request may work and still go on as soon as it can. */
  light: 10,
  /** How much longer than it has worked a request lets others go first. */
  factor: 10,
  /** The longest that it lets them. */
  patience: 500,
  /** Operations of a fiber between two looks at the clock. */
  operations: 32
} as const

/** What tells time, and calls back in the next turn of the event loop. */
export interface Loop {
  /** Milliseconds from anywhere. */
  readonly now: () => number
  readonly inNextTurn: (act: () => void) => void
}

interface Waiting {
  readonly exchange: Exchange.Exchange | undefined
  /** Whoever comes later and has worked less goes first until then. */
  readonly due: number
  readonly task: () => void
}

type AnyFiber = Fiber.Fiber<unknown, unknown>

const exchangeOf = (fiber: AnyFiber | undefined) =>
  fiber === undefined ? undefined : Option.getOrUndefined(fiber.getRef(Exchange.current))

/**
 * Keeps turns of the event loop short, whoever works in them, and lets requests that have worked little go before those
 * that have worked long. A fiber goes on at once when the turn is young and its request is light. Otherwise it waits in
 * the one queue of the process, of which each turn serves as many as fit. What wakes others, and work of no request, is
 * never held back for having worked long.
 */
export class FairScheduler implements Scheduler.Scheduler, Scheduler.SchedulerDispatcher {
  readonly executionMode = "async"
  readonly #loop: Loop
  /** They begin fibers, or wake such as look at the clock themselves. */
  #wakes: Array<() => void> = []
  /** By when they are due. */
  readonly #waiting: Array<Waiting> = []
  #isCalled = false
  /** When this turn began, as far as is known: turns in which nobody waits begin unseen. */
  #began = Number.NEGATIVE_INFINITY
  #operations = 0
  /** Since when work was not counted, and who has looked at the clock then. */
  #since = 0
  #looked: AnyFiber | undefined
  /** Who is to wait in the queue. */
  #yielding: AnyFiber | undefined
  /** Whether whoever goes on was served by the queue. */
  #isServed = false

  constructor(loop: Loop) {
    this.#loop = loop
  }

  shouldYield(fiber: AnyFiber): boolean {
    const goesOn = fiber.currentOpCount === 1
    if (!goesOn && --this.#operations > 0) return false
    this.#operations = limits.operations
    const now = this.#loop.now()
    const exchange = exchangeOf(fiber)
    if (!goesOn && this.#looked === fiber) this.#count(exchange, now)
    this.#since = now
    this.#looked = fiber
    const waits =
      !this.#isServed &&
      (now - this.#began > limits.turn || (goesOn && exchange !== undefined && exchange.worked > limits.light))
    this.#isServed = false
    if (waits) this.#yielding = fiber
    return waits
  }

  makeDispatcher(): Scheduler.SchedulerDispatcher {
    return this
  }

  /** Of a priority above 0, or of a fiber that is to wait, a task waits in the queue. */
  scheduleTask(task: () => void, priority: number): void {
    const fiber = Fiber.getCurrent()
    const isYield = fiber !== undefined && fiber === this.#yielding
    this.#yielding = undefined
    if (isYield || priority > 0) this.#enqueue(exchangeOf(fiber), task)
    else this.#wakes.push(task)
    this.#call()
  }

  flush(): void {
    while (this.#wakes.length + this.#waiting.length > 0) this.#turn()
  }

  #count(exchange: Exchange.Exchange | undefined, now: number): void {
    if (exchange !== undefined) exchange.worked += now - this.#since
  }

  #enqueue(exchange: Exchange.Exchange | undefined, task: () => void): void {
    const due = this.#loop.now() + Math.min(limits.patience, limits.factor * (exchange?.worked ?? 0))
    const after = this.#waiting.findLastIndex((other) => other.due <= due)
    this.#waiting.splice(after + 1, 0, { exchange, due, task })
  }

  #call(): void {
    if (this.#isCalled) return
    this.#isCalled = true
    this.#loop.inNextTurn(() => {
      this.#isCalled = false
      this.#turn()
      if (this.#wakes.length + this.#waiting.length > 0) this.#call()
    })
  }

  /** As many as fit into a turn, and one of those that wait in any case. */
  #turn(): void {
    this.#began = this.#loop.now()
    const wakes = this.#wakes
    this.#wakes = []
    for (const wake of wakes) wake()
    do {
      const next = this.#waiting.shift()
      if (next === undefined) return
      this.#serve(next)
    } while (this.#loop.now() - this.#began <= limits.turn)
  }

  #serve({ exchange, task }: Waiting): void {
    this.#since = this.#loop.now()
    this.#looked = undefined
    this.#isServed = true
    task()
    this.#isServed = false
    this.#count(exchange, this.#loop.now())
    this.#looked = undefined
  }
}

/** Has fibers that run in a context wait for each other. */
export const layerOf = (scheduler: FairScheduler): Layer.Layer<never> =>
  Layer.merge(Layer.succeed(Scheduler.Scheduler, scheduler), Layer.succeed(Slices.waiting, Effect.yieldNowWith(1)))

/** The one of the process, as its event loop is one. */
export const layer: Layer.Layer<never> = layerOf(
  new FairScheduler({ now: () => performance.now(), inNextTurn: (act) => void setImmediate(act) })
)
