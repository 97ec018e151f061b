import { Context, Effect, Semaphore } from "effect"

export const limits = {
  /** Units of work (see `weigh`) done without a pause: about ten milliseconds of work on documents. */
  slice: 4000
} as const

/** A text weighs one unit, and one more for each so many characters. */
const textUnit = 100

/**
 * Estimates the work that a JSON value takes: one unit per value, more for long texts. Stops counting beyond `most`.
 */
export const weigh = (value: unknown, most = Number.POSITIVE_INFINITY): number => {
  const open: Array<unknown> = [value]
  let weight = 0
  while (open.length > 0 && weight <= most) {
    const next = open.pop()
    weight += typeof next === "string" ? 1 + Math.floor(next.length / textUnit) : 1
    if (typeof next === "object" && next !== null) for (const part of Object.values(next)) open.push(part)
  }
  return weight
}

export const isLarge = (value: unknown): boolean => weigh(value, limits.slice) > limits.slice

/** What an item of a list weighs: no more of it is looked at than makes it a slice of its own. */
export const weighItem = (item: unknown): number => weigh(item, limits.slice)

const turns = Semaphore.makeUnsafe(1)

/** How `turn` waits. A host with its own scheduler may replace it. */
export const waiting: Context.Reference<Effect.Effect<void>> = Context.Reference("@quire/core/Slices/waiting", {
  defaultValue: () => turns.withPermit(Effect.yieldNow)
})

/** Waits for a turn of the event loop. In each turn one waiting fiber resumes, or as many as the host allows. */
export const turn: Effect.Effect<void> = Effect.flatMap(waiting, (wait) => wait)

/** Waits for a turn if the value is large. */
export const turnFor = (value: unknown): Effect.Effect<void> =>
  Effect.suspend(() => (isLarge(value) ? turn : Effect.void))

/** Groups items so that each group is at most one slice of work; a heavier item is alone in its group. */
export const groups = <A>(
  items: ReadonlyArray<A>,
  weight: (item: A) => number = weighItem
): ReadonlyArray<ReadonlyArray<A>> => {
  const made: Array<Array<A>> = []
  let left = 0
  for (const item of items) {
    const own = weight(item)
    if (made.length === 0 || own > left) {
      made.push([])
      left = limits.slice
    }
    made.at(-1)?.push(item)
    left -= own
  }
  return made
}

export interface SliceOptions<A> {
  /** The weight of an item; `weighItem` by default. */
  readonly weight?: (item: A) => number
}

/** Whether the items are more than one slice of work; weighs no more of them than needed. */
const isBeyond = <A>(items: ReadonlyArray<A>, weight: (item: A) => number): boolean => {
  let sum = 0
  return items.some((item) => {
    sum += weight(item)
    return sum > limits.slice
  })
}

/** Maps items in order. If they are more than one slice, waits for a turn before each slice. */
export const forEach = Effect.fnUntraced(function* <A, B, E = never, R = never>(
  items: ReadonlyArray<A>,
  f: (item: A, index: number) => Effect.Effect<B, E, R>,
  { weight = weighItem }: SliceOptions<A> = {}
) {
  const made: Array<B> = []
  let left = isBeyond(items, weight) ? 0 : Number.POSITIVE_INFINITY
  for (const [index, item] of items.entries()) {
    const own = left === Number.POSITIVE_INFINITY ? 0 : weight(item)
    left -= own
    if (left < 0) {
      yield* turn
      left = limits.slice - own
    }
    made.push(yield* f(item, index))
  }
  return made
})

/** Work that yields how much was done since the last yield, in the units of `weigh`. */
export type Steps<A> = Generator<number, A>

const stretch = 1_000

/** Calls `f` with the numbers below a count, in order; `each` is the work of one call, in units. */
export function* count(below: number, each: number, f: (number: number) => void): Steps<void> {
  for (let from = 0; from < below; from += stretch) {
    const to = Math.min(from + stretch, below)
    for (let number = from; number < to; number++) f(number)
    yield (to - from) * each
  }
}

/** Calls `f` with each item, in order; `work` is the work of one call, in units. */
export function* each<A>(items: Iterable<A>, work: number, f: (item: A) => void): Steps<void> {
  let calls = 0
  for (const item of items) {
    f(item)
    calls++
    if (calls % stretch === 0) yield stretch * work
  }
  yield (calls % stretch) * work
}

/** Collects the items of an iterable; `work` is the work of one item, in units. */
export function* list<A>(items: Iterable<A>, work: number): Steps<ReadonlyArray<A>> {
  const found: Array<A> = []
  yield* each(items, work, (item) => found.push(item))
  return found
}

/** Runs steps to their end without a pause. */
export const finish = <A>(steps: Steps<A>): A => {
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
  }
}

/** Runs steps to their end, and waits for a turn after each slice. */
export const run = Effect.fnUntraced(function* <A>(steps: Steps<A>) {
  for (let left: number = limits.slice; ; ) {
    const step = steps.next()
    if (step.done === true) return step.value
    left -= step.value
    if (left >= 0) continue
    yield* turn
    left = limits.slice
  }
})

/** `forEach` for a plain function. */
export const map = <A, B>(
  items: ReadonlyArray<A>,
  f: (item: A, index: number) => B,
  options?: SliceOptions<A>
): Effect.Effect<ReadonlyArray<B>> => forEach(items, (item, index) => Effect.sync(() => f(item, index)), options)
