import { Clock, Context, Effect, Layer, Option } from "effect"
import { Events } from "../../foundation/events/Events.ts"
import { IdGenerator } from "../../foundation/id/IdGenerator.ts"
import { InstallationId, type OrganizationId } from "../../foundation/id/Ids.ts"
import { checked } from "../../foundation/input/Input.ts"
import { Actor } from "../../foundation/operation/Actor.ts"
import { operation } from "../../foundation/operation/Operation.ts"
import { callingAnyone } from "../../foundation/operation/PublishedOnly.ts"
import { type PageRequest, Paging } from "../../foundation/paging/Paging.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { isStorable } from "../../foundation/text/Text.ts"
import { Access, Forbidden, ReferenceNotFound } from "../../people/access/Access.ts"
import { TreeLock } from "../../people/placement/TreeLock.ts"
import type { Integration } from "../integration/Integration.ts"
import { IntegrationNotFound } from "../integration/IntegrationInput.ts"
import * as IntegrationReach from "../integration/IntegrationReach.ts"
import { InstallationAccess } from "./InstallationAccess.ts"
import { findFault } from "./InstallationConfiguration.ts"
import { InstallationSecrets } from "./InstallationSecrets.ts"
import { type InstallationStatusView, InstallationViews } from "./InstallationView.ts"
import * as IntegrationInstallation from "./IntegrationInstallation.ts"
import {
  AlreadyInstalled,
  collection,
  findUndeclared,
  type Installation,
  InstallationNotFound,
  limits,
  patch,
  TooManyInstallations
} from "./IntegrationInstallation.ts"
import { ListedIntegrations } from "./ListedIntegrations.ts"
import { statusOf } from "./Reach.ts"

const checkCreate = checked(IntegrationInstallation.Create)
const checkPatch = checked(IntegrationInstallation.Patch)

/** Events contain the names of configured properties but no values, which may be secrets (rule installation-audit). */
const stateOf = (integration: Integration, self: Installation) => ({
  status: statusOf(integration, self),
  configuration: Object.keys(self.configuration).sort(),
  externalIds: self.externalIds,
  spaceSelection: self.spaceSelection,
  siteSelection: self.siteSelection,
  scopes: self.agreedScopes
})

/** Installations of integrations on organizations. */
export class Installations extends Context.Service<Installations>()("@quire/core/Installations", {
  make: Effect.gen(function* () {
    const access = yield* Access
    const events = yield* Events
    const nextId = yield* IdGenerator
    const { paged } = yield* Paging
    const { change, changeOwn, findOwnOr } = yield* InstallationAccess
    const { decideAndLock } = yield* TreeLock
    const reaching = yield* IntegrationReach.IntegrationReach
    const secrets = yield* InstallationSecrets
    const views = yield* InstallationViews
    const installations = yield* Repository.make(collection)

    const { findIntegration, findListed } = yield* ListedIntegrations

    /** An integration that the caller may see and so install (rule integration-visibility). */
    const findInstallable = Effect.fnUntraced(function* (name: string) {
      const reach = yield* reaching.of(yield* callingAnyone)
      const found = yield* findIntegration(name)
      return IntegrationReach.maySee(reach, found) ? found : yield* new IntegrationNotFound({ name })
    })

    /**
     * Lists the installations in organizations that the caller administers, by id; for an integration, its own
     * installations (rule installation-lists).
     */
    const list = operation("Installations.list")(function* (
      name: string,
      asked: PageRequest & { readonly externalId?: string | undefined }
    ) {
      const { externalId, ...request } = asked
      const { integration, organizations } = yield* findListed(name)
      const isAsked = externalId === undefined || isStorable(externalId)
      const has = isAsked ? { externalIds: externalId } : {}
      const equals = { integration: integration.id }
      const source =
        organizations === undefined && isAsked
          ? installations.source("ofIntegration", { equals, has })
          : installations.source("ofIntegrationIn", {
              equals: { ...equals, organization: { in: isAsked ? (organizations ?? []) : [] } },
              has
            })
      return yield* paged({
        list: "installations",
        filters: [integration.id, externalId ?? null],
        request,
        ...source,
        view: (rows) => views.many(rows.map(({ value }) => ({ installation: value, integration })))
      })
    })

    /** An installation of an integration on an organization. */
    const get = operation("Installations.get")(function* (name: string, id: InstallationId) {
      const { installation, integration } = yield* findOwnOr(name, id)
      return yield* views.one({ installation: installation.value, integration })
    })

    const insert = Effect.fnUntraced(function* (
      integration: Integration,
      { organization }: IntegrationInstallation.Create
    ) {
      const key = { organization, integration: integration.id }
      if (Option.isSome(yield* installations.getBy("pair", key))) {
        return yield* new AlreadyInstalled({ organization, integration: integration.name })
      }
      const count = yield* installations.count("inOrganization", { equals: { organization } })
      const most = limits.installationsPerOrganization
      if (count >= most) return yield* new TooManyInstallations({ in: `organization ${organization}`, most })
      const now = yield* Clock.currentTimeMillis
      const made: Installation = {
        id: InstallationId.make(yield* nextId),
        ...key,
        configuration: {},
        spaceSelection: "selected",
        siteSelection: "selected",
        externalIds: [],
        agreedScopes: integration.scopes,
        createdAt: now,
        updatedAt: now
      }
      yield* installations.insert(made)
      yield* secrets.insert(made.id)
      const subjects = [made.id, integration.name]
      yield* events.announce({
        type: "installations.create",
        organization,
        subjects,
        after: stateOf(integration, made)
      })
      return made
    })

    /** Installs an integration on an organization that the caller administers (rule installation-who). */
    const create = operation("Installations.create")(function* (name: string, given: IntegrationInstallation.Create) {
      const input = yield* checkCreate(given)
      const { organization } = input
      yield* findInstallable(name)
      const decide = Effect.gen(function* () {
        yield* Effect.catchTag(access.organization(organization, "organization:admin"), "OrganizationNotFound", () =>
          Effect.fail(new ReferenceNotFound({ field: "organization", id: organization }))
        )
        const integration = yield* findInstallable(name)
        if (integration.visibility === "private" && integration.organization !== organization) {
          return yield* new Forbidden({ action: "install", target: `organization ${organization}` })
        }
        return integration
      })
      return yield* decideAndLock(organization, decide, (integration) =>
        Effect.flatMap(insert(integration, input), (installation) => views.one({ installation, integration }))
      )
    })

    /**
     * Integrations may not change where they are installed or their scopes (rules installation-own and
     * installation-scopes).
     */
    const checkReach = Effect.fnUntraced(function* (changes: IntegrationInstallation.Patch, id: InstallationId) {
      const { scopes, site_selection, space_selection } = changes
      const isOfPeople = [scopes, site_selection, space_selection].some((given) => given !== undefined)
      if (isOfPeople && (yield* Actor)._tag === "Integration") {
        return yield* new Forbidden({ action: "organization:admin", target: `installation ${id}`, scopes: [] })
      }
    })

    /** Changes the configuration of an installation, its spaces and sites, or its scopes. */
    const update = operation("Installations.update")(function* (
      name: string,
      id: InstallationId,
      given: IntegrationInstallation.Patch
    ) {
      const changes = yield* checkPatch(given)
      yield* checkReach(changes, id)
      return yield* changeOwn(name, id, ({ installation: seen, integration }) =>
        Effect.gen(function* () {
          const fault =
            changes.configuration === undefined
              ? undefined
              : findFault(changes.configuration, integration.configurations?.account)
          if (fault !== undefined) return yield* fault
          const undeclared = findUndeclared(changes, integration)
          if (undeclared !== undefined) return yield* undeclared
          const changed = patch(seen.value, changes)
          if (changed === seen.value) return yield* views.one({ installation: changed, integration })
          const next = { ...changed, updatedAt: yield* Clock.currentTimeMillis }
          yield* installations.update(seen, next)
          yield* events.announce({
            type: "installations.update",
            organization: next.organization,
            subjects: [id, integration.name],
            before: stateOf(integration, seen.value),
            after: stateOf(integration, next)
          })
          return yield* views.one({ installation: next, integration })
        })
      )
    })

    /**
     * Removes an installation, including those on spaces and sites. Returns false if there is none that the caller may
     * know of.
     */
    const remove = operation("Installations.remove")(function* (name: string, id: InstallationId) {
      return yield* change(name, id, ({ installation: { value }, integration }) =>
        Effect.gen(function* () {
          yield* installations.remove([id])
          yield* events.announce({
            type: "installations.delete",
            organization: value.organization,
            subjects: [id, integration.name],
            before: stateOf(integration, value)
          })
          return true
        })
      ).pipe(Effect.catchTag("InstallationNotFound", () => Effect.succeed(false)))
    })

    /** Status of an installation of an organization, by the name of the integration. */
    const getStatus = operation("Installations.getStatus")(function* (organization: OrganizationId, name: string) {
      yield* access.organization(organization, "organization:list-members")
      const integration = name.toLowerCase()
      const found = Option.getOrUndefined(yield* installations.getBy("pair", { organization, integration }))
      const [installed] = found === undefined ? [] : yield* views.withIntegrations([found.value])
      if (installed === undefined) return yield* new InstallationNotFound({ id: name })
      return { status: statusOf(installed.integration, installed.installation) } satisfies InstallationStatusView
    })

    return { list, get, create, update, remove, getStatus } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([
      Access.layer,
      Events.layer,
      InstallationAccess.layer,
      InstallationSecrets.layer,
      InstallationViews.layer,
      IntegrationReach.IntegrationReach.layer,
      ListedIntegrations.layer,
      Paging.layer,
      TreeLock.layer
    ])
  )
}
