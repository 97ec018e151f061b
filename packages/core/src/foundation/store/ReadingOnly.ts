import { Context, Effect } from "effect"

/**
 * Stands for a request that only reads. Its reading may come from copies of the store, as long as it sees what was
 * acknowledged before it began, and never less than it has seen (rule replica-seen). Outside of such requests nothing is
 * read from copies.
 */
export const ReadingOnly: Context.Reference<object | undefined> = Context.Reference<object | undefined>(
  "@quire/core/ReadingOnly",
  { defaultValue: () => undefined }
)

/** Runs an effect as one request that only reads. What it writes all the same is written as ever. */
export const reading = <A, E, R>(self: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.suspend(() => Effect.provideService(self, ReadingOnly, {}))
