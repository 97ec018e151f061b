import { Clock, Context, Effect } from "effect"

const realTime = Context.get(Context.empty(), Clock.Clock)

/** Sleeps in real time whatever `Clock` the program runs on: a server does not follow a test's clock. */
export const pause = (millis: number): Effect.Effect<void> =>
  Effect.provideService(Effect.sleep(millis), Clock.Clock, realTime)

/** Epoch milliseconds of the real clock, for the deadlines of `pause`. */
export const now: Effect.Effect<number> = realTime.currentTimeMillis
