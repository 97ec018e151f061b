import { Context, Effect, Layer } from "effect"
import { type Actor, withFreshFacts } from "../operation/Actor.ts"
import { RowStore } from "./RowStore.ts"

/**
 * Wraps the part of an operation that writes: all or nothing, not interruptible once started, and with decisions based
 * on facts read inside the transaction.
 */
export class Mutation extends Context.Service<Mutation>()("@quire/core/Mutation", {
  make: Effect.map(RowStore, (store) => ({
    mutate: <A, E, R>(body: Effect.Effect<A, E, R>): Effect.Effect<A, E, R | Actor> =>
      Effect.uninterruptible(store.atomic(withFreshFacts(body)))
  }))
}) {
  static readonly layer = Layer.effect(this, this.make)
}
