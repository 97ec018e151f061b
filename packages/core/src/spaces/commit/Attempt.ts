import { Effect } from "effect"
import type { Actor } from "../../foundation/operation/Actor.ts"
import * as Mutation from "../../foundation/store/Mutation.ts"
import { HeadMoved } from "./ContentCommits.ts"

const isOther = <E>(error: E): error is Exclude<E, HeadMoved> => !(error instanceof HeadMoved)

/**
 * Runs an attempt that computes on a head and then moves it: first without a lock, and if somebody else moved the head
 * meanwhile, once more while `lock` holds it, so that it cannot fail for that reason again. `first` is an attempt on a
 * head that is already open.
 */
export const make = Effect.map(
  Mutation.make,
  (mutation) =>
    <A, E, R, E2, R2>(
      lock: Effect.Effect<unknown, E2, R2>,
      attempt: Effect.Effect<A, E | HeadMoved, R>,
      first = attempt
    ): Effect.Effect<A, Exclude<E | E2, HeadMoved>, R | R2 | Actor> => {
      const locked: Effect.Effect<A, E | E2 | HeadMoved, R | R2 | Actor> = mutation(Effect.andThen(lock, attempt))
      return first.pipe(
        Effect.catch((error) => (isOther(error) ? Effect.fail(error) : locked)),
        Effect.catch((error) => (isOther(error) ? Effect.fail(error) : Effect.die(error)))
      )
    }
)
