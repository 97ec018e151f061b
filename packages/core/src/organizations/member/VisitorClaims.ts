import { Base64Url } from "effect/encoding"
import { derive, sign } from "../../foundation/secret/Secrets.ts"
import type { Role } from "../access/Role.ts"

/** How long a token of claims is valid, in seconds (rule visitor-claims). */
export const lifetime = 3600

/** Claims about a member, for services that have the organization's key; a guest's role is null. */
export interface VisitorClaims {
  /** The user's id. */
  readonly sub: string
  /** The organization's id. */
  readonly org: string
  readonly email: string
  readonly role: Role | null
}

const header = Base64Url.encode(JSON.stringify({ alg: "HS256", typ: "JWT" }))

/** The key of one organization, as text, derived from the store's signing key without revealing it. */
export const deriveKey = (signingKey: string, organization: string): string =>
  Base64Url.encode(derive(signingKey, `visitor-claims/${organization}`))

/** A JSON Web Token (RFC 7519, HS256) of the claims, valid for an hour from `at` (epoch seconds). */
export const mint = (key: string, { email, org, role, sub }: VisitorClaims, at: number): string => {
  const payload = JSON.stringify({ sub, org, email, role, iat: at, exp: at + lifetime })
  const signed = `${header}.${Base64Url.encode(payload)}`
  return `${signed}.${sign(key, signed)}`
}
