import { Clock, Context, Effect, Layer } from "effect"
import type { UserId } from "../../foundation/id/UserId.ts"
import type { SignedInFor } from "../../foundation/operation/SignedInFor.ts"
import { digest, Secrets } from "../../foundation/secret/Secrets.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { toSecretText } from "../token/Checksum.ts"
import { collection, type SignInCode } from "./SignInCode.ts"

/** How long a code is valid, in milliseconds: seven days (rule sign-in-code). */
export const defaultLifetime = 604_800_000

/** Lifetime of a code for single sign-on, which the browser uses immediately. */
export const ssoLifetime = 300_000

/** Lifetime of a code that a user requested by email. */
export const requestedLifetime = 3_600_000

/** The browser that a code is bound to, the redirect path, and the lifetime of the code: seven days by default. */
export interface SignInRequest {
  readonly browser?: string | undefined
  readonly returnTo?: string | undefined
  readonly isInvitation?: true
  readonly lifetime?: number
}

/** Creates codes for one-time links, inside a mutation. */
export class SignInCodes extends Context.Service<SignInCodes>()("@quire/core/SignInCodes", {
  make: Effect.gen(function* () {
    const secrets = yield* Secrets
    const codes = yield* Repository.make(collection)

    /** Creates a code that signs a user in once. The code itself is not stored. */
    const issue = Effect.fnUntraced(function* (
      user: UserId,
      sso?: SignedInFor,
      {
        browser,
        isInvitation,
        lifetime = sso === undefined ? defaultLifetime : ssoLifetime,
        returnTo = ""
      }: SignInRequest = {}
    ) {
      const code = toSecretText(yield* secrets.random(32))
      const createdAt = yield* Clock.currentTimeMillis
      const expiresAt = createdAt + lifetime
      const made: SignInCode = {
        id: digest(code),
        user,
        createdAt,
        expiresAt,
        ...(sso === undefined ? {} : { sso }),
        ...(browser === undefined ? {} : { browser }),
        ...(isInvitation === undefined ? {} : { isInvitation }),
        ...(returnTo === "" ? {} : { returnTo })
      }
      yield* codes.insert(made)
      return { code, expiresAt }
    })

    return { codes, issue } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}
