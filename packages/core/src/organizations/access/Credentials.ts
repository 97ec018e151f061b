import { Clock, Context, Effect, Layer, Option, Schema } from "effect"
import * as Session from "../../accounts/session/Session.ts"
import * as SessionOpening from "../../accounts/session/SessionOpening.ts"
import { isLive, collection as tokenCollection } from "../../accounts/token/ApiToken.ts"
import type { UserId } from "../../foundation/id/UserId.ts"
import type { Caller } from "../../foundation/operation/Actor.ts"
import { operation } from "../../foundation/operation/Operation.ts"
import type { SignedInFor } from "../../foundation/operation/SignedInFor.ts"
import { digest } from "../../foundation/secret/Secrets.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { collection as memberCollection, rowId } from "../member/Member.ts"
import { isUsable, collection as providerCollection } from "../saml-provider/SamlProvider.ts"
import { AccessFacts, type Target } from "./AccessFacts.ts"

/** There is no token, or it is unknown, expired or revoked (rule request-refusals). */
export class Unauthenticated extends Schema.TaggedError<Unauthenticated>()("Unauthenticated", {}) {
  readonly kind = "unauthenticated" as const
  override get message() {
    return "a valid API token is required"
  }
}

/** Who a session is of, and the secret that the browser has to keep in place of the one that it sent. */
export interface OfSession {
  readonly caller: Caller
  readonly renewed: Option.Option<{ readonly secret: string; readonly expiresAt: number }>
}

/** By how much `lastUsedAt` may be out of date, in milliseconds. */
const usedPrecision = 60_000

/** Turns a credential into a caller. Looks up only the SHA-256 of the whole token (rule token-lookup). */
export class Credentials extends Context.Service<Credentials>()("@quire/core/Credentials", {
  make: Effect.gen(function* () {
    const facts = yield* AccessFacts
    const tokens = yield* Repository.make(tokenCollection)
    const providers = yield* Repository.make(providerCollection)
    const members = yield* Repository.make(memberCollection)
    const { generate, sessions } = yield* SessionOpening.make

    /** What an identity provider vouched for ends with it (rule sso-ends). */
    const checkProvider = Effect.fnUntraced(function* ({ organization, provider }: SignedInFor) {
      const found = Option.getOrUndefined(yield* providers.get(provider))?.value
      if (found === undefined || found.organization !== organization || !isUsable(found)) {
        return yield* new Unauthenticated()
      }
    })

    /** The caller of a token, with the facts about the target read in the same statement. */
    const authenticate = operation("Credentials.authenticate")(function* (token: string, target: Target) {
      const found = yield* facts.ofCredential(digest(token), target)
      if (Option.isNone(found)) return yield* new Unauthenticated()
      const { token: row, user: _, ...rows } = found.value
      const seen = tokens.decode(row)
      const now = yield* Clock.currentTimeMillis
      if (!isLive(seen.value, now)) return yield* new Unauthenticated()
      if (seen.value.lastUsedAt === null || now - seen.value.lastUsedAt >= usedPrecision) {
        yield* tokens
          .update(seen, { ...seen.value, lastUsedAt: now })
          .pipe(Effect.catchTags({ Stale: () => Effect.void, Taken: () => Effect.void }))
      }
      const { id, sso, user } = seen.value
      if (sso !== undefined) yield* checkProvider(sso)
      const caller: Caller = {
        _tag: "User",
        user,
        token: id,
        seen: { target, rows },
        ...(sso === undefined ? {} : { sso })
      }
      return caller
    })

    /** Whom an identity provider let in is let in no longer than their organization has them (rule session-life). */
    const checkMember = Effect.fnUntraced(function* (user: UserId, { organization }: SignedInFor) {
      const found = Option.getOrUndefined(yield* members.get(rowId(organization, user)))?.value
      if (found === undefined || found.disabled || !found.sso) return yield* new Unauthenticated()
    })

    /** The session that a secret opens: by the present one, or by the one before. */
    const findSession = Effect.fnUntraced(function* (presented: string, now: number) {
      const byPresent = yield* sessions.getBy("digest", { digest: presented })
      const found = Option.isSome(byPresent) ? byPresent : yield* sessions.getBy("previous", { previous: presented })
      if (Option.isNone(found) || !Session.isLive(found.value.value, presented, now)) {
        return yield* new Unauthenticated()
      }
      return found.value
    })

    /** Notes that a session was used, and gives it another secret when it is time (rule session-secret). */
    const keepUp = Effect.fnUntraced(function* (
      seen: Repository.Versioned<Session.Session>,
      presented: string,
      now: number
    ) {
      const secret = Session.isDue(seen.value, presented, now) ? yield* generate : undefined
      const next =
        secret === undefined
          ? Session.see(seen.value, presented, now)
          : Session.renew(seen.value, presented, digest(secret), now)
      const isWritten = yield* sessions
        .update(seen, next)
        .pipe(
          Effect.as(true),
          Effect.catchTags({ Stale: () => Effect.succeed(false), Taken: () => Effect.succeed(false) })
        )
      const { expiresAt } = seen.value
      return isWritten && secret !== undefined ? Option.some({ secret, expiresAt }) : Option.none()
    })

    /** The caller of a session of a browser. Another request may have renewed its secret meanwhile. */
    const authenticateSession = operation("Credentials.authenticateSession")(function* (secret: string) {
      const presented = digest(secret)
      const now = yield* Clock.currentTimeMillis
      const seen = yield* findSession(presented, now)
      const { id, sso, user } = seen.value
      if (sso !== undefined) {
        yield* checkProvider(sso)
        yield* checkMember(user, sso)
      }
      const caller: Caller = { _tag: "User", user, session: id, ...(sso === undefined ? {} : { sso }) }
      return { caller, renewed: yield* keepUp(seen, presented, now) } satisfies OfSession
    })

    return { authenticate, authenticateSession } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}
