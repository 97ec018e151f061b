import { Schema } from "effect"
import { quoted } from "../identity-provider/SamlVerifier.ts"
import { isSecure } from "../identity-provider/SecureAddress.ts"
import type { IdTokenClaims, PublishedKey } from "./IdTokenVerifier.ts"

export const limits = {
  /** Of what a provider says of itself. */
  documentBytes: 131_072,
  /** Of its keys, and how many are looked at. */
  keysBytes: 262_144,
  keys: 100,
  /** Of the answer to a code. */
  tokenBytes: 65_536,
  /** Of what it tells of a person. */
  personBytes: 65_536,
  /** Characters of an access token. */
  accessLength: 16_384,
  /** Milliseconds for each of them. */
  deadline: 10_000
} as const

/** What an OpenID provider says of itself (OpenID Connect Discovery). */
const ProviderDocument = Schema.Struct({
  issuer: Schema.String,
  authorization_endpoint: Schema.String,
  token_endpoint: Schema.String,
  jwks_uri: Schema.String,
  userinfo_endpoint: Schema.optionalKey(Schema.String),
  token_endpoint_auth_methods_supported: Schema.optionalKey(Schema.Array(Schema.String)),
  authorization_response_iss_parameter_supported: Schema.optionalKey(Schema.Boolean)
})
export type ProviderDocument = typeof ProviderDocument.Type

const KeySet = Schema.Struct({ keys: Schema.Array(Schema.Record(Schema.String, Schema.Unknown)) })
const Answer = Schema.Struct({
  id_token: Schema.String,
  access_token: Schema.optionalKey(Schema.Unknown),
  token_type: Schema.optionalKey(Schema.Unknown)
})
const Person = Schema.Record(Schema.String, Schema.Unknown)

const decoder = <A, I>(schema: Schema.Codec<A, I>) => {
  const decode = Schema.decodeUnknownOption(Schema.fromJsonString(schema))
  return (bytes: Uint8Array): A | undefined => {
    const found = decode(new TextDecoder().decode(bytes))
    return found._tag === "Some" ? found.value : undefined
  }
}

const decodeDocument = decoder(ProviderDocument)
const decodeKeys = decoder(KeySet)
const decodeAnswer = decoder(Answer)
const decodePerson = decoder(Person)

/** Where a provider describes itself. */
export const addressOf = (issuer: string): string => `${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`

/** What a provider says, or why it is not listened to: it must speak of itself, and nobody in between (rule oidc-discovery). */
export const read = (issuer: string, bytes: Uint8Array): ProviderDocument | string => {
  const document = decodeDocument(bytes)
  if (document === undefined) return "its configuration is none"
  if (document.issuer !== issuer) {
    const advice = /[{}]/.test(document.issuer) ? ": name the issuer of your own tenant in place of the template" : ""
    return `its configuration is of the issuer ${quoted(document.issuer)}, and not of ${quoted(issuer)}${advice}`
  }
  const { authorization_endpoint, jwks_uri, token_endpoint, userinfo_endpoint = token_endpoint } = document
  return [authorization_endpoint, token_endpoint, jwks_uri, userinfo_endpoint].every(isSecure)
    ? document
    : "its configuration names addresses that are not secure"
}

/** The keys of a provider; undefined if there are none to read. */
export const readKeys = (bytes: Uint8Array): ReadonlyArray<PublishedKey> | undefined =>
  decodeKeys(bytes)?.keys.slice(0, limits.keys)

/** What a code was exchanged for. */
export interface TokenResponse {
  readonly idToken: string
  /** What opens userinfo, if there is anything of the kind. */
  readonly accessToken: string | undefined
}

/** As a bearer token is spelled (RFC 6750, 2.1). */
const bearerPattern = /^[\w.~+/-]+=*$/

const isBearer = (token: unknown, type: unknown): token is string =>
  typeof type === "string" &&
  type.toLowerCase() === "bearer" &&
  typeof token === "string" &&
  token.length <= limits.accessLength &&
  bearerPattern.test(token)

/** The answer to a code; undefined if there is no ID token in it. */
export const readTokenResponse = (bytes: Uint8Array): TokenResponse | undefined => {
  const answer = decodeAnswer(bytes)
  if (answer === undefined) return undefined
  const { access_token: access, id_token: idToken, token_type: type } = answer
  return { idToken, accessToken: isBearer(access, type) ? access : undefined }
}

/** What userinfo tells of a person; undefined if it is no object of JSON. */
export const readPerson = (bytes: Uint8Array): IdTokenClaims | undefined => decodePerson(bytes)
