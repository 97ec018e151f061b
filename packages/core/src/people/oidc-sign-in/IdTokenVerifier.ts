import { Context, type Effect, Schema } from "effect"

/** The token is signed with a key that is not among the given ones; the provider may have rotated its keys. */
export class KeyUnknown extends Schema.TaggedError<KeyUnknown>()("KeyUnknown", {}) {
  readonly kind = "invalid" as const
  override get message() {
    return "the ID token is signed with an unknown key"
  }
}

/** Why an ID token was rejected. For operators: the sender only learns that it was rejected. */
export class IdTokenRefused extends Schema.TaggedError<IdTokenRefused>()("IdTokenRefused", {
  problem: Schema.String
}) {
  readonly kind = "invalid" as const
  override get message() {
    return `the ID token was rejected: ${this.problem}`
  }
}

/** A public key as published by its provider (RFC 7517), not validated yet. */
export interface PublishedKey {
  readonly [member: string]: unknown
}

/** The required issuer, audience and nonce of an ID token. */
export interface ExpectedIdToken {
  readonly issuer: string
  /** This server as the audience. */
  readonly clientId: string
  /** The nonce of the request that the token responds to. */
  readonly nonce: string
  readonly keys: ReadonlyArray<PublishedKey>
  /** Epoch milliseconds. */
  readonly now: number
}

/** The claims of a verified token, by name. */
export interface IdTokenClaims {
  readonly [name: string]: unknown
}

/** Verifies ID tokens of OpenID providers. */
export class IdTokenVerifier extends Context.Service<
  IdTokenVerifier,
  {
    /**
     * Returns the claims of a token if it is signed with an asymmetric key and matches all expectations (rule
     * oidc-token).
     */
    readonly verify: (
      token: string,
      expected: ExpectedIdToken
    ) => Effect.Effect<IdTokenClaims, IdTokenRefused | KeyUnknown>
  }
>()("@quire/core/IdTokenVerifier") {}
