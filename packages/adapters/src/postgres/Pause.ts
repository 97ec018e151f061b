import { Clock, Context, Effect } from "effect"

const realTime = Context.get(Context.empty(), Clock.Clock)

/** Sleeps in real time, regardless of the program's `Clock`, because a server does not follow a test clock. */
export const pause = (millis: number): Effect.Effect<void> =>
  Effect.provideService(Effect.sleep(millis), Clock.Clock, realTime)

/** Epoch milliseconds of the real clock, for deadlines that use `pause`. */
export const now: Effect.Effect<number> = realTime.currentTimeMillis
