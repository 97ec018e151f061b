import { Context, Effect } from "effect"
import type { UserId } from "../id/UserId.ts"
import type { Seen } from "./Seen.ts"

/**
 * Who is calling: a user, or the host itself, which passes every check and which no transport can construct. `seen`
 * holds the facts that were read with the credential. They are valid for the first decision of a read, never inside a
 * transaction.
 */
export type Caller =
  | { readonly _tag: "System" }
  | {
      readonly _tag: "User"
      readonly user: UserId
      /** The token that was presented, if any; records of who did what name it. */
      readonly token?: string
      readonly seen?: Seen
    }

/** The caller of the running operation. There is no default. */
export class Actor extends Context.Service<Actor, Caller>()("@quire/core/Actor") {}

export const system: Caller = { _tag: "System" }

export const user = (id: UserId): Caller => ({ _tag: "User", user: id })

/** The caller's id in records of who did what. */
export const actorId = (caller: Caller): string => (caller._tag === "System" ? "system" : caller.user)

/** The calling user, recorded as the creator of new things; null for the host. */
export const callingUser = Effect.map(Actor, (caller) => (caller._tag === "System" ? null : caller.user))

const withoutSeen = (caller: Caller): Caller => {
  if (caller._tag === "System") return caller
  const { seen: _, ...kept } = caller
  return kept
}

/** Drops the facts read with the credential, so that every decision inside reads them again. */
export const withFreshFacts = <A, E, R>(body: Effect.Effect<A, E, R>): Effect.Effect<A, E, R | Actor> =>
  Effect.flatMap(Actor, (caller) => Effect.provideService(body, Actor, withoutSeen(caller)))
