import type { OpenIdSettings } from "../identity-provider/SamlProvider.ts"
import { quoted } from "../identity-provider/SamlVerifier.ts"
import type { AssertedName } from "../saml-sign-in/SsoCallback.ts"
import type { IdTokenClaims } from "./IdTokenVerifier.ts"

export const limits = {
  emailLength: 254,
  /** Maximum number of claims that are passed on, and of values in each of them. */
  attributes: 100,
  valueLength: 1000
} as const

/** The identity of a user in a token. */
export interface VerifiedIdentity extends AssertedName {
  readonly attributes: Readonly<Record<string, string | ReadonlyArray<string>>>
}

/** Claims about the token itself, which say nothing about the user. */
const ofToken = new Set([
  "iss",
  "aud",
  "azp",
  "exp",
  "iat",
  "nbf",
  "jti",
  "nonce",
  "at_hash",
  "c_hash",
  "s_hash",
  "sid"
])

const isShort = (value: unknown): value is string => typeof value === "string" && value.length <= limits.valueLength

const toAttribute = (value: unknown): string | ReadonlyArray<string> | undefined => {
  if (typeof value === "boolean" || typeof value === "number") return String(value)
  if (Array.isArray(value)) return value.length <= limits.attributes && value.every(isShort) ? value : undefined
  return isShort(value) ? value : undefined
}

const attributesOf = (claims: IdTokenClaims) => {
  const attributes = Object.entries(claims).flatMap(([name, value]) => {
    const text = ofToken.has(name) || !isShort(name) ? undefined : toAttribute(value)
    return text === undefined ? [] : [[name, text] as const]
  })
  return Object.fromEntries(attributes.slice(0, limits.attributes))
}

const textOf = (value: unknown): string | undefined => (isShort(value) ? value : undefined)

/**
 * Combines the claims of a token without an address with userinfo. Claims of the token take precedence, except for the
 * address and its verification, which are those of userinfo.
 */
export const join = (token: IdTokenClaims, person: IdTokenClaims): IdTokenClaims => ({
  ...person,
  ...token,
  email: person["email"],
  email_verified: person["email_verified"]
})

/** Whether the provider has verified the address, or is trusted if it states so as a string or makes no statement. */
const isVerified = (verified: unknown, trustsEmail: boolean): boolean =>
  verified === true || (trustsEmail && (verified === undefined || verified === "true"))

/**
 * Returns the identity in a token if its provider has verified the address; otherwise the reason for the rejection
 * (rule oidc-email).
 */
export const read = (
  claims: IdTokenClaims,
  { trustsEmail = false }: Pick<OpenIdSettings, "trustsEmail"> = {}
): VerifiedIdentity | string => {
  const { email, email_verified: verified, family_name: family, given_name: given, name } = claims
  if (typeof email !== "string" || email.length > limits.emailLength)
    return `the email claim ${quoted(email)} is not a valid email address`
  if (!isVerified(verified, trustsEmail)) {
    const advice = verified === undefined || verified === "true" ? ": set trustsEmail to trust the provider" : ""
    return `the email claim ${quoted(email)} is not verified, because email_verified is ${quoted(verified)}${advice}`
  }
  const first = textOf(given)
  return {
    nameId: email,
    firstName: first ?? textOf(name),
    lastName: first === undefined ? undefined : textOf(family),
    attributes: attributesOf(claims)
  }
}
