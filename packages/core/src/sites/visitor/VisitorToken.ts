import { Result, Schema } from "effect"
import { Base64Url } from "effect/encoding"
import { SiteId } from "../../foundation/id/Ids.ts"
import * as JsonWebToken from "../../foundation/secret/JsonWebToken.ts"
import { derive } from "../../foundation/secret/Secrets.ts"

/** `length` of a token in characters. */
export const limits = { length: 8192 } as const

/** A visitor token is invalid (rule visitor-token). */
export class VisitorTokenRefused extends Schema.TaggedError<VisitorTokenRefused>()("VisitorTokenRefused", {
  reason: JsonWebToken.Reason
}) {
  readonly kind = "unauthenticated" as const
  override get message() {
    return `the visitor token was rejected: ${this.reason}`
  }
}

/**
 * The site requires a visitor token, and none was sent; `fallbackURL` is where visitors get one (rule
 * visitor-admission). `site` is present if an integration signs them in (rule visitor-integration).
 */
export class VisitorTokenNeeded extends Schema.TaggedError<VisitorTokenNeeded>()("VisitorTokenNeeded", {
  fallbackURL: Schema.NullOr(Schema.String),
  site: Schema.optionalKey(SiteId)
}) {
  readonly kind = "unauthenticated" as const
  override get message() {
    return "a visitor token is required"
  }
}

/** The inputs for verifying tokens of a site. */
export interface Site {
  /** The site's signing key, as text; if it is empty, every token is rejected. */
  readonly key: string
  /** Accepted values for `aud`: the site's id and addresses. */
  readonly audiences: ReadonlyArray<string>
  /** Epoch milliseconds. */
  readonly now: number
}

/** A visitor with a valid token: the claims as signed, not trimmed, and the expiry (epoch milliseconds). */
export interface Visit {
  readonly claims: JsonWebToken.Payload
  readonly expiresAt: number
}

const namesOf = (audience: unknown): ReadonlyArray<unknown> => (Array.isArray(audience) ? audience : [audience])

const isFor = (payload: JsonWebToken.Payload, audiences: ReadonlyArray<string>): boolean =>
  !Object.hasOwn(payload, "aud") || namesOf(payload["aud"]).some((name) => audiences.some((own) => own === name))

/** Verifies a visitor token: returns the claims of an HS256 token signed with the site's key (rule visitor-token). */
export const verify = (token: string, { audiences, key, now }: Site): Result.Result<Visit, VisitorTokenRefused> =>
  JsonWebToken.open(token, { key, now, length: limits.length }).pipe(
    Result.flatMap(
      ({ expiresAt, payload }): Result.Result<Visit, JsonWebToken.Reason> =>
        isFor(payload, audiences) ? Result.succeed({ claims: payload, expiresAt }) : Result.fail("other-audience")
    ),
    Result.mapError((reason) => new VisitorTokenRefused({ reason }))
  )

/**
 * The key of tokens of visitors whom a provider signed in, derived from the site's: each ends with the provider, with
 * the setting that names it and with the site's key (rule visitor-provider-ends).
 */
export const providerKey = (key: string, provider: string): string =>
  key === "" ? "" : Base64Url.encode(derive(key, `visitors of ${provider}`))

/** A token of claims, as the sign-in of a host creates it; the claims must include `exp` (seconds since 1970). */
export const sign = (claims: JsonWebToken.Payload & { readonly exp: number }, key: string): string =>
  JsonWebToken.mint(key, claims)
