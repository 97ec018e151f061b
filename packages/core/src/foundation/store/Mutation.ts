import { Effect } from "effect"
import { type Actor, withFreshFacts } from "../operation/Actor.ts"
import { RowStore } from "./RowStore.ts"

/**
 * Wraps the part of an operation that changes something: all or nothing, not interrupted once started, and deciding on
 * facts read inside the transaction.
 */
export const make = Effect.map(
  RowStore,
  (store) =>
    <A, E, R>(body: Effect.Effect<A, E, R>): Effect.Effect<A, E, R | Actor> =>
      Effect.uninterruptible(store.atomic(withFreshFacts(body)))
)
