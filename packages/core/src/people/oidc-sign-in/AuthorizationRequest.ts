import { Base64 } from "effect/encoding"
import type * as Fetcher from "../../foundation/fetch/Fetcher.ts"
import { digest } from "../../foundation/secret/Secrets.ts"
import { toSecretText } from "../token/Checksum.ts"
import type { ProviderDocument } from "./ProviderDocument.ts"

/**
 * Secret that the browser stores between request and callback; nonce and verifier are derived from it, so neither is
 * stored.
 */
export const makeBrowserSecret = (bytes: Uint8Array): string => toSecretText(bytes)

/** The nonce that the ID token must contain. */
export const nonceOf = (browser: string): string => digest(`nonce ${browser}`)

/** PKCE code verifier, which only the browser that started the request can provide (RFC 7636). */
export const verifierOf = (browser: string): string => digest(`verifier ${browser}`)

export interface Client {
  readonly clientId: string
  readonly redirect: string
}

/** The authorization URL of the provider; query parameters that the endpoint already has are kept. */
export const addressOf = (
  { authorization_endpoint: endpoint }: ProviderDocument,
  { clientId, redirect }: Client,
  state: string,
  browser: string
): string => {
  const address = new URL(endpoint)
  const parameters = {
    response_type: "code",
    client_id: clientId,
    redirect_uri: redirect,
    scope: "openid email profile",
    state,
    nonce: nonceOf(browser),
    code_challenge: digest(verifierOf(browser)),
    code_challenge_method: "S256"
  }
  for (const [name, value] of Object.entries(parameters)) address.searchParams.set(name, value)
  return address.href
}

/** Encodes as `application/x-www-form-urlencoded` (RFC 6749, 2.3.1). */
const encode = (text: string): string => new URLSearchParams([["", text]]).toString().slice(1)

/** The token request for a code, with the client secret in the form that the provider accepts. */
export const tokenForm = (
  { token_endpoint_auth_methods_supported: methods = ["client_secret_basic"] }: ProviderDocument,
  { clientId, redirect }: Client,
  code: string,
  browser: string,
  secret: string | undefined
): Fetcher.Form => {
  const fields = {
    grant_type: "authorization_code",
    code,
    redirect_uri: redirect,
    code_verifier: verifierOf(browser)
  }
  if (secret === undefined) return { fields: { ...fields, client_id: clientId } }
  if (!methods.includes("client_secret_basic") && methods.includes("client_secret_post")) {
    return { fields: { ...fields, client_id: clientId, client_secret: secret } }
  }
  return { fields, authorization: `Basic ${Base64.encode(`${encode(clientId)}:${encode(secret)}`)}` }
}
