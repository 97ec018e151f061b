import { Context, Effect, Layer, Option } from "effect"
import type { OrganizationId } from "../../foundation/id/OrganizationId.ts"
import { Addresses } from "../../foundation/operation/Addresses.ts"
import { SigningKeys } from "../../foundation/secret/SigningKeys.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { isStorable } from "../../foundation/text/Text.ts"
import { isActive, collection as placementCollection } from "../../people/placement/Placement.ts"
import { PublishedScripts } from "../../sites/publication/PublishedScripts.ts"
import { limits } from "../installation/InstallationInput.ts"
import { collection as installationCollection } from "../installation/IntegrationInstallation.ts"
import { type PlaceKind, collection as placeCollection, rowId } from "../installation/PlaceInstallation.ts"
import { idOf, collection as integrationCollection } from "../integration/Integration.ts"
import { isEmbedded, keyOf, opens, type ScriptPlacement, view } from "./EmbeddedScript.ts"

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
      const limit = limits.installationsPerOrganization
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
export const layer = Layer.effect(
  PublishedScripts,
  Effect.map(Embeddings, ({ listOn, viewOf }) => ({
    ofSite: ({ id, organization }, among) =>
      Effect.map(listOn({ kind: "site", id, organization }, among), (found) => found.map(viewOf))
  }))
).pipe(Layer.provide(Embeddings.layer))
