import { Base64Url } from "effect/encoding"
import { derive, sign } from "../../foundation/secret/Secrets.ts"
import type { Role } from "../access/Role.ts"

/** How long a token of claims is good for, in seconds (rule visitor-claims). */
export const lifetime = 3600

/** Who a member is, for services that the organization shares the key with: a guest's role is null. */
export interface VisitorClaims {
  /** The user's id. */
  readonly sub: string
  /** The organization's id. */
  readonly org: string
  readonly email: string
  readonly role: Role | null
}

const header = Base64Url.encode(JSON.stringify({ alg: "HS256", typ: "JWT" }))

/** The key of one organization, as text: from the store's signing key, and telling nothing of it. */
export const deriveKey = (signingKey: string, organization: string): string =>
  Base64Url.encode(derive(signingKey, `visitor-claims/${organization}`))

/** A JSON Web Token (RFC 7519, HS256) of the claims, from an epoch second on for an hour. */
export const mint = (key: string, { email, org, role, sub }: VisitorClaims, at: number): string => {
  const payload = JSON.stringify({ sub, org, email, role, iat: at, exp: at + lifetime })
  const signed = `${header}.${Base64Url.encode(payload)}`
  return `${signed}.${sign(key, signed)}`
}
