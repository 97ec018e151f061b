import { Clock, Effect } from "effect"

const realTime = Clock.make()

/** Sleeps in real time whatever `Clock` the program runs on: a server does not follow a test's clock. */
export const pause = (millis: number): Effect.Effect<void> => Effect.withClock(Effect.sleep(millis), realTime)

/** Epoch milliseconds of the real clock, for the deadlines of `pause`. */
export const now: Effect.Effect<number> = realTime.currentTimeMillis
