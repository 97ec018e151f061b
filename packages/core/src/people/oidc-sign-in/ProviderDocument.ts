import { Schema } from "effect"
import { quoted } from "../identity-provider/SamlVerifier.ts"
import { isSecure } from "../identity-provider/SecureAddress.ts"
import type { IdTokenClaims, PublishedKey } from "./IdTokenVerifier.ts"

export const limits = {
  /** Maximum size of the discovery document. */
  documentBytes: 131_072,
  /** Maximum size of the key set, and number of keys that are used. */
  keysBytes: 262_144,
  keys: 100,
  /** Maximum size of the token response. */
  tokenBytes: 65_536,
  /** Maximum size of the userinfo response. */
  personBytes: 65_536,
  /** Maximum length of an access token in characters. */
  accessLength: 16_384,
  /** Time limit for each request, in milliseconds. */
  deadline: 10_000
} as const

/** The discovery document of a provider (OpenID Connect Discovery). */
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

/** The URL of the discovery document. */
export const addressOf = (issuer: string): string => `${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`

/**
 * Reads the discovery document of a provider, or returns why it is rejected. The document must be for the requested
 * issuer, and its endpoints must be secure (rule oidc-discovery).
 */
export const read = (issuer: string, bytes: Uint8Array): ProviderDocument | string => {
  const document = decodeDocument(bytes)
  if (document === undefined) return "the configuration of the provider is not a valid OpenID Connect document"
  if (document.issuer !== issuer) {
    const advice = /[{}]/.test(document.issuer) ? ": replace the template with the issuer of your tenant" : ""
    return `the configuration of the provider has the issuer ${quoted(document.issuer)} instead of ${quoted(issuer)}${advice}`
  }
  const { authorization_endpoint, jwks_uri, token_endpoint, userinfo_endpoint = token_endpoint } = document
  return [authorization_endpoint, token_endpoint, jwks_uri, userinfo_endpoint].every(isSecure)
    ? document
    : "the configuration of the provider contains URLs that do not use https"
}

/** The keys of a provider; undefined if the document is invalid. */
export const readKeys = (bytes: Uint8Array): ReadonlyArray<PublishedKey> | undefined =>
  decodeKeys(bytes)?.keys.slice(0, limits.keys)

/** The result of exchanging a code. */
export interface TokenResponse {
  readonly idToken: string
  /** The access token for userinfo, if there is one. */
  readonly accessToken: string | undefined
}

/** Syntax of a bearer token (RFC 6750, 2.1). */
const bearerPattern = /^[\w.~+/-]+=*$/

const isBearer = (token: unknown, type: unknown): token is string =>
  typeof type === "string" &&
  type.toLowerCase() === "bearer" &&
  typeof token === "string" &&
  token.length <= limits.accessLength &&
  bearerPattern.test(token)

/** Reads a token response; undefined if it has no ID token. */
export const readTokenResponse = (bytes: Uint8Array): TokenResponse | undefined => {
  const answer = decodeAnswer(bytes)
  if (answer === undefined) return undefined
  const { access_token: access, id_token: idToken, token_type: type } = answer
  return { idToken, accessToken: isBearer(access, type) ? access : undefined }
}

/** Reads the claims of a userinfo response; undefined if it is not a JSON object. */
export const readPerson = (bytes: Uint8Array): IdTokenClaims | undefined => decodePerson(bytes)
