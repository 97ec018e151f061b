import { Actor, type DomainError } from "@quire/core"
import { Effect } from "effect"
import { onWire } from "../error/Errors.ts"

/** Answers persons in one way, and whoever reads by a content token in another. */
export const chosen = <A, E, R, B, E2, R2>(
  person: Effect.Effect<A, E, R>,
  reader: (reading: Actor.ReadingScope) => Effect.Effect<B, E2, R2>
): Effect.Effect<A | B, E | E2, R | R2 | Actor.Actor> =>
  Effect.flatMap(
    Actor.Actor,
    (caller): Effect.Effect<A | B, E | E2, R | R2> => (caller._tag === "Reader" ? reader(caller.reading) : person)
  )

/** A read that takes the same whoever asks, with its errors on the wire. */
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
    onWire(chosen(person(...args), (reading) => reader(reading, ...args)))
