import { Actor, type DomainError } from "@quire/core"
import { Effect } from "effect"

/** Chooses between the operation for users and the one for readers with a content token. */
export const chosen = <A, E, R, B, E2, R2>(
  person: Effect.Effect<A, E, R>,
  reader: (reading: Actor.ReadingScope) => Effect.Effect<B, E2, R2>
): Effect.Effect<A | B, E | E2, R | R2 | Actor.Actor> =>
  Effect.flatMap(
    Actor.Actor,
    (caller): Effect.Effect<A | B, E | E2, R | R2> => (caller._tag === "Reader" ? reader(caller.reading) : person)
  )

/** A read operation with the same input for users and readers. */
export const readBy =
  <
    Args extends ReadonlyArray<unknown>,
    A,
    E extends DomainError.DomainError,
    R,
    B,
    E2 extends DomainError.DomainError,
    R2
  >(
    person: (...args: Args) => Effect.Effect<A, E, R>,
    reader: (reading: Actor.ReadingScope, ...args: Args) => Effect.Effect<B, E2, R2>
  ) =>
  (...args: Args) =>
    chosen(person(...args), (reading) => reader(reading, ...args))
