import { inflateRawSync } from "node:zlib"
import {
  type Input,
  type Members,
  type OrganizationId,
  type Organizations,
  type SamlProvider,
  SamlProviders,
  SamlSignIn,
  type SamlVerifier,
  SignIn,
  type Users
} from "@quire/core"
import { Clock, Effect } from "effect"
import { as } from "../support/engine.ts"
import { found, type World } from "../support/world.ts"
import { type Keys, makeKeys } from "./certificates.ts"
import * as Idp from "./idp.ts"

/** An organization with a provider whose keys are ours. */
export interface Hall extends World {
  readonly provider: SamlProvider.SamlProviderView
  readonly service: Idp.Service
  readonly keys: Keys
}

const keys = makeKeys()

export const issuer = "https://idp.test/metadata"

export const serviceOf = (
  { entityID, service }: SamlProvider.SamlProviderView,
  { domain }: Pick<World, "domain">
): Idp.Service => ({
  newcomer: `newcomer@${domain}`,
  acsURL: service.acsURL,
  entityID: service.entityID,
  issuer: entityID
})

export const makeProvider = (
  { admin, organization }: { admin: World["admin"]; organization: OrganizationId },
  certificate: string,
  more: Partial<SamlProvider.Create> = {}
) =>
  Effect.flatMap(SamlProviders.SamlProviders, (providers) =>
    as(admin)(
      providers.create(organization, {
        label: "Acme",
        ssoURL: "https://idp.test/sso?tenant=a%20b",
        entityID: issuer,
        certificate,
        ...more
      })
    )
  ).pipe(Effect.orDie)

export const open = (
  more: Partial<SamlProvider.Create> = {}
): Effect.Effect<
  Hall,
  never,
  Users.Users | Organizations.Organizations | Members.Members | SamlProviders.SamlProviders
> =>
  Effect.gen(function* () {
    const world = yield* found
    const provider = yield* makeProvider(world, keys.certificate, more)
    return { ...world, provider, service: serviceOf(provider, world), keys } satisfies Hall
  })

/** What a response opens, or why it opens nothing. */
export const send = (
  { provider }: Pick<Hall, "provider">,
  response: string
): Effect.Effect<
  { readonly code: string },
  SamlVerifier.AssertionRefused | SamlProvider.SamlProviderNotFound,
  SamlSignIn.SamlSignIn
> =>
  Effect.flatMap(SamlSignIn.SamlSignIn, (signIn) =>
    Effect.flatMap(signIn.accept(provider.id, response), (arrived) =>
      arrived._tag === "SignedIn" ? Effect.succeed(arrived) : Effect.die(new Error("it visits a site"))
    )
  )

/** Signs in by an assertion with these wishes, and gives back the token. */
export const enter = (
  hall: Hall,
  wishes: Idp.Wishes = {}
): Effect.Effect<
  SignIn.SignedIn,
  SamlVerifier.AssertionRefused | SamlProvider.SamlProviderNotFound | SignIn.SignInCodeInvalid | Input.InputInvalid,
  SamlSignIn.SamlSignIn | SignIn.SignIn
> =>
  Effect.gen(function* () {
    const now = yield* Clock.currentTimeMillis
    const { code } = yield* send(hall, Idp.honest(hall.service, hall.keys, now, wishes))
    return yield* (yield* SignIn.SignIn).exchange({ code })
  })

/** The id of the request in an address that a browser is sent to. */
export const requestIn = (address: string): string => {
  const sent = new URL(address).searchParams.get("SAMLRequest") ?? ""
  const [, id = ""] = / ID="([^"]+)"/.exec(inflateRawSync(Buffer.from(sent, "base64")).toString()) ?? []
  return id
}
