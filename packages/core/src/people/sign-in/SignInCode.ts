import { Schema } from "effect"
import { UserId } from "../../foundation/id/UserId.ts"
import { SignedInFor } from "../../foundation/operation/SignedInFor.ts"
import * as PersonalRows from "../../foundation/personal/PersonalRows.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { Instant, toTimestamp } from "../../foundation/time/Instant.ts"

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
