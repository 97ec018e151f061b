import { Clock, Effect } from "effect"

/** The real clock, ahead by some milliseconds, and a function that moves it further ahead. */
export const shiftedClock = (milliseconds: number) => {
  let ahead = milliseconds
  const real = Clock.Clock.defaultValue()
  const millis = () => real.currentTimeMillisUnsafe() + ahead
  const clock: Clock.Clock = {
    currentTimeMillisUnsafe: millis,
    currentTimeMillis: Effect.sync(millis),
    currentTimeNanosUnsafe: () => real.currentTimeNanosUnsafe(),
    currentTimeNanos: real.currentTimeNanos,
    monotonicTimeNanosUnsafe: () => real.monotonicTimeNanosUnsafe(),
    monotonicTimeNanos: real.monotonicTimeNanos,
    sleep: (duration) => real.sleep(duration)
  }
  return {
    clock,
    millis,
    shift: (by: number): void => {
      ahead += by
    }
  }
}
