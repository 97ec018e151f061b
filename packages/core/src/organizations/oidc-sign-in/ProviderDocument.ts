import { Schema } from "effect"
import { isSecure } from "../saml-provider/SecureAddress.ts"
import type { PublishedKey } from "./IdTokenVerifier.ts"

export const limits = {
  /** Of what a provider says of itself. */
  documentBytes: 131_072,
  /** Of its keys, and how many are looked at. */
  keysBytes: 262_144,
  keys: 100,
  /** Of the answer to a code. */
  tokenBytes: 65_536,
  /** Milliseconds for each of them. */
  deadline: 10_000
} as const

/** What an OpenID provider says of itself (OpenID Connect Discovery). */
const ProviderDocument = Schema.Struct({
  issuer: Schema.String,
  authorization_endpoint: Schema.String,
  token_endpoint: Schema.String,
  jwks_uri: Schema.String,
  token_endpoint_auth_methods_supported: Schema.optionalKey(Schema.Array(Schema.String)),
  authorization_response_iss_parameter_supported: Schema.optionalKey(Schema.Boolean)
})
export type ProviderDocument = typeof ProviderDocument.Type

const KeySet = Schema.Struct({ keys: Schema.Array(Schema.Record(Schema.String, Schema.Unknown)) })
const Answer = Schema.Struct({ id_token: Schema.String })

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

/** Where a provider describes itself. */
export const addressOf = (issuer: string): string => `${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`

/** What a provider says, or why it is not listened to: it must speak of itself, and nobody in between (rule oidc-discovery). */
export const read = (issuer: string, bytes: Uint8Array): ProviderDocument | string => {
  const document = decodeDocument(bytes)
  if (document === undefined) return "its configuration is none"
  if (document.issuer !== issuer) return "its configuration is of another issuer"
  const addresses = [document.authorization_endpoint, document.token_endpoint, document.jwks_uri]
  return addresses.every(isSecure) ? document : "its configuration names addresses that are not secure"
}

/** The keys of a provider; undefined if there are none to read. */
export const readKeys = (bytes: Uint8Array): ReadonlyArray<PublishedKey> | undefined =>
  decodeKeys(bytes)?.keys.slice(0, limits.keys)

/** The ID token of the answer to a code. */
export const readToken = (bytes: Uint8Array): string | undefined => decodeAnswer(bytes)?.id_token
