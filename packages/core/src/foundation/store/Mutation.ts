import { Effect } from "effect"
import { type Actor, withFreshFacts } from "../operation/Actor.ts"
import { RowStore } from "./RowStore.ts"

/**
 * Wraps the part of an operation that writes: all or nothing, not interruptible once started, and with decisions based
 * on facts read inside the transaction.
 */
export const make = Effect.map(
  RowStore,
  (store) =>
    <A, E, R>(body: Effect.Effect<A, E, R>): Effect.Effect<A, E, R | Actor> =>
      Effect.uninterruptible(store.atomic(withFreshFacts(body)))
)
