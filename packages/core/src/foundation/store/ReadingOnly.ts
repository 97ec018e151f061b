import { Context, Effect } from "effect"

/**
 * Set for a request that only reads. Its reads may be served by replicas of the store, as long as they include
 * everything that was acknowledged before the request began and everything that the request has already seen (rule
 * replica-seen). Outside of such requests nothing is read from replicas.
 */
export const ReadingOnly: Context.Reference<object | undefined> = Context.Reference<object | undefined>(
  "@quire/core/ReadingOnly",
  { defaultValue: () => undefined }
)

/** Runs an effect as one request that only reads. Writes are still sent to the primary. */
export const reading = <A, E, R>(self: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.suspend(() => Effect.provideService(self, ReadingOnly, {}))
