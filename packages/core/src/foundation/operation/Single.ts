import { Effect } from "effect"

/** Makes the view of one row with a function that makes the views of many. */
export const single = <A, E, R>(views: Effect.Effect<ReadonlyArray<A>, E, R>): Effect.Effect<A, E, R> =>
  Effect.flatMap(views, ([view]) => Effect.orDie(Effect.fromNullishOr(view)))
