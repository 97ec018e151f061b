import { Clock, Effect } from "effect"

export const limits = {
  /** Milliseconds of work on the items of a list after which other fibers run. */
  work: 8
} as const

/**
 * Resumes in a later tick of the event loop. The scheduler of the server resumes one such fiber after another, those of
 * light requests first.
 */
export const yieldNow: Effect.Effect<void> = Effect.yieldNowWith(1)

/** Maps items in order. Other fibers run between two items whenever the ones before took longer than `limits.work`. */
export const forEach = Effect.fnUntraced(function* <A, B, E = never, R = never>(
  items: ReadonlyArray<A>,
  f: (item: A, index: number) => Effect.Effect<B, E, R>
) {
  const clock = yield* Clock.Clock
  const results: Array<B> = []
  let start = clock.currentTimeMillisUnsafe()
  for (const [index, item] of items.entries()) {
    if (clock.currentTimeMillisUnsafe() - start > limits.work) {
      yield* yieldNow
      start = clock.currentTimeMillisUnsafe()
    }
    results.push(yield* f(item, index))
  }
  return results
})

/** Like `forEach`, for a plain function. */
export const map = <A, B>(items: ReadonlyArray<A>, f: (item: A, index: number) => B): Effect.Effect<ReadonlyArray<B>> =>
  forEach(items, (item, index) => Effect.sync(() => f(item, index)))
