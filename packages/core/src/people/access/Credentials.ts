import { Clock, Context, Effect, Layer, Option, Schema } from "effect"
import { UserId } from "../../foundation/id/Ids.ts"
import { optional } from "../../foundation/input/Input.ts"
import { type Caller, system } from "../../foundation/operation/Actor.ts"
import { operation } from "../../foundation/operation/Operation.ts"
import { SignedInFor } from "../../foundation/operation/SignedInFor.ts"
import { digest } from "../../foundation/secret/Secrets.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { isUsable, collection as providerCollection } from "../identity-provider/SamlProvider.ts"
import { collection as memberCollection, rowId } from "../member/Member.ts"
import * as Session from "../session/Session.ts"
import { SessionOpening } from "../session/SessionOpening.ts"
import { isLive, collection as tokenCollection } from "../token/ApiToken.ts"
import { AccessFacts, type Target } from "./AccessFacts.ts"

/**
 * Whether a single sign-on is still valid, whatever credential was created from it: it ends with the provider and with
 * the membership (rules sso-ends and session-life).
 */
export class SignInCheck extends Context.Service<SignInCheck>()("@quire/core/SignInCheck", {
  make: Effect.gen(function* () {
    const providers = yield* Repository.make(providerCollection)
    const members = yield* Repository.make(memberCollection)

    const holds = Effect.fnUntraced(function* (user: UserId, { organization, provider }: SignedInFor) {
      const vouching = Option.getOrUndefined(yield* providers.get(provider))?.value
      if (vouching === undefined || vouching.organization !== organization || !isUsable(vouching)) return false
      const member = Option.getOrUndefined(yield* members.get(rowId(organization, user)))?.value
      return member !== undefined && !member.disabled && member.sso
    })

    return { holds } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}

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

    /** Returns the caller of a session that is valid for the presented secret. */
    const callerOfSession = Effect.fnUntraced(function* (seen: Repository.VersionedValue<Session.Session>) {
      const { id, sso, user } = seen.value
      if (sso !== undefined) yield* checkSignIn(user, sso)
      const caller: Caller = { _tag: "User", user, session: id, ...(sso === undefined ? {} : { sso }) }
      return caller
    })

    /** Returns the caller of a browser session. Another request may have rotated its secret concurrently. */
    const authenticateSession = operation("Credentials.authenticateSession")(function* (secret: string) {
      const presented = digest(secret)
      const now = yield* Clock.currentTimeMillis
      const seen = yield* findSession(presented, now)
      const caller = yield* callerOfSession(seen)
      return { caller, renewed: yield* keepUp(seen, presented, now) } satisfies OfSession
    })

    /** Returns the caller of a browser session, whose secret is not rotated and whose use is not recorded. */
    const confirmSession = operation("Credentials.confirmSession")(function* (secret: string) {
      return yield* callerOfSession(yield* findSession(digest(secret), yield* Clock.currentTimeMillis))
    })

    return { authenticate, authenticateSession, confirmSession } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(Layer.provide([SessionOpening.layer, SignInCheck.layer]))
}

/**
 * A caller as stored in a signed address or a job until it is used. Every kind of caller is explicit: a missing value
 * is never interpreted as the host (rule caller-carried).
 */
export const StoredCaller = Schema.Union([
  Schema.Struct({ kind: Schema.Literal("host") }),
  Schema.Struct({
    kind: Schema.Literal("person"),
    user: UserId,
    /** Ids of the credential; absent if the host itself authenticated the user. */
    token: optional(Schema.String),
    session: optional(Schema.String),
    sso: optional(SignedInFor)
  }),
  Schema.Struct({
    kind: Schema.Literal("integration"),
    integration: Schema.String,
    installation: optional(Schema.String)
  })
])
export type StoredCaller = typeof StoredCaller.Type

/** The caller no longer exists or lost access, or uses a content token, which cannot act for a user. */
export class CallerGone extends Schema.TaggedError<CallerGone>()("CallerGone", {}) {
  readonly kind = "forbidden" as const
  override get message() {
    return "the caller no longer exists"
  }
}

/** Converts a caller to its stored form. */
export const storedCallerOf = (caller: Caller): Effect.Effect<StoredCaller, CallerGone> => {
  switch (caller._tag) {
    case "System":
      return Effect.succeed({ kind: "host" })
    case "User": {
      const { session, sso, token, user } = caller
      return Effect.succeed({
        kind: "person",
        user,
        ...(token === undefined ? {} : { token }),
        ...(session === undefined ? {} : { session }),
        ...(sso === undefined ? {} : { sso })
      })
    }
    case "Integration": {
      const { installation, integration } = caller.acting
      return Effect.succeed({
        kind: "integration",
        integration,
        ...(installation === undefined ? {} : { installation })
      })
    }
    case "Reader":
      return Effect.fail(new CallerGone())
  }
}

/** Restores stored callers. Permissions are checked again, and a single sign-on must still be valid. */
export class StoredCallers extends Context.Service<StoredCallers>()("@quire/core/StoredCallers", {
  make: Effect.gen(function* () {
    const { holds } = yield* SignInCheck

    const restoreCaller = Effect.fnUntraced(function* (stored: StoredCaller): Effect.fn.Return<Caller, CallerGone> {
      switch (stored.kind) {
        case "host":
          return system
        case "person": {
          const { kind: _, ...person } = stored
          if (person.sso !== undefined && !(yield* holds(person.user, person.sso))) return yield* new CallerGone()
          return { _tag: "User", ...person }
        }
        case "integration": {
          const { kind: _, ...bearer } = stored
          return { _tag: "Integration", acting: { ...bearer, token: "", scopes: new Set() } }
        }
      }
    })

    return { restoreCaller } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(Layer.provide(SignInCheck.layer))
}
