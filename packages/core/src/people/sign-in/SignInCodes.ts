import { Clock, Context, Effect, Layer, Schema } from "effect"
import { UserId } from "../../foundation/id/Ids.ts"
import { SignedInFor } from "../../foundation/operation/SignedInFor.ts"
import * as PersonalRows from "../../foundation/personal-data/PersonalRows.ts"
import { digest, Secrets } from "../../foundation/secret/Secrets.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { Instant, toTimestamp } from "../../foundation/time/Instant.ts"
import { toSecretText } from "../token/Checksum.ts"

/** The code of a one-time link as stored: its digest is the row's id. Its holder owns the user's address. */
export const SignInCode = Schema.Struct({
  id: Schema.String,
  user: UserId,
  createdAt: Instant,
  expiresAt: Instant,
  /** The identity provider that authenticated the user, instead of an email address. */
  sso: Schema.optionalKey(SignedInFor),
  /**
   * SHA-256 of the state that was set in the browser that started the sign-in; the code is not valid in another
   * browser.
   */
  browser: Schema.optionalKey(Schema.String),
  /**
   * Whether it was emailed to an address, by an invitation or a request, and not created for a user whom the host
   * chose.
   */
  isInvitation: Schema.optionalKey(Schema.Literal(true)),
  /** Path that the browser is redirected to after signing in, as validated by `ReturnPath`. */
  returnTo: Schema.optionalKey(Schema.String)
})
export type SignInCode = typeof SignInCode.Type

export const collection = Repository.collection({
  name: "sign_in_codes",
  schema: SignInCode,
  columns: {
    user: { kind: "text", of: (self) => self.user },
    expiresAt: { kind: "instant", of: (self) => self.expiresAt }
  },
  indexes: { ofUser: { on: ["user"] }, expiring: { on: [], order: ["expiresAt"] } },
  unique: {},
  references: [{ column: "user", to: "users", onDelete: "cascade" }],
  counters: [],
  rank: 3
})

export const personalRows = PersonalRows.source(
  "signInLinks",
  collection,
  "ofUser",
  ({ user }) => ({ equals: { user } }),
  ({ createdAt, expiresAt, sso }) => ({
    organization: sso?.organization ?? null,
    createdAt: toTimestamp(createdAt),
    expiresAt: toTimestamp(expiresAt)
  })
)

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
