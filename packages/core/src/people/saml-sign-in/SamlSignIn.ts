import { Clock, Context, Effect, Layer, Option, Schema } from "effect"
import { Events } from "../../foundation/events/Events.ts"
import { IdGenerator } from "../../foundation/id/IdGenerator.ts"
import { SamlProviderId } from "../../foundation/id/Ids.ts"
import * as JobKind from "../../foundation/jobs/JobKind.ts"
import { Jobs } from "../../foundation/jobs/Jobs.ts"
import { Actor, system } from "../../foundation/operation/Actor.ts"
import { Addresses } from "../../foundation/operation/Addresses.ts"
import { hostOnly } from "../../foundation/operation/HostOnly.ts"
import { operation } from "../../foundation/operation/Operation.ts"
import * as Tenant from "../../foundation/operation/Tenant.ts"
import { digest, Secrets } from "../../foundation/secret/Secrets.ts"
import { Mutation } from "../../foundation/store/Mutation.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { isStorable } from "../../foundation/text/Text.ts"
import { Instant } from "../../foundation/time/Instant.ts"
import {
  isUsable,
  limits,
  collection as providerCollection,
  type SamlProvider,
  SamlProviderNotFound,
  serviceOf,
  viewLogin
} from "../identity-provider/SamlProvider.ts"
import { AssertionRefused, SamlVerifier, type VerifiedAssertion } from "../identity-provider/SamlVerifier.ts"
import { collection as organizationCollection } from "../organization/Organization.ts"
import { TreeLock } from "../placement/TreeLock.ts"
import * as ReturnPath from "../sign-in/ReturnPath.ts"
import * as SignInCodes from "../sign-in/SignInCodes.ts"
import { toSecretText } from "../token/Checksum.ts"
import { RefusalLog } from "./RefusalLog.ts"
import { lifetime, collection as requestCollection, type SamlRequest, type Visit } from "./SamlRequest.ts"
import * as SsoCallback from "./SsoCallback.ts"

/** An assertion that was used to sign in, stored until it is too old to be accepted again (rule saml-once). */
export const UsedAssertion = Schema.Struct({
  id: Schema.String,
  provider: SamlProviderId,
  /** SHA-256 of the assertion's id. */
  digest: Schema.String,
  expiresAt: Instant
})
export type UsedAssertion = typeof UsedAssertion.Type

export const collection = Repository.collection({
  name: "used_assertions",
  schema: UsedAssertion,
  columns: {
    provider: { kind: "text", of: (self) => self.provider },
    digest: { kind: "text", of: (self) => self.digest },
    expiresAt: { kind: "instant", of: (self) => self.expiresAt }
  },
  indexes: { expiring: { on: [], order: ["expiresAt"] } },
  unique: { assertion: { on: ["provider", "digest"] } },
  references: [{ column: "provider", to: "saml_providers", onDelete: "cascade" }],
  counters: [],
  rank: 3
})

const hourly = JobKind.repeated({ name: "saml-requests", every: 3_600_000, deadline: 60_000 })

/** How long a browser stores the state of a sign-in, in milliseconds: the lifetime of the request and of its code. */
export const requestLifetime = lifetime + SignInCodes.ssoLifetime

/** Options of a sign-in that a browser starts. */
export interface SsoRequest {
  /**
   * State that is stored in this browser only: the result of the request cannot be used elsewhere (rule
   * session-browser).
   */
  readonly began?: string
  /** The redirect path after signing in, as sent by the browser (rule return-path). */
  readonly returnTo?: string
  /** The site visit that is requested instead of a sign-in. */
  readonly visit?: Visit | null
}

const refused = (problem: string) => new AssertionRefused({ problem })

/**
 * Sign-in with an organization's SAML identity provider. Requires no authentication: the assertion is the credential.
 */
export class SamlSignIn extends Context.Service<SamlSignIn>()("@quire/core/SamlSignIn", {
  make: Effect.gen(function* () {
    const { base } = yield* Addresses
    const secrets = yield* Secrets
    const nextId = yield* IdGenerator
    const verifier = yield* SamlVerifier
    const { mutate } = yield* Mutation
    const events = yield* Events
    const { withTreeLock } = yield* TreeLock
    const { admit } = yield* SsoCallback.SsoCallback
    const { issue } = yield* SignInCodes.SignInCodes
    const { listing } = yield* RefusalLog
    const providers = yield* Repository.make(providerCollection)
    const organizations = yield* Repository.make(organizationCollection)
    const requests = yield* Repository.make(requestCollection)
    const assertions = yield* Repository.make(collection)

    const asServer = <A, E, R>(body: Effect.Effect<A, E, R>) => Effect.provideService(body, Actor, system)

    const find = Effect.fnUntraced(function* (id: SamlProviderId) {
      const found = Option.getOrUndefined(yield* providers.get(id))?.value
      return found?.oidc === undefined && found !== undefined ? found : yield* new SamlProviderNotFound({ id })
    })

    const findUsable = (id: SamlProviderId) =>
      Effect.filterOrFail(find(id), isUsable, () => new SamlProviderNotFound({ id }))

    const namesOf = (id: SamlProviderId) => {
      const { acsURL, entityID } = serviceOf(base, id)
      return { audience: entityID, destination: acsURL }
    }

    /** The metadata to configure at an identity provider; available before the provider is complete. */
    const metadata = operation("SamlSignIn.metadata")(function* (id: SamlProviderId) {
      yield* find(id)
      return verifier.makeMetadata(namesOf(id))
    })

    /**
     * Returns the address of the identity provider, with a request that can be used once (rule saml-once): to sign in,
     * or for a visit of a site, which `VisitorSignIns` has checked.
     */
    const start = operation("SamlSignIn.start")(function* (id: SamlProviderId, options: SsoRequest = {}) {
      const { began, returnTo = "", visit = null } = options
      const { ssoURL } = yield* findUsable(id)
      const now = yield* Clock.currentTimeMillis
      const request = `_${toSecretText(yield* secrets.random(20))}`
      const path = ReturnPath.read(returnTo, base)
      const row: SamlRequest = {
        id: request,
        provider: id,
        expiresAt: now + lifetime,
        visit,
        ...(began === undefined ? {} : { browser: digest(began) }),
        ...(path === "" ? {} : { returnTo: path })
      }
      yield* asServer(mutate(requests.insert(row)))
      return yield* verifier.makeAddress({ id: request, now, ssoURL, ...namesOf(id) }, "")
    })

    /**
     * Like `start`, for a browser, which receives the state that is required to complete the request (rules
     * session-browser and visitor-provider-browser).
     */
    const begin = operation("SamlSignIn.begin")(function* (
      id: SamlProviderId,
      options: Omit<SsoRequest, "began"> = {}
    ) {
      const began = toSecretText(yield* secrets.random(32))
      return { address: yield* start(id, { ...options, began }), began }
    })

    /** Returns the request if it is pending for the provider and not expired, or fails. */
    const requireOpen = (found: SamlRequest | undefined, provider: SamlProviderId, now: number) =>
      found === undefined || found.provider !== provider || now >= found.expiresAt
        ? Effect.fail(refused("the response does not match a pending request of this server"))
        : Effect.succeed(found)

    /** Consumes the pending request. */
    const useRequest = Effect.fnUntraced(function* (id: string, provider: SamlProviderId, now: number) {
      const found = yield* requireOpen((yield* requests.lock([id])).get(id)?.value, provider, now)
      yield* requests.remove([id])
      return found
    })

    /**
     * Verifies a response and returns its assertion. Cheap checks come first. Responses to pending requests do not
     * share a queue with unsolicited ones, which anyone can send (rule saml-cheap-checks).
     */
    const verify = Effect.fnUntraced(function* (provider: SamlProvider, response: string, now: number) {
      const expected = { issuer: provider.entityID, now, ...namesOf(provider.id) }
      const answered = yield* verifier.glance(response, expected)
      if (answered !== null) {
        const found = isStorable(answered) ? Option.getOrUndefined(yield* requests.get(answered))?.value : undefined
        yield* requireOpen(found, provider.id, now)
      }
      const certificates = yield* Effect.orDie(verifier.readCertificates(provider.certificate))
      return yield* verifier
        .verify(response, { ...expected, certificates })
        .pipe(Tenant.within(provider.organization, answered === null ? "unsolicited" : "answers"))
    })

    const useAssertion = Effect.fnUntraced(function* (provider: SamlProviderId, { expiresAt, id }: VerifiedAssertion) {
      const used = { id: yield* nextId, provider, digest: digest(id), expiresAt }
      yield* Effect.mapError(assertions.tryInsert(used), () => refused("the assertion was already used"))
    })

    /** Consumes request and assertion; returns the current provider, and where the browser is redirected. */
    const use = Effect.fnUntraced(function* (seen: SamlProvider, asserted: VerifiedAssertion, relayState: string) {
      const provider = yield* Effect.mapError(findUsable(seen.id), () =>
        refused("the provider was deleted or can no longer be used")
      )
      if (provider.certificate !== seen.certificate || provider.entityID !== seen.entityID) {
        return yield* refused("the provider settings changed during the sign-in")
      }
      const now = yield* Clock.currentTimeMillis
      const { inResponseTo } = asserted
      const landing: SignInCodes.SignInRequest =
        inResponseTo === null
          ? { returnTo: ReturnPath.read(relayState, base) }
          : yield* useRequest(inResponseTo, seen.id, now)
      yield* useAssertion(seen.id, asserted)
      return { provider, landing }
    })

    /** Signs a member in; the tree of the organization is locked. */
    const arrive = Effect.fnUntraced(function* (seen: SamlProvider, asserted: VerifiedAssertion, relayState: string) {
      const { landing, provider } = yield* use(seen, asserted, relayState)
      const { value: owner } = yield* organizations.require(provider.organization)
      const nameId = SsoCallback.readAddress(asserted)
      if (typeof nameId !== "string") return yield* nameId
      const { isNew, role, user } = yield* admit(owner, provider, { ...asserted, nameId })
      const { code } = yield* issue(user, { organization: owner.id, provider: provider.id }, landing)
      yield* events.announce({
        type: "samlSignIns.create",
        organization: owner.id,
        subjects: [user, provider.id],
        after: { isNew, role }
      })
      return { _tag: "SignedIn", code } satisfies SsoCallback.SsoResult
    })

    /**
     * The visit of the request that the response is for; null if the request was a sign-in, or if there is no request.
     */
    const findVisit = Effect.fnUntraced(function* ({ inResponseTo }: VerifiedAssertion) {
      const found = inResponseTo === null ? Option.none() : yield* requests.get(inResponseTo)
      return Option.match(found, { onNone: () => null, onSome: ({ value }) => value.visit })
    })

    /**
     * Accepts a response (base64 of XML). Returns a code that signs in once, within minutes, in the browser of the
     * request, or the visit that was requested. `relayState` is used only for unsolicited responses (rule return-path).
     * The purpose of a request never changes, so it is read before the lock.
     */
    const accept = operation("SamlSignIn.accept")(function* (
      id: SamlProviderId,
      response: string,
      relayState?: string
    ) {
      const provider = yield* findUsable(id)
      const now = yield* Clock.currentTimeMillis
      const asserted = yield* verify(provider, response, now).pipe(listing(provider, "unverified"))
      const visit = yield* findVisit(asserted)
      if (visit === null) {
        const arrived = withTreeLock(provider.organization, arrive(provider, asserted, relayState ?? ""))
        return yield* asServer(arrived).pipe(listing(provider, "verified"))
      }
      const used = asServer(mutate(use(provider, asserted, "")))
      const { browser } = (yield* used.pipe(listing(provider, "verified"))).landing
      if (browser === undefined) return yield* refused("the visit was not started in a browser")
      return { _tag: "Visiting", visit, provider, asserted, browser } satisfies SsoCallback.SsoResult
    })

    /** Whether browsers can sign in with a provider, whatever its protocol. */
    const isOpen = operation("SamlSignIn.isOpen")(function* (id: SamlProviderId) {
      return Option.exists(yield* providers.get(id), ({ value }) => isUsable(value))
    })

    /** The sign-in options of an organization, by its id or hostname; none if there are none (rule sso-logins). */
    const offered = operation("SamlSignIn.offered")(function* (named: string) {
      const found = yield* organizations.getBy("hostname", { hostname: named })
      const organization = Option.match(found, { onNone: () => named, onSome: ({ value }): string => value.id })
      const limit = limits.providersPerOrganization
      const rows = yield* providers.list("usable", { equals: { organization, usable: true }, limit })
      return rows.map(({ value }) => viewLogin(value, base))
    })

    /** Deletes expired requests and assertions and returns how many. No behavior depends on when it runs. Host only. */
    const forgetExpired = operation("SamlSignIn.forgetExpired")(function* () {
      yield* hostOnly("SamlSignIn.forgetExpired")
      const expired = { equals: {}, range: { to: (yield* Clock.currentTimeMillis) + 1 } }
      return (yield* requests.removeWhere("expiring", expired)) + (yield* assertions.removeWhere("expiring", expired))
    })

    const jobs = yield* Jobs
    yield* jobs.repeat(hourly, forgetExpired())

    return { metadata, start, begin, accept, isOpen, offered, forgetExpired } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([
      Events.layer,
      Jobs.layer,
      Mutation.layer,
      RefusalLog.layer,
      SignInCodes.SignInCodes.layer,
      SsoCallback.SsoCallback.layer,
      TreeLock.layer
    ])
  )
}
