import {
  type Input,
  type Members,
  OidcSignIn,
  type Organizations,
  type SamlProvider,
  SamlProviders,
  type SamlVerifier,
  SignIn,
  type Users
} from "@quire/core"
import { Clock, Effect } from "effect"
import { as } from "../support/engine.ts"
import { found, type World } from "../support/world.ts"
import * as OpenId from "./openid.ts"

export const clientId = "quire"

/** An organization with an OpenID Connect provider that responds as the test says. */
export interface OpenIdHall extends World {
  readonly provider: SamlProvider.SamlProviderView
  readonly remote: OpenId.Provider
  readonly tenant: string
}

let count = 0

export const nextTenant = () => `t${++count}`

export const makeProvider = (
  { admin, organization }: Pick<World, "admin" | "organization">,
  issuer: string,
  more: Partial<SamlProvider.Create> = {}
) =>
  Effect.flatMap(SamlProviders.SamlProviders, (providers) =>
    as(admin)(providers.create(organization, { type: "oidc", label: "Acme", issuer, clientId, ...more }))
  ).pipe(Effect.orDie)

/** Has a provider sign in at another issuer. */
export const moveTo = (
  { admin, organization, provider }: Pick<OpenIdHall, "admin" | "organization" | "provider">,
  changes: Pick<SamlProvider.Patch, "issuer" | "clientSecret">
) =>
  Effect.flatMap(SamlProviders.SamlProviders, (providers) =>
    as(admin)(providers.update(organization, provider.id, changes))
  ).pipe(Effect.orDie)

export const open = (
  remote: OpenId.Provider,
  more: Partial<SamlProvider.Create> = {}
): Effect.Effect<
  OpenIdHall,
  never,
  Users.Users | Organizations.Organizations | Members.Members | SamlProviders.SamlProviders
> =>
  Effect.gen(function* () {
    const world = yield* found
    const tenant = nextTenant()
    const provider = yield* makeProvider(world, remote.issuerOf(tenant), more)
    return { ...world, provider, remote, tenant } satisfies OpenIdHall
  })

/** A started request: what the provider received, and what the browser keeps. */
export interface Begun {
  readonly address: URL
  readonly state: string
  readonly nonce: string
  readonly browser: string
}

export const begin = ({ provider }: Pick<OpenIdHall, "provider">) =>
  Effect.gen(function* () {
    const { address, began } = yield* (yield* OidcSignIn.OidcSignIn).start(provider.id)
    const url = new URL(address)
    const of = (name: string) => url.searchParams.get(name) ?? ""
    return { address: url, state: of("state"), nonce: of("nonce"), browser: began } satisfies Begun
  })

/** What an honest provider says of a newcomer. */
export const claimsOf = (
  { domain, remote, tenant }: Pick<OpenIdHall, "domain" | "remote" | "tenant">,
  nonce: string,
  now: number
): OpenId.Fields => ({
  iss: remote.issuerOf(tenant),
  aud: clientId,
  sub: "1234",
  nonce,
  iat: Math.floor(now / 1000),
  exp: Math.floor(now / 1000) + 300,
  email: `newcomer@${domain}`,
  email_verified: true
})

/** What an honest provider has userinfo tell of the same newcomer, whose ID token says no more than that it is one. */
export const personOf = ({ domain }: Pick<OpenIdHall, "domain">): OpenId.Fields => ({
  sub: "1234",
  email: `newcomer@${domain}`,
  email_verified: true,
  given_name: "Ada",
  family_name: "Lovelace"
})

/** A provider that tells addresses by userinfo alone. */
export const telling = (
  hall: Pick<OpenIdHall, "domain" | "remote" | "tenant">,
  nonce: string,
  now: number,
  more: OpenId.Fields = {}
): OpenId.Tenant => {
  const { email: _, email_verified: __, ...claims } = claimsOf(hall, nonce, now)
  return {
    token: OpenId.token({ ...claims, ...more }),
    person: personOf(hall)
  }
}

export const answerOf = ({ state }: Pick<Begun, "state">): OidcSignIn.CallbackParameters => ({
  state,
  code: "code",
  issuer: undefined
})

/** Has the provider give a token for the next code. */
export const give = ({ remote, tenant }: Pick<OpenIdHall, "remote" | "tenant">, token: string): void => {
  remote.tenants.set(tenant, { ...remote.tenants.get(tenant), token })
}

export const accept = (
  { provider }: Pick<OpenIdHall, "provider">,
  begun: Begun
): Effect.Effect<
  { readonly code: string },
  SamlVerifier.AssertionRefused | SamlProvider.SamlProviderNotFound,
  OidcSignIn.OidcSignIn
> =>
  Effect.flatMap(OidcSignIn.OidcSignIn, (signIn) => signIn.accept(provider.id, answerOf(begun), begun.browser)).pipe(
    Effect.flatMap((arrived) =>
      arrived._tag === "SignedIn" ? Effect.succeed(arrived) : Effect.die(new Error("it visits a site"))
    )
  )

/** Signs in with the response of an honest provider, with these claims in place of the provider's. */
export const enter = (
  hall: OpenIdHall,
  claims: OpenId.Fields = {}
): Effect.Effect<
  SignIn.SignedIn,
  SamlVerifier.AssertionRefused | SamlProvider.SamlProviderNotFound | SignIn.SignInCodeInvalid | Input.InputInvalid,
  OidcSignIn.OidcSignIn | SignIn.SignIn
> =>
  Effect.gen(function* () {
    const begun = yield* begin(hall)
    const now = yield* Clock.currentTimeMillis
    give(hall, OpenId.token({ ...claimsOf(hall, begun.nonce, now), ...claims }))
    const { code } = yield* accept(hall, begun)
    return yield* (yield* SignIn.SignIn).exchange({ code }, { began: begun.browser })
  })
