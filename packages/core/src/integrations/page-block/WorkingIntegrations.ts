import { Context, Effect, Layer } from "effect"
import * as Repository from "../../foundation/store/Repository.ts"
import type { BlockSource } from "../../sites/publication/PublicationFacts.ts"
import { collection as installationCollection } from "../installation/IntegrationInstallation.ts"
import { collection as placeCollection, rowId } from "../installation/PlaceInstallation.ts"
import { isOn } from "../installation/Reach.ts"
import { collection as integrationCollection } from "../integration/Integration.ts"
import type { ActiveIntegration } from "./RequestedBlock.ts"

/** Active integrations of a space; `isCurrent` unless something has changed since the publication was resolved. */
export interface WorkingIntegrations {
  readonly workings: ReadonlyArray<ActiveIntegration>
  readonly isCurrent: boolean
}

/** Loads the integrations that are active on a space of a publication, in a constant number of statements. */
export class ActiveIntegrations extends Context.Service<ActiveIntegrations>()("@quire/core/ActiveIntegrations", {
  make: Effect.gen(function* () {
    const integrations = yield* Repository.make(integrationCollection)
    const installations = yield* Repository.make(installationCollection)
    const places = yield* Repository.make(placeCollection)

    const findWorking = Effect.fnUntraced(function* (
      sources: ReadonlyArray<BlockSource>,
      space: string
    ): Effect.fn.Return<WorkingIntegrations> {
      const owns = yield* integrations.getMany(sources.map(([integration]) => integration))
      const installed = yield* installations.getMany(sources.map(([, installation]) => installation))
      const placed = yield* places.getMany(sources.map(([, installation]) => rowId(installation, space)))
      const workings: Array<ActiveIntegration> = []
      let isCurrent = true
      for (const [of, id, integrationVersion, installationVersion, known] of sources) {
        const [integration, installation, place] = [owns.get(of), installed.get(id), placed.get(rowId(id, space))]
        const placeVersion = known.find(([row]) => row === rowId(id, space))?.[1]
        if (
          integration?.version !== integrationVersion ||
          installation?.version !== installationVersion ||
          place?.version !== placeVersion
        ) {
          isCurrent = false
        }
        if (integration === undefined || installation === undefined) continue
        if (!isOn(integration.value, installation.value, "space", place?.value)) continue
        workings.push({ integration: integration.value, installation: installation.value, place: place?.value })
      }
      return { workings, isCurrent }
    })

    return { findWorking } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}
