import { Context, type Effect, Schema } from "effect"

/** The token names a key that is not among those given; the provider may have changed its keys. */
export class KeyUnknown extends Schema.TaggedError<KeyUnknown>()("KeyUnknown", {}) {
  readonly kind = "invalid" as const
  override get message() {
    return "the token is signed by a key that is not known"
  }
}

/** Why an ID token says nothing. For operators: who brought it is told only that it was refused. */
export class IdTokenRefused extends Schema.TaggedError<IdTokenRefused>()("IdTokenRefused", {
  problem: Schema.String
}) {
  readonly kind = "invalid" as const
  override get message() {
    return `the ID token was refused: ${this.problem}`
  }
}

/** A public key as its provider publishes it (RFC 7517), not looked at yet. */
export interface PublishedKey {
  readonly [member: string]: unknown
}

/** What an ID token must be of and for. */
export interface ExpectedIdToken {
  readonly issuer: string
  /** This server as the audience. */
  readonly clientId: string
  /** What the request carried that it answers. */
  readonly nonce: string
  readonly keys: ReadonlyArray<PublishedKey>
  /** Epoch milliseconds. */
  readonly now: number
}

/** What a verified token says, by name. */
export interface IdTokenClaims {
  readonly [name: string]: unknown
}

/** Reads what OpenID providers sign. */
export class IdTokenVerifier extends Context.Service<
  IdTokenVerifier,
  {
    /** What a token says, if it is signed with an asymmetric key and is all that is expected (rule oidc-token). */
    readonly verify: (
      token: string,
      expected: ExpectedIdToken
    ) => Effect.Effect<IdTokenClaims, IdTokenRefused | KeyUnknown>
  }
>()("@quire/core/IdTokenVerifier") {}
