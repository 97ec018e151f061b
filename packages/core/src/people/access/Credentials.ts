import { Clock, Context, Effect, Layer, Option, Schema } from "effect"
import type { UserId } from "../../foundation/id/UserId.ts"
import type { Caller } from "../../foundation/operation/Actor.ts"
import { operation } from "../../foundation/operation/Operation.ts"
import type { SignedInFor } from "../../foundation/operation/SignedInFor.ts"
import { digest } from "../../foundation/secret/Secrets.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import * as Session from "../session/Session.ts"
import { SessionOpening } from "../session/SessionOpening.ts"
import { isLive, collection as tokenCollection } from "../token/ApiToken.ts"
import { AccessFacts, type Target } from "./AccessFacts.ts"
import { SignInCheck } from "./SignInCheck.ts"

/** There is no token, or it is unknown, expired or revoked (rule request-refusals). */
export class Unauthenticated extends Schema.TaggedError<Unauthenticated>()("Unauthenticated", {}) {
  readonly kind = "unauthenticated" as const
  override get message() {
    return "a valid API token is required"
  }
}

/** The caller of a session, and the rotated secret that the browser must store in place of the one that it sent. */
export interface OfSession {
  readonly caller: Caller
  readonly renewed: Option.Option<{ readonly secret: string; readonly expiresAt: number }>
}

/** Precision of `lastUsedAt`, in milliseconds. */
const usedPrecision = 60_000

/** Authenticates credentials. Looks up only the SHA-256 of the whole token (rule token-lookup). */
export class Credentials extends Context.Service<Credentials>()("@quire/core/Credentials", {
  make: Effect.gen(function* () {
    const facts = yield* AccessFacts
    const tokens = yield* Repository.make(tokenCollection)
    const { holds } = yield* SignInCheck
    const { find, generate, sessions } = yield* SessionOpening

    const checkSignIn = Effect.fnUntraced(function* (user: UserId, sso: SignedInFor) {
      if (!(yield* holds(user, sso))) return yield* new Unauthenticated()
    })

    /** Returns the caller of a token, with the facts about the target read in the same statement. */
    const authenticate = operation("Credentials.authenticate")(function* (token: string, target: Target) {
      const found = yield* facts.ofCredential(digest(token), target)
      if (Option.isNone(found)) return yield* new Unauthenticated()
      const { token: row, user: _, ...rows } = found.value
      const seen = tokens.decode(row)
      const now = yield* Clock.currentTimeMillis
      if (!isLive(seen.value, now)) return yield* new Unauthenticated()
      if (seen.value.lastUsedAt === null || now - seen.value.lastUsedAt >= usedPrecision) {
        yield* tokens
          .tryUpdate(seen, { ...seen.value, lastUsedAt: now })
          .pipe(Effect.catchTags({ Stale: () => Effect.void, Taken: () => Effect.void }))
      }
      const { id, sso, user } = seen.value
      if (sso !== undefined) yield* checkSignIn(user, sso)
      const caller: Caller = {
        _tag: "User",
        user,
        token: id,
        seen: { target, rows },
        ...(sso === undefined ? {} : { sso })
      }
      return caller
    })

    /** Finds the session of a secret, by its current or previous one. */
    const findSession = Effect.fnUntraced(function* (presented: string, now: number) {
      const found = yield* find(presented)
      if (Option.isNone(found) || !Session.isLive(found.value.value, presented, now)) {
        return yield* new Unauthenticated()
      }
      return found.value
    })

    /** Records that a session was used, and rotates its secret when it is due (rule session-secret). */
    const keepUp = Effect.fnUntraced(function* (
      seen: Repository.VersionedValue<Session.Session>,
      presented: string,
      now: number
    ) {
      const secret = Session.isDue(seen.value, presented, now) ? yield* generate : undefined
      const next =
        secret === undefined
          ? Session.see(seen.value, presented, now)
          : Session.renew(seen.value, presented, digest(secret), now)
      const isWritten = yield* sessions
        .tryUpdate(seen, next)
        .pipe(
          Effect.as(true),
          Effect.catchTags({ Stale: () => Effect.succeed(false), Taken: () => Effect.succeed(false) })
        )
      const { expiresAt } = seen.value
      return isWritten && secret !== undefined ? Option.some({ secret, expiresAt }) : Option.none()
    })

    /** Returns the caller of a browser session. Another request may have rotated its secret concurrently. */
    const authenticateSession = operation("Credentials.authenticateSession")(function* (secret: string) {
      const presented = digest(secret)
      const now = yield* Clock.currentTimeMillis
      const seen = yield* findSession(presented, now)
      const { id, sso, user } = seen.value
      if (sso !== undefined) yield* checkSignIn(user, sso)
      const caller: Caller = { _tag: "User", user, session: id, ...(sso === undefined ? {} : { sso }) }
      return { caller, renewed: yield* keepUp(seen, presented, now) } satisfies OfSession
    })

    return { authenticate, authenticateSession } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(Layer.provide([SessionOpening.layer, SignInCheck.layer]))
}
