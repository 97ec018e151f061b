import { Context, Effect } from "effect"
import { InstallationId, type UserId } from "../id/Ids.ts"
import type { CredentialFacts } from "./CredentialFacts.ts"
import type { SignedInFor } from "./SignedInFor.ts"

/**
 * Capability to read the content that a content token was issued for, for one audience. Only the publishing area
 * creates and uses it.
 */
export interface ReadingScope {
  readonly site: string
}

/** An integration that acts as itself, with its own token. */
export interface ActingIntegration {
  readonly integration: string
  readonly token: string
  /**
   * The installation that the token gives access to; without one, the token is of the integration itself and only gives
   * access to data about it.
   */
  readonly installation?: string
  /** Scopes that the integration had declared when the token was presented. */
  readonly scopes: ReadonlySet<string>
}

/**
 * A user, or the host itself, which passes every check and which no transport can construct. `seen` contains the facts
 * that were read with the credential. They are valid for the first decision of a read, never inside a transaction.
 */
export type Person =
  | { readonly _tag: "System" }
  | {
      readonly _tag: "User"
      readonly user: UserId
      /** The token that was presented, if any; audit records contain it. */
      readonly token?: string
      /** The browser session, if it was presented instead of a token. */
      readonly session?: string
      /** Absent if the user signed in directly. */
      readonly sso?: SignedInFor
      readonly seen?: CredentialFacts
    }

/**
 * The caller: a person, an integration, or the bearer of a content token, who has no identity and can only read
 * published content.
 */
export type Caller =
  | Person
  | { readonly _tag: "Integration"; readonly acting: ActingIntegration }
  | { readonly _tag: "Reader"; readonly reading: ReadingScope }

/** The caller of the running operation. There is no default. */
export class Actor extends Context.Service<Actor, Caller>()("@quire/core/Actor") {}

export const system: Caller = { _tag: "System" }

export const user = (id: UserId): Caller => ({ _tag: "User", user: id })

/**
 * The caller's id in audit records; for an integration, that of its installation. All readers of one site share an id,
 * and perform no recorded actions.
 */
export const actorId = (caller: Caller): string => {
  switch (caller._tag) {
    case "System":
      return "system"
    case "User":
      return caller.user
    case "Integration":
      return caller.acting.installation ?? caller.acting.integration
    case "Reader":
      return `reader of ${caller.reading.site}`
  }
}

const noMaker = new Error("a caller with a content token cannot create resources")

/** The calling user, recorded as the creator of new resources; null for the host and for integrations. */
export const callingUser = Effect.flatMap(Actor, (caller): Effect.Effect<UserId | null> => {
  switch (caller._tag) {
    case "System":
    case "Integration":
      return Effect.succeed(null)
    case "User":
      return Effect.succeed(caller.user)
    case "Reader":
      return Effect.die(noMaker)
  }
})

/** The installation that a calling integration uses, recorded for new resources that show their creator. */
export const callingInstallation = Effect.map(Actor, (caller): { readonly installation?: InstallationId } => {
  const installation = caller._tag === "Integration" ? caller.acting.installation : undefined
  return installation === undefined ? {} : { installation: InstallationId.make(installation) }
})

const withoutSeen = (caller: Caller): Caller => {
  if (caller._tag !== "User") return caller
  const { seen: _, ...kept } = caller
  return kept
}

/** Drops the facts read with the credential, so that every decision inside reads them again. */
export const withFreshFacts = <A, E, R>(body: Effect.Effect<A, E, R>): Effect.Effect<A, E, R | Actor> =>
  Effect.flatMap(Actor, (caller) => Effect.provideService(body, Actor, withoutSeen(caller)))
