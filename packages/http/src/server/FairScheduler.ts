import { Fiber, Layer, Option, Scheduler } from "effect"
import * as Exchange from "../foundation/exchange/Exchange.ts"

/** Times in milliseconds. */
export const limits = {
  /** How long one event-loop tick may work before the remaining fibers wait for the next. */
  turn: 4,
  /** How long a request may have worked and still resume immediately. */
  light: 10,
  /** A request yields to others for this multiple of the time that it has worked. */
  factor: 10,
  /** The longest time that a request yields. */
  patience: 500,
  /** Operations of a fiber between two reads of the clock. */
  operations: 32
} as const

/** The clock, and the event loop. */
export interface Loop {
  /** Milliseconds since an arbitrary origin. */
  readonly now: () => number
  readonly inNextTurn: (act: () => void) => void
}

interface WaitingTask {
  readonly exchange: Exchange.Exchange | undefined
  /** Until then, tasks that arrive later and have worked less go first. */
  readonly due: number
  readonly task: () => void
}

type AnyFiber = Fiber.Fiber<unknown, unknown>

const exchangeOf = (fiber: AnyFiber | undefined) =>
  fiber === undefined ? undefined : Option.getOrUndefined(fiber.getRef(Exchange.current))

/**
 * Keeps turns of the event loop short, and lets requests that have worked little go before those that have worked long.
 * A fiber resumes immediately when the turn is young and its request is light. Otherwise it waits in the one queue of
 * the process, from which each turn serves as many tasks as fit. Wake-ups, and work outside requests, are never delayed
 * for having worked long.
 */
export class FairScheduler implements Scheduler.Scheduler, Scheduler.SchedulerDispatcher {
  readonly executionMode = "async"
  readonly #loop: Loop
  /** Tasks that start fibers, or wake fibers which then check the clock themselves. */
  #wakes: Array<() => void> = []
  /** Sorted by `due`. */
  readonly #waiting: Array<WaitingTask> = []
  #isCalled = false
  /** When this turn began, as far as known: turns in which nothing waits go unnoticed. */
  #began = Number.NEGATIVE_INFINITY
  #operations = 0
  /** The time from which work is not counted yet, and the fiber that read the clock then. */
  #since = 0
  #looked: AnyFiber | undefined
  /** The fiber that is about to wait in the queue. */
  #yielding: AnyFiber | undefined
  /** Whether the running fiber was served by the queue. */
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

  /** Queues tasks with a priority above 0 and those of a fiber that yields; runs all others as wake-ups. */
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

  /** Runs all wake-ups, then as many queued tasks as fit into the turn, and at least one. */
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

  #serve({ exchange, task }: WaitingTask): void {
    this.#since = this.#loop.now()
    this.#looked = undefined
    this.#isServed = true
    task()
    this.#isServed = false
    this.#count(exchange, this.#loop.now())
    this.#looked = undefined
  }
}

/** Makes the fibers of a context use a scheduler. */
export const layerOf = (scheduler: FairScheduler): Layer.Layer<never> => Layer.succeed(Scheduler.Scheduler, scheduler)

/** The scheduler of the process, which has one event loop. */
export const layer: Layer.Layer<never> = layerOf(
  new FairScheduler({ now: () => performance.now(), inNextTurn: (act) => void setImmediate(act) })
)
