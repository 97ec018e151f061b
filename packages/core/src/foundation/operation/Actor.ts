import { Context, Effect } from "effect"
import type { UserId } from "../id/UserId.ts"
import type { Seen } from "./Seen.ts"

/**
 * Who is calling: a user, or the host itself, which no check refuses and no transport can construct. `seen` holds the
 * facts that were read together with the credential: good for the first decision of a read, never for one inside a
 * transaction.
 */
export type Caller =
  | { readonly _tag: "System" }
  | {
      readonly _tag: "User"
      readonly user: UserId
      /** The token that was presented, if one was: records of who did what name it. */
      readonly token?: string
      readonly seen?: Seen
    }

/** The caller of the operation that runs. There is no default. */
export class Actor extends Context.Service<Actor, Caller>()("@quire/core/Actor") {}

export const system: Caller = { _tag: "System" }

export const user = (id: UserId): Caller => ({ _tag: "User", user: id })

/** How records of who did what name the caller. */
export const actorId = (caller: Caller): string => (caller._tag === "System" ? "system" : caller.user)

/** The user who calls, if one does: who creates what is made. */
export const callingUser = Effect.map(Actor, (caller) => (caller._tag === "System" ? null : caller.user))

const withoutSeen = (caller: Caller): Caller => {
  if (caller._tag === "System") return caller
  const { seen: _, ...kept } = caller
  return kept
}

/** Forgets what was read with the credential, so that every decision inside reads again. */
export const withFreshFacts = <A, E, R>(body: Effect.Effect<A, E, R>): Effect.Effect<A, E, R | Actor> =>
  Effect.flatMap(Actor, (caller) => Effect.provideService(body, Actor, withoutSeen(caller)))
