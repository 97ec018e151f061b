import { Base64 } from "effect/encoding"
import { toSecretText } from "../../accounts/token/Checksum.ts"
import type * as Fetcher from "../../foundation/fetch/Fetcher.ts"
import { digest } from "../../foundation/secret/Secrets.ts"
import type { ProviderDocument } from "./ProviderDocument.ts"

/** What the browser keeps from request to answer; nonce and verifier follow from it, so neither is stored. */
export const makeBrowserSecret = (bytes: Uint8Array): string => toSecretText(bytes)

/** What the ID token has to repeat. */
export const nonceOf = (browser: string): string => digest(`nonce ${browser}`)

/** What only whoever asked can tell (RFC 7636). */
export const verifierOf = (browser: string): string => digest(`verifier ${browser}`)

export interface Client {
  readonly clientId: string
  readonly redirect: string
}

/** Where the browser is sent to sign in; what the address has already stays in it. */
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

/** As `application/x-www-form-urlencoded` has it (RFC 6749, 2.3.1). */
const encode = (text: string): string => new URLSearchParams([["", text]]).toString().slice(1)

/** The question what a code is of, with the secret as the provider takes it. */
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
