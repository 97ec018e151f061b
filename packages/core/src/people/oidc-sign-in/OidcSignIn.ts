import { Clock, Context, Effect, Layer, Option } from "effect"
import { Base64 } from "effect/encoding"
import { Events } from "../../foundation/events/Events.ts"
import * as Fetcher from "../../foundation/fetch/Fetcher.ts"
import type { SamlProviderId } from "../../foundation/id/Ids.ts"
import { Actor, system } from "../../foundation/operation/Actor.ts"
import { Addresses } from "../../foundation/operation/Addresses.ts"
import { operation } from "../../foundation/operation/Operation.ts"
import { constantTimeEquals, digest, Secrets } from "../../foundation/secret/Secrets.ts"
import { Mutation } from "../../foundation/store/Mutation.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { ClientSecrets } from "../identity-provider/ClientSecrets.ts"
import {
  isUsable,
  type OpenIdSettings,
  openIdServiceOf,
  collection as providerCollection,
  SamlProviderNotFound
} from "../identity-provider/SamlProvider.ts"
import { AssertionRefused, quoted, type VerifiedAssertion } from "../identity-provider/SamlVerifier.ts"
import { collection as organizationCollection } from "../organization/Organization.ts"
import { TreeLock } from "../placement/TreeLock.ts"
import { RefusalLog } from "../saml-sign-in/RefusalLog.ts"
import { lifetime, collection as requestCollection, type SamlRequest } from "../saml-sign-in/SamlRequest.ts"
import type { SsoRequest } from "../saml-sign-in/SamlSignIn.ts"
import * as SsoCallback from "../saml-sign-in/SsoCallback.ts"
import * as ReturnPath from "../sign-in/ReturnPath.ts"
import * as SignInCodes from "../sign-in/SignInCodes.ts"
import { toSecretText } from "../token/Checksum.ts"
import type { ProviderDocument } from "./OpenIdProviders.ts"
import * as OpenIdProviders from "./OpenIdProviders.ts"
import * as VerifiedIdentity from "./VerifiedIdentity.ts"

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

const refused = (problem: string) => new AssertionRefused({ problem })

/** Parameters of the callback request from the browser. */
export interface CallbackParameters {
  readonly state: string
  readonly code: string | undefined
  /** Error code of the provider. */
  readonly error?: string | undefined
  /** Issuer named in the response (RFC 9207). */
  readonly issuer: string | undefined
}

/**
 * Sign-in with an organization's OpenID provider. Requires no authentication: the signed response of the provider is
 * the credential.
 */
export class OidcSignIn extends Context.Service<OidcSignIn>()("@quire/core/OidcSignIn", {
  make: Effect.gen(function* () {
    const { base } = yield* Addresses
    const secrets = yield* Secrets
    const fetcher = yield* Fetcher.Fetcher
    const { mutate } = yield* Mutation
    const events = yield* Events
    const { withTreeLock } = yield* TreeLock
    const { admit } = yield* SsoCallback.SsoCallback
    const { issue } = yield* SignInCodes.SignInCodes
    const { listing } = yield* RefusalLog
    const openIds = yield* OpenIdProviders.OpenIdProviders
    const clientSecrets = yield* ClientSecrets
    const providers = yield* Repository.make(providerCollection)
    const organizations = yield* Repository.make(organizationCollection)
    const requests = yield* Repository.make(requestCollection)

    const asServer = <A, E, R>(body: Effect.Effect<A, E, R>) => Effect.provideService(body, Actor, system)

    const findUsable = Effect.fnUntraced(function* (id: SamlProviderId) {
      const provider = Option.getOrUndefined(yield* providers.get(id))?.value
      const oidc = provider?.oidc
      if (provider === undefined || oidc === undefined || !isUsable(provider)) {
        return yield* new SamlProviderNotFound({ id })
      }
      return { provider, oidc }
    })

    const clientOf = (id: SamlProviderId, { clientId }: OpenIdSettings): Client => ({
      clientId,
      redirect: openIdServiceOf(base, id).acsURL
    })

    /**
     * Returns the address of the provider, and the secret that the browser must store until the callback (rule
     * oidc-request).
     */
    const start = operation("OidcSignIn.start")(function* (
      id: SamlProviderId,
      { returnTo = "", visit = null }: Pick<SsoRequest, "returnTo" | "visit"> = {}
    ) {
      const { oidc, provider } = yield* findUsable(id)
      const document = yield* openIds.describe(oidc.issuer).pipe(listing(provider, "unverified"))
      const state = toSecretText(yield* secrets.random(32))
      const began = makeBrowserSecret(yield* secrets.random(32))
      const path = ReturnPath.read(returnTo, base)
      const request: SamlRequest = {
        id: state,
        provider: id,
        expiresAt: (yield* Clock.currentTimeMillis) + lifetime,
        visit,
        browser: digest(began),
        ...(path === "" ? {} : { returnTo: path })
      }
      yield* asServer(mutate(requests.insert(request)))
      return { address: addressOf(document, clientOf(id, oidc), state, began), began }
    })

    /** Consumes the pending request; the provider and the browser must be those of the request. */
    const useRequest = Effect.fnUntraced(function* (id: string, provider: SamlProviderId, browser: string) {
      const found = (yield* requests.lock([id])).get(id)?.value
      const now = yield* Clock.currentTimeMillis
      if (found === undefined || found.provider !== provider || now >= found.expiresAt) {
        return yield* refused("the response does not match a pending request of this server")
      }
      if (found.browser === undefined || !constantTimeEquals(found.browser, digest(browser))) {
        return yield* refused("the sign-in was started in another browser")
      }
      yield* requests.remove([id])
      return found
    })

    /** Checks that the response is from the provider of the request (rule oidc-answer). */
    const checkAnswer = Effect.fnUntraced(function* (
      { code, error, issuer }: CallbackParameters,
      { authorization_response_iss_parameter_supported: says = false, ...document }: OpenIdProviders.ProviderDocument
    ) {
      if (issuer === undefined ? says : issuer !== document.issuer) {
        return yield* refused(
          `the response is from issuer ${quoted(issuer)}, but the provider is ${quoted(document.issuer)}`
        )
      }
      const why = error === undefined ? "" : `: ${quoted(error)}`
      return code ?? (yield* refused(`the provider did not complete the sign-in${why}`))
    })

    /** Exchanges a code for the claims of the ID token, and the means to load userinfo. */
    const redeem = Effect.fnUntraced(function* (
      id: SamlProviderId,
      oidc: OpenIdSettings,
      answer: CallbackParameters,
      browser: string
    ) {
      const document = yield* openIds.describe(oidc.issuer)
      const code = yield* checkAnswer(answer, document)
      const secret = yield* clientSecrets.find(id)
      const form = tokenForm(document, clientOf(id, oidc), code, browser, secret)
      const { deadline, tokenBytes } = OpenIdProviders.limits
      const { bytes } = yield* Effect.mapError(
        fetcher.postForm(document.token_endpoint, form, { maxBytes: tokenBytes, deadlineMs: deadline }),
        (error) => refused(`the provider did not accept the code: ${error.message}`)
      )
      const given = OpenIdProviders.readTokenResponse(bytes)
      if (given === undefined) return yield* refused("the provider did not return an ID token")
      const { clientId, issuer } = oidc
      const nonce = nonceOf(browser)
      const now = yield* Clock.currentTimeMillis
      const expected = { issuer, clientId, nonce, now }
      const claims = yield* openIds.verify(document.jwks_uri, given.idToken, expected)
      return { document, claims, accessToken: given.accessToken }
    })

    /** Returns the identity that the provider verified. */
    const vouch = Effect.fnUntraced(function* (
      oidc: OpenIdSettings,
      { accessToken, claims, document }: Effect.Success<ReturnType<typeof redeem>>
    ) {
      const vouched = VerifiedIdentity.read(yield* openIds.complete(document, accessToken, claims), oidc)
      return typeof vouched === "string" ? yield* refused(vouched) : vouched
    })

    /** Returns the current provider, if its settings are still those of the request. */
    const findSame = Effect.fnUntraced(function* (id: SamlProviderId, seen: OpenIdSettings) {
      const { oidc, provider } = yield* Effect.mapError(findUsable(id), () =>
        refused("the provider was deleted or can no longer be used")
      )
      if (oidc.issuer !== seen.issuer || oidc.clientId !== seen.clientId) {
        return yield* refused("the provider settings changed during the sign-in")
      }
      return provider
    })

    /** Signs a member in; the tree of the organization is locked. */
    const arrive = Effect.fnUntraced(function* (
      id: SamlProviderId,
      seen: OpenIdSettings,
      vouched: VerifiedIdentity.VerifiedIdentity,
      landing: SignInCodes.SignInRequest
    ) {
      const provider = yield* findSame(id, seen)
      const { value: owner } = yield* organizations.require(provider.organization)
      const { isNew, role, user } = yield* admit(owner, provider, vouched)
      const { code } = yield* issue(user, { organization: owner.id, provider: provider.id }, landing)
      yield* events.announce({
        type: "oidcSignIns.create",
        organization: owner.id,
        subjects: [user, provider.id],
        after: { isNew, role }
      })
      return { _tag: "SignedIn", code } satisfies SsoCallback.SsoResult
    })

    /**
     * Handles the callback from the provider. Returns a code that signs in once, within minutes, in the same browser,
     * or the visit that was requested.
     */
    const accept = operation("OidcSignIn.accept")(function* (
      id: SamlProviderId,
      answer: CallbackParameters,
      browser: string
    ) {
      const { oidc, provider } = yield* findUsable(id)
      const used = asServer(mutate(useRequest(answer.state, id, browser)))
      const { visit, ...landing } = yield* used.pipe(listing(provider, "unverified"))
      const redeemed = yield* redeem(id, oidc, answer, browser).pipe(listing(provider, "unverified"))
      const vouched = yield* vouch(oidc, redeemed).pipe(listing(provider, "verified"))
      if (visit === null) {
        const arrived = withTreeLock(provider.organization, arrive(id, oidc, vouched, landing))
        return yield* asServer(arrived).pipe(listing(provider, "verified"))
      }
      const asserted: Pick<VerifiedAssertion, "attributes"> = vouched
      const found = yield* findSame(id, oidc).pipe(listing(provider, "verified"))
      return {
        _tag: "Visiting",
        visit,
        provider: found,
        asserted,
        browser: digest(browser)
      } satisfies SsoCallback.SsoResult
    })

    return { start, accept } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([
      ClientSecrets.layer,
      Events.layer,
      Mutation.layer,
      OpenIdProviders.OpenIdProviders.layer,
      RefusalLog.layer,
      SignInCodes.SignInCodes.layer,
      SsoCallback.SsoCallback.layer,
      TreeLock.layer
    ])
  )
}
