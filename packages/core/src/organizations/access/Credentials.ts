import { Clock, Context, Effect, Layer, Option, Schema } from "effect"
import { isLive, collection as tokenCollection } from "../../accounts/token/ApiToken.ts"
import type { Caller } from "../../foundation/operation/Actor.ts"
import { operation } from "../../foundation/operation/Operation.ts"
import type { SignedInFor } from "../../foundation/operation/SignedInFor.ts"
import { digest } from "../../foundation/secret/Secrets.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { isUsable, collection as providerCollection } from "../saml-provider/SamlProvider.ts"
import { AccessFacts, type Target } from "./AccessFacts.ts"

/** There is no token, or it is unknown, expired or revoked (rule request-refusals). */
export class Unauthenticated extends Schema.TaggedError<Unauthenticated>()("Unauthenticated", {}) {
  readonly kind = "unauthenticated" as const
  override get message() {
    return "a valid API token is required"
  }
}

/** By how much `lastUsedAt` may be out of date, in milliseconds. */
const usedPrecision = 60_000

/** Turns a credential into a caller. Looks up only the SHA-256 of the whole token (rule token-lookup). */
export class Credentials extends Context.Service<Credentials>()("@quire/core/Credentials", {
  make: Effect.gen(function* () {
    const facts = yield* AccessFacts
    const tokens = yield* Repository.make(tokenCollection)
    const providers = yield* Repository.make(providerCollection)

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

    return { authenticate } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}
