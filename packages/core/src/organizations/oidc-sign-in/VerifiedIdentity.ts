import type { OpenIdSettings } from "../identity-provider/SamlProvider.ts"
import { quoted } from "../identity-provider/SamlVerifier.ts"
import type { AssertedName } from "../saml-sign-in/SsoCallback.ts"
import type { IdTokenClaims } from "./IdTokenVerifier.ts"

export const limits = {
  emailLength: 254,
  /** Of claims that are told on, and of each text in them. */
  attributes: 100,
  valueLength: 1000
} as const

/** What a token says of a person. */
export interface VerifiedIdentity extends AssertedName {
  readonly attributes: Readonly<Record<string, string | ReadonlyArray<string>>>
}

/** Claims of the token itself, which tell nothing of the person. */
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

const tell = (value: unknown): string | ReadonlyArray<string> | undefined => {
  if (typeof value === "boolean" || typeof value === "number") return String(value)
  if (Array.isArray(value)) return value.length <= limits.attributes && value.every(isShort) ? value : undefined
  return isShort(value) ? value : undefined
}

const attributesOf = (claims: IdTokenClaims) => {
  const told = Object.entries(claims).flatMap(([name, value]) => {
    const text = ofToken.has(name) || !isShort(name) ? undefined : tell(value)
    return text === undefined ? [] : [[name, text] as const]
  })
  return Object.fromEntries(told.slice(0, limits.attributes))
}

const textOf = (value: unknown): string | undefined => (isShort(value) ? value : undefined)

/**
 * What a token without an address and userinfo say together: the token has the last word of all that it says itself, and
 * the address is as verified as userinfo says.
 */
export const join = (token: IdTokenClaims, person: IdTokenClaims): IdTokenClaims => ({
  ...person,
  ...token,
  email: person["email"],
  email_verified: person["email_verified"]
})

/** Whether the provider has verified the address, or is trusted to have where it says so as a text or not at all. */
const isVerified = (verified: unknown, trustsEmail: boolean): boolean =>
  verified === true || (trustsEmail && (verified === undefined || verified === "true"))

/** Whom a token names, by an address that its provider has verified; otherwise why nobody (rule oidc-email). */
export const read = (
  claims: IdTokenClaims,
  { trustsEmail = false }: Pick<OpenIdSettings, "trustsEmail"> = {}
): VerifiedIdentity | string => {
  const { email, email_verified: verified, family_name: family, given_name: given, name } = claims
  if (typeof email !== "string" || email.length > limits.emailLength) return `its email ${quoted(email)} is no address`
  if (!isVerified(verified, trustsEmail)) {
    const advice = verified === undefined || verified === "true" ? ": set trustsEmail to trust the provider" : ""
    return `its email ${quoted(email)} is not verified, as email_verified is ${quoted(verified)}${advice}`
  }
  const first = textOf(given)
  return {
    nameId: email,
    firstName: first ?? textOf(name),
    lastName: first === undefined ? undefined : textOf(family),
    attributes: attributesOf(claims)
  }
}
