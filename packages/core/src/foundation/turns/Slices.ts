import { Context, Effect, Semaphore } from "effect"

export const limits = {
  /** Work done in one go, as `weigh` counts it: about ten milliseconds of what is done with documents. */
  slice: 4000
} as const

/** Texts count once, and once more for so many characters. */
const textUnit = 100

/**
 * How much work a JSON value is, about: its values and names, long texts more than once. What is beyond `most` is not
 * looked at.
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

/** How `turn` waits. A host whose scheduler gives turns has its own way. */
export const waiting: Context.Reference<Effect.Effect<void>> = Context.Reference("@quire/core/Slices/waiting", {
  defaultValue: () => turns.withPermit(Effect.yieldNow)
})

/** Waits for a turn of the event loop in which nobody else goes on who waits here, or no more than the host says. */
export const turn: Effect.Effect<void> = Effect.flatMap(waiting, (wait) => wait)

/** A turn for work on something large, none for what is small. */
export const turnFor = (value: unknown): Effect.Effect<void> =>
  Effect.suspend(() => (isLarge(value) ? turn : Effect.void))

/** Lists of items that are one slice of work each, but for items that are more alone. */
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

interface Sliced<A> {
  /** What an item weighs; what `weighItem` says of the item where there is none. */
  readonly weight?: (item: A) => number
}

/** Whether items are more than one slice; no more of them are weighed than that takes. */
const isBeyond = <A>(items: ReadonlyArray<A>, weight: (item: A) => number): boolean => {
  let sum = 0
  return items.some((item) => {
    sum += weight(item)
    return sum > limits.slice
  })
}

/** What `f` gives for each item, in order. Where that is much work, others are let in before each slice of it. */
export const forEach = Effect.fnUntraced(function* <A, B, E = never, R = never>(
  items: ReadonlyArray<A>,
  f: (item: A, index: number) => Effect.Effect<B, E, R>,
  { weight = weighItem }: Sliced<A> = {}
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

/** Work that says how much of it was done since it last said so, in the units of `weigh`. */
export type Steps<A> = Generator<number, A>

const stretch = 1_000

/** Calls `f` for the numbers below a count in order; `each` is what one call is in units of work. */
export function* count(below: number, each: number, f: (number: number) => void): Steps<void> {
  for (let from = 0; from < below; from += stretch) {
    const to = Math.min(from + stretch, below)
    for (let number = from; number < to; number++) f(number)
    yield (to - from) * each
  }
}

/** Calls `f` for each item in order; `work` is what one call is in units of work. */
export function* each<A>(items: Iterable<A>, work: number, f: (item: A) => void): Steps<void> {
  let calls = 0
  for (const item of items) {
    f(item)
    calls++
    if (calls % stretch === 0) yield stretch * work
  }
  yield (calls % stretch) * work
}

/** The items of an iterable; `work` is what one item is in units of work. */
export function* list<A>(items: Iterable<A>, work: number): Steps<ReadonlyArray<A>> {
  const found: Array<A> = []
  yield* each(items, work, (item) => found.push(item))
  return found
}

/** The outcome of work that is done in one go. */
export const finish = <A>(steps: Steps<A>): A => {
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
  }
}

/** The outcome of work after each slice of which others are let in. */
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
  options?: Sliced<A>
): Effect.Effect<ReadonlyArray<B>> => forEach(items, (item, index) => Effect.sync(() => f(item, index)), options)
