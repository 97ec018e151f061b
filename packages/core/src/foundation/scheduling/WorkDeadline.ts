import { Clock, Context, Effect } from "effect"

/** How long an effect has waited for pools. */
class WaitMeter {
  #waiting = 0
  #since = 0
  #total = 0
  readonly #outer: WaitMeter | undefined

  constructor(outer: WaitMeter | undefined) {
    this.#outer = outer
  }

  begin(now: number): void {
    if (this.#waiting === 0) this.#since = now
    this.#waiting += 1
    this.#outer?.begin(now)
  }

  end(now: number): void {
    this.#waiting -= 1
    if (this.#waiting === 0) this.#total += now - this.#since
    this.#outer?.end(now)
  }

  total(now: number): number {
    return this.#total + (this.#waiting === 0 ? 0 : now - this.#since)
  }
}

/** What measures the waits of the current effect; undefined outside of `limit`. */
export const meter: Context.Reference<WaitMeter | undefined> = Context.Reference<WaitMeter | undefined>(
  "@quire/core/WorkDeadline/meter",
  { defaultValue: () => undefined }
)

/** Ends an effect that works longer than a number of milliseconds; what it waits for pools does not count. */
export const limit =
  <E2>(milliseconds: number, orElse: () => Effect.Effect<never, E2>) =>
  <A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<A, E | E2, R> =>
    Effect.gen(function* () {
      const waits = new WaitMeter(yield* meter)
      const began = yield* Clock.currentTimeMillis
      const watch = Effect.gen(function* () {
        for (;;) {
          const now = yield* Clock.currentTimeMillis
          const left = milliseconds - (now - began - waits.total(now))
          if (left <= 0) return yield* orElse()
          yield* Effect.sleep(left)
        }
      })
      return yield* Effect.raceFirst(Effect.provideService(work, meter, waits), watch)
    })
