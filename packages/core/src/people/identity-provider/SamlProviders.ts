import { Clock, Context, Effect, Layer, Option } from "effect"
import { Events } from "../../foundation/events/Events.ts"
import { IdGenerator } from "../../foundation/id/IdGenerator.ts"
import { type OrganizationId, SamlProviderId } from "../../foundation/id/Ids.ts"
import { checked } from "../../foundation/input/Input.ts"
import { Addresses } from "../../foundation/operation/Addresses.ts"
import { operation } from "../../foundation/operation/Operation.ts"
import { callingAnyone } from "../../foundation/operation/PublishedOnly.ts"
import { single } from "../../foundation/operation/Single.ts"
import { type PageRequest, Paging } from "../../foundation/paging/Paging.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { Access, ReferenceNotFound } from "../access/Access.ts"
import type { Viewer } from "../access/Viewer.ts"
import { collection as organizationCollection } from "../organization/Organization.ts"
import { TreeLock } from "../placement/TreeLock.ts"
import * as Team from "../team/Team.ts"
import { collection as teamCollection } from "../team/Team.ts"
import { ClientSecrets } from "./ClientSecrets.ts"
import * as SamlProvider from "./SamlProvider.ts"
import {
  collection,
  findForeign,
  isUsable,
  limits,
  patch,
  SamlDefaults,
  SamlProviderNotFound,
  type SsoLogins,
  SsoProviderNeeded,
  secretAfter,
  TooManySamlProviders,
  view,
  viewLogin
} from "./SamlProvider.ts"
import { MetadataRefused, SamlVerifier } from "./SamlVerifier.ts"

const checkCreate = checked(SamlProvider.Create)
const checkPatch = checked(SamlProvider.Patch)

/** The identity providers of an organization; only for its administrators. */
export class SamlProviders extends Context.Service<SamlProviders>()("@quire/core/SamlProviders", {
  make: Effect.gen(function* () {
    const access = yield* Access
    const { base } = yield* Addresses
    const { paged } = yield* Paging
    const events = yield* Events
    const nextId = yield* IdGenerator
    const verifier = yield* SamlVerifier
    const { decideAndLock } = yield* TreeLock
    const { canSignIn } = yield* SamlDefaults
    const secrets = yield* ClientSecrets
    const providers = yield* Repository.make(collection)
    const teams = yield* Repository.make(teamCollection)
    const organizations = yield* Repository.make(organizationCollection)

    const decide = (organization: OrganizationId) => access.organization(organization, "organization:admin")

    const viewMany = Effect.fnUntraced(function* (viewer: Viewer, selves: ReadonlyArray<SamlProvider.SamlProvider>) {
      const found = yield* teams.getMany(selves.flatMap(({ defaultTeam }) => defaultTeam ?? []))
      return selves.map((self) => {
        const team = self.defaultTeam === null ? undefined : found.get(self.defaultTeam)
        return view(self, base, team === undefined ? undefined : Team.viewFor(viewer, team))
      })
    })

    const viewOne = (viewer: Viewer, self: SamlProvider.SamlProvider) => single(viewMany(viewer, [self]))

    const find = Effect.fnUntraced(function* (organization: OrganizationId, id: string) {
      const viewer = yield* decide(organization)
      const found = Option.getOrNull(yield* providers.get(id))
      if (found === null || found.value.organization !== organization) return yield* new SamlProviderNotFound({ id })
      return { ...viewer, provider: found }
    })

    /** Lists providers by id, which is the order of creation. */
    const list = operation("SamlProviders.list")(function* (organization: OrganizationId, request: PageRequest) {
      const viewer = yield* decide(organization)
      return yield* paged({
        list: "samlProviders",
        filters: organization,
        request,
        ...providers.source("inOrganization", { equals: { organization } }),
        view: (rows) =>
          viewMany(
            viewer,
            rows.map(({ value }) => value)
          )
      })
    })

    /** An identity provider of an organization. */
    const get = operation("SamlProviders.get")(function* (organization: OrganizationId, id: SamlProviderId) {
      const found = yield* find(organization, id)
      return yield* viewOne(found, found.provider.value)
    })

    /** Values of the metadata replace the fields that they describe (rule saml-metadata). */
    const describe = Effect.fnUntraced(function* <I extends SamlProvider.Patch>({ metadata, ...given }: I) {
      if (metadata === undefined) return given
      if ([given.ssoURL, given.entityID, given.certificate].some((field) => field !== undefined)) {
        return yield* new MetadataRefused({ rule: "must not be combined with ssoURL, entityID or certificate" })
      }
      return { ...given, ...(yield* checkPatch(yield* verifier.readMetadata(metadata))) }
    })

    const checkType = Effect.fnUntraced(function* (type: "saml" | "oidc", given: SamlProvider.Patch) {
      const foreign = findForeign(type, given)
      if (foreign !== undefined) return yield* foreign
    })

    const checkCertificate = Effect.fnUntraced(function* (text: string | undefined) {
      if (text !== undefined && text !== "") yield* verifier.readCertificates(text)
    })

    const checkTeam = Effect.fnUntraced(function* (organization: OrganizationId, id: string | null | undefined) {
      if (id === null || id === undefined) return
      const team = Option.getOrNull(yield* teams.get(id))?.value
      if (team?.organization !== organization) return yield* new ReferenceNotFound({ field: "defaultTeam", id })
    })

    const insert = Effect.fnUntraced(function* (
      organization: OrganizationId,
      { label, type, ...rest }: SamlProvider.Create
    ) {
      const count = yield* providers.count("inOrganization", { equals: { organization } })
      if (count >= limits.providersPerOrganization) return yield* new TooManySamlProviders({ organization })
      yield* checkTeam(organization, rest.defaultTeam)
      const empty: SamlProvider.SamlProvider = {
        id: SamlProviderId.make(yield* nextId),
        organization,
        label,
        ssoURL: "",
        entityID: "",
        certificate: "",
        defaultTeam: null,
        defaultRole: null,
        ...(type === "oidc" ? { oidc: { issuer: "", clientId: "", hasSecret: false } } : {}),
        createdAt: yield* Clock.currentTimeMillis
      }
      const { value: made } = yield* providers.insert(patch(empty, rest))
      if (rest.clientSecret !== undefined) yield* secrets.keep(made.id, rest.clientSecret)
      yield* events.announce({ type: "samlProviders.create", organization, subjects: [made.id], after: made })
      return made
    })

    /** Adds an identity provider for members to sign in with. */
    const create = operation("SamlProviders.create")(function* (
      organization: OrganizationId,
      given: SamlProvider.Create
    ) {
      const sent = yield* checkCreate(given)
      yield* decide(organization)
      yield* checkType(sent.type ?? "saml", sent)
      const input = { ...(yield* describe(sent)), label: sent.label }
      yield* checkCertificate(input.certificate)
      return yield* decideAndLock(organization, decide(organization), (viewer) =>
        Effect.flatMap(insert(organization, input), (made) => viewOne(viewer, made))
      )
    })

    /** Fails if members must sign in with a provider and would have no usable one left (rule sso-needs-provider). */
    const keepProvider = Effect.fnUntraced(function* ({ id, organization }: SamlProvider.SamlProvider) {
      const owner = (yield* organizations.lock([organization])).get(organization)
      if (owner?.value.sso !== true || (yield* canSignIn(organization, id))) return
      return yield* new SsoProviderNeeded({ id })
    })

    /** Updates the given fields. */
    const update = operation("SamlProviders.update")(function* (
      organization: OrganizationId,
      id: SamlProviderId,
      given: SamlProvider.Patch
    ) {
      const sent = yield* checkPatch(given)
      const { provider: known } = yield* find(organization, id)
      yield* checkType(known.value.oidc === undefined ? "saml" : "oidc", sent)
      const changes = yield* describe(sent)
      yield* checkCertificate(changes.certificate)
      return yield* decideAndLock(organization, find(organization, id), (found) =>
        Effect.gen(function* () {
          yield* checkTeam(organization, changes.defaultTeam)
          const { provider: seen } = found
          const next = patch(seen.value, changes)
          if (isUsable(seen.value) && !isUsable(next)) yield* keepProvider(seen.value)
          const secret = secretAfter(seen.value, changes)
          const isOtherSecret = secret !== undefined && (yield* secrets.keep(id, secret))
          const written = yield* providers.update(seen, next)
          if (isOtherSecret || written.version !== seen.version) {
            const { value: before } = seen
            yield* events.announce({ type: "samlProviders.update", organization, subjects: [id], before, after: next })
          }
          return yield* viewOne(found, next)
        })
      )
    })

    /** Removes a provider; returns false if there is no such provider. */
    const remove = operation("SamlProviders.remove")(function* (organization: OrganizationId, id: SamlProviderId) {
      return yield* decideAndLock(organization, find(organization, id), ({ provider: { value: before } }) =>
        Effect.gen(function* () {
          if (isUsable(before)) yield* keepProvider(before)
          yield* providers.remove([id])
          yield* events.announce({ type: "samlProviders.delete", organization, subjects: [id], before })
          return true
        })
      ).pipe(Effect.catchTag("SamlProviderNotFound", () => Effect.succeed(false)))
    })

    /** The sign-in options of an organization, by id; none if it does not exist (rule sso-logins). */
    const logins = operation("SamlProviders.logins")(function* (organization: OrganizationId) {
      yield* callingAnyone
      const limit = limits.providersPerOrganization
      const rows = yield* providers.list("usable", { equals: { organization, usable: true }, limit })
      return { items: rows.map(({ value }) => viewLogin(value, base)) } satisfies SsoLogins
    })

    return { list, get, create, update, remove, logins } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([Access.layer, ClientSecrets.layer, Events.layer, Paging.layer, SamlDefaults.layer, TreeLock.layer])
  )
}
