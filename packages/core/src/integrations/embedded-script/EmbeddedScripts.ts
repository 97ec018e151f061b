import { Cache, Context, Effect, Exit, Layer, Option } from "effect"
import { IdGenerator } from "../../foundation/id/IdGenerator.ts"
import {
  type InstallationId,
  type IntegrationId,
  type OrganizationId,
  SiteId,
  SpaceId
} from "../../foundation/id/Ids.ts"
import { Addresses } from "../../foundation/operation/Addresses.ts"
import { operation } from "../../foundation/operation/Operation.ts"
import { callingAnyone } from "../../foundation/operation/PublishedOnly.ts"
import type { Signer } from "../../foundation/secret/Signer.ts"
import { SigningKeys } from "../../foundation/secret/SigningKeys.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { isStorable } from "../../foundation/text/Text.ts"
import { LockedPlacement } from "../../people/placement/LockedPlacement.ts"
import { isActive, collection as placementCollection, SpaceNotFound } from "../../people/placement/Placement.ts"
import { type PublishedScript, PublishedScripts } from "../../sites/publication/PublishedScripts.ts"
import type { EventPayload } from "../event/EventPayload.ts"
import { maySee } from "../installation/InstalledIntegrations.ts"
import * as IntegrationInstallation from "../installation/IntegrationInstallation.ts"
import { type Installation, collection as installationCollection } from "../installation/IntegrationInstallation.ts"
import {
  type PlaceInstallation,
  type PlaceKind,
  collection as placeCollection,
  rowId
} from "../installation/PlaceInstallation.ts"
import { isOn, scopesOf } from "../installation/Reach.ts"
import { type Integration, idOf, collection as integrationCollection } from "../integration/Integration.ts"
import { IntegrationNotFound } from "../integration/IntegrationInput.ts"
import * as ScriptRefusals from "../request/ScriptRefusals.ts"
import { IntegrationRuns } from "../run/IntegrationRuns.ts"

export const limits = {
  /**
   * Maximum bytes of a script, size of the cache, and milliseconds until an entry expires. A failed script is not
   * requested again before.
   */
  bytes: 524_288,
  kept: 64,
  keptFor: 3_600_000,
  failedFor: 10_000
} as const

/** An integration on a space or site, with its own installation there if it has one. */
export interface ScriptPlacement {
  readonly integration: Integration
  readonly installation: Installation
  readonly kind: PlaceKind
  readonly place: string
  readonly own: PlaceInstallation | undefined
}

/** Whether the integration embeds a script: it is active there and has the scope (rule site-scripts). */
export const isEmbedded = ({ installation, integration, kind, own }: ScriptPlacement): boolean =>
  scopesOf(integration, installation).includes(`${kind}:script:inject`) && isOn(integration, installation, kind, own)

const signedText = ({ installation, integration, own, place }: ScriptPlacement): string => {
  const configured = [installation, ...(own === undefined ? [] : [own])]
  const versions = configured.map(({ configuration, externalIds, updatedAt }) => [
    configuration,
    externalIds,
    updatedAt
  ])
  const made = ["embedded-script", integration.id, integration.version, installation.id, place, versions]
  return JSON.stringify(made)
}

/**
 * Cache key of a script, derived from the versions of the integration and its configuration. It is signed because a
 * plain digest would allow configurations to be guessed.
 */
export const keyOf = (signer: Signer, embedding: ScriptPlacement): string => signer.sign(signedText(embedding))

/** Whether a key in a URL is that of the current script. */
export const opens = (signer: Signer, embedding: ScriptPlacement, key: string): boolean =>
  signer.verify(signedText(embedding), key)

/** The path of a script on this server. */
export const pathOf = ({ installation, integration, kind, place }: ScriptPlacement, key: string): string =>
  `integrations/${integration.name}/installations/${installation.id}/${kind}s/${place}/script/${key}`

export const view = (base: string, key: string, embedding: ScriptPlacement): PublishedScript => {
  const { contentSecurityPolicy, scopes } = embedding.integration
  return {
    script: `${base}/${pathOf(embedding, key)}`,
    ...(contentSecurityPolicy === null ? {} : { contentSecurityPolicy }),
    cookies: scopes.includes(`${embedding.kind}:script:cookies`)
  }
}

/** The parts of the URL of a script. */
export interface ScriptPath {
  readonly name: string
  readonly installation: string
  readonly kind: PlaceKind
  readonly place: string
  readonly key: string
}

/** Finds the scripts that are embedded in spaces and sites (rule site-scripts). */
export class Embeddings extends Context.Service<Embeddings>()("@quire/core/Embeddings", {
  make: Effect.gen(function* () {
    const { sites } = yield* Addresses
    const { signer } = yield* SigningKeys
    const integrations = yield* Repository.make(integrationCollection)
    const installations = yield* Repository.make(installationCollection)
    const places = yield* Repository.make(placeCollection)
    const placements = yield* Repository.make(placementCollection)

    /** The scripts on a space or site, by name; `among` limits them to some names. */
    const listOn = Effect.fnUntraced(function* (
      {
        id,
        kind,
        organization
      }: { readonly kind: PlaceKind; readonly id: string; readonly organization: OrganizationId },
      among?: ReadonlyArray<string>
    ) {
      const limit = IntegrationInstallation.limits.installationsPerOrganization
      const rows =
        among === undefined
          ? yield* installations.list("inOrganization", { equals: { organization }, limit })
          : yield* installations.list("ofIntegrationIn", {
              equals: { organization, integration: { in: among.map(idOf) } },
              limit
            })
      if (rows.length === 0) return []
      const found = yield* integrations.getMany(rows.map(({ value }) => value.integration))
      const own = yield* places.getMany(rows.map(({ value }) => rowId(value.id, id)))
      return rows
        .flatMap(({ value: installation }): ReadonlyArray<ScriptPlacement> => {
          const integration = found.get(installation.integration)?.value
          const placed = own.get(rowId(installation.id, id))?.value
          return integration === undefined ? [] : [{ integration, installation, kind, place: id, own: placed }]
        })
        .filter(isEmbedded)
        .sort((one, other) => (one.integration.id < other.integration.id ? -1 : 1))
    })

    /** The script at a URL, if the URL is current. */
    const find = Effect.fnUntraced(function* ({ installation: id, key, kind, name, place }: ScriptPath) {
      if (![name, id, place].every(isStorable)) return undefined
      const integration = Option.getOrUndefined(yield* integrations.get(name.toLowerCase()))?.value
      const installation = Option.getOrUndefined(yield* installations.get(id))?.value
      if (integration === undefined || installation?.integration !== integration.id) return undefined
      const placement = Option.getOrUndefined(yield* placements.get(place))?.value
      const isThere = placement?.kind === kind && placement.organization === installation.organization
      if (!isThere || !isActive(placement)) return undefined
      const own = Option.getOrUndefined(yield* places.get(rowId(installation.id, place)))?.value
      const embedding = { integration, installation, kind, place, own }
      return isEmbedded(embedding) && opens(signer, embedding, key) ? embedding : undefined
    })

    const viewOf = (embedding: ScriptPlacement) => view(sites, keyOf(signer, embedding), embedding)

    return { listOn, find, viewOf } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(Layer.provide(SigningKeys.layer))
}

/** Services of integrations for published sites. */
export const embeddingsLayer = Layer.effect(
  PublishedScripts,
  Effect.map(Embeddings, ({ listOn, viewOf }) => ({
    ofSite: ({ id, organization }, among) =>
      Effect.map(listOn({ kind: "site", id, organization }, among), (found) => found.map(viewOf))
  }))
).pipe(Layer.provide(Embeddings.layer))

/** A requested script; equal requests are sent to the integration once. */
export interface FoundScript {
  readonly integration: IntegrationId
  readonly name: string
  readonly installation: InstallationId
  readonly kind: PlaceKind
  readonly place: string
  readonly key: string
  /** The content security policy of the integration; null if it has none. */
  readonly policy: string | null
}

const placeIdOf = ({ kind, place }: FoundScript) =>
  kind === "space" ? { spaceId: SpaceId.make(place) } : { siteId: SiteId.make(place) }

/** Scripts that integrations embed in spaces and sites (rules site-scripts and site-scripts-served). */
export class EmbeddedScripts extends Context.Service<EmbeddedScripts>()("@quire/core/EmbeddedScripts", {
  make: Effect.gen(function* () {
    const nextId = yield* IdGenerator
    const runs = yield* IntegrationRuns
    const embeddings = yield* Embeddings
    const { findActive } = yield* LockedPlacement

    /** Lists the scripts of a space, for callers who may view it. Guests do not see private integrations. */
    const listOnSpace = operation("EmbeddedScripts.listOnSpace")(function* (id: string) {
      yield* callingAnyone
      const notFound = () => new SpaceNotFound({ id })
      const found = yield* findActive({ kind: "space", id, action: "content:view", notFound })
      const on = yield* embeddings.listOn({ kind: "space", id, organization: found.organization.value.id })
      return on.filter(({ integration }) => maySee(found, integration)).map(embeddings.viewOf)
    })

    /** Finds the script at its current URL. */
    const find = operation("EmbeddedScripts.find")(function* (path: ScriptPath) {
      const embedding = yield* embeddings.find(path)
      if (embedding === undefined) return yield* new IntegrationNotFound({ name: path.name })
      const { installation, integration, kind, place } = embedding
      const found: FoundScript = {
        integration: integration.id,
        name: integration.name,
        installation: installation.id,
        kind,
        place,
        key: path.key,
        policy: integration.contentSecurityPolicy
      }
      return found
    })

    const run = Effect.fnUntraced(function* (found: FoundScript) {
      const { installation, integration, kind, name, place } = found
      const payload: EventPayload = {
        type: "fetch_published_script",
        eventId: yield* nextId,
        installationId: installation,
        ...placeIdOf(found)
      }
      const outcome = yield* runs.run({ integration, installation, place: { kind, id: place }, payload })
      if (Option.isNone(outcome)) return yield* new IntegrationNotFound({ name })
      return yield* ScriptRefusals.bodyOf(name, outcome.value, limits.bytes)
    })

    const kept = yield* Cache.makeWith(run, {
      capacity: limits.kept,
      timeToLive: (exit) => (Exit.isSuccess(exit) ? limits.keptFor : limits.failedFor)
    })

    /** Whether its text, or its absence, is cached. */
    const isKept = (found: FoundScript): Effect.Effect<boolean> => Cache.has(kept, found)

    /** Returns its text, which is requested from its integration when the cache entry expires. */
    const read = operation("EmbeddedScripts.read")(function* (found: FoundScript) {
      return yield* Cache.get(kept, found)
    })

    return { listOnSpace, find, isKept, read } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([Embeddings.layer, IntegrationRuns.layer, LockedPlacement.layer])
  )
}
