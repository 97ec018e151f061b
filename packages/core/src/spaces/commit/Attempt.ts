import { Context, Effect, Layer } from "effect"
import type { Actor } from "../../foundation/operation/Actor.ts"
import { Mutation } from "../../foundation/store/Mutation.ts"
import { HeadMoved } from "./ContentCommits.ts"

const isOther = <E>(error: E): error is Exclude<E, HeadMoved> => !(error instanceof HeadMoved)

/**
 * Runs an attempt that computes on a head and then moves it: first without a lock and, if another writer moved the head
 * meanwhile, once more while `lock` holds it, so that it cannot fail for that reason again. `first` is an attempt on a
 * head that is already open.
 */
export class Attempt extends Context.Service<Attempt>()("@quire/core/Attempt", {
  make: Effect.map(Mutation, ({ mutate }) => ({
    attempted: <A, E, R, E2, R2>(
      lock: Effect.Effect<unknown, E2, R2>,
      attempt: Effect.Effect<A, E | HeadMoved, R>,
      first = attempt
    ): Effect.Effect<A, Exclude<E | E2, HeadMoved>, R | R2 | Actor> => {
      const locked: Effect.Effect<A, E | E2 | HeadMoved, R | R2 | Actor> = mutate(Effect.andThen(lock, attempt))
      return first.pipe(
        Effect.catch((error) => (isOther(error) ? Effect.fail(error) : locked)),
        Effect.catch((error) => (isOther(error) ? Effect.fail(error) : Effect.die(error)))
      )
    }
  }))
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(Layer.provide(Mutation.layer))
}
