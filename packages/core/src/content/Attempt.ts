import { Effect } from "effect"
import type { Actor } from "../Actor.ts"
import * as Mutation from "../store/Mutation.ts"
import { HeadMoved } from "./ContentCommits.ts"

/**
 * Runs what computes on a head and then moves it: first without a lock, and when somebody else moved the head
 * meanwhile, once more while `lock` holds it, so that it cannot fail for that reason again.
 */
export const make = Effect.map(
  Mutation.make,
  (mutation) =>
    <A, E, R, E2, R2>(
      lock: Effect.Effect<unknown, E2, R2>,
      attempt: Effect.Effect<A, E | HeadMoved, R>
    ): Effect.Effect<A, Exclude<E | E2, HeadMoved>, R | R2 | Actor> => {
      const locked: Effect.Effect<A, E | E2 | HeadMoved, R | R2 | Actor> = mutation(Effect.zipRight(lock, attempt))
      const isMoved = (error: E | E2 | HeadMoved): error is HeadMoved & (E | E2 | HeadMoved) =>
        error instanceof HeadMoved
      return attempt.pipe(
        Effect.catchIf(isMoved, () => locked),
        Effect.catchIf(isMoved, (error) => Effect.die(error))
      )
    }
)
