import { Context, Effect, Layer } from "effect"
import { Addresses } from "../../foundation/operation/Addresses.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { collection as treeCollection } from "../../people/placement/OrganizationTree.ts"
import { type Integration, collection as integrationCollection } from "../integration/Integration.ts"
import { type InstallationView, view } from "./InstallationView.ts"
import type { Installation } from "./IntegrationInstallation.ts"
import { collection as placeCollection } from "./PlaceInstallation.ts"
import { statusOf } from "./Reach.ts"

/** An installation with its integration. */
export interface InstalledIntegration {
  readonly installation: Installation
  readonly integration: Integration
}

/** Views of installations, with a constant number of queries for a whole page. */
export class InstallationViews extends Context.Service<InstallationViews>()("@quire/core/InstallationViews", {
  make: Effect.gen(function* () {
    const addresses = yield* Addresses
    const integrations = yield* Repository.make(integrationCollection)
    const places = yield* Repository.make(placeCollection)
    const trees = yield* Repository.make(treeCollection)

    /** Number of spaces that each installation covers (rule installation-spaces). */
    const countSpaces = Effect.fnUntraced(function* (selves: ReadonlyArray<Installation>) {
      const onAll = selves.filter(({ spaceSelection }) => spaceSelection === "all")
      const onSome = selves.filter(({ spaceSelection }) => spaceSelection === "selected").map(({ id }) => id)
      const rows = onAll.length === 0 ? new Map() : yield* trees.getMany(onAll.map(({ organization }) => organization))
      const counts =
        onSome.length === 0
          ? new Map()
          : yield* places.countEach("ofInstallation", "installation", onSome, { kind: "space" })
      return ({ id, organization, spaceSelection }: Installation): number =>
        spaceSelection === "all" ? (rows.get(organization)?.counters["spaces"] ?? 0) : (counts.get(id) ?? 0)
    })

    const many = Effect.fnUntraced(function* (installed: ReadonlyArray<InstalledIntegration>) {
      const spacesOf = yield* countSpaces(installed.map(({ installation }) => installation))
      return installed.map(
        ({ installation, integration }): InstallationView =>
          view(installation, {
            ...addresses,
            integration,
            name: integration.name,
            spaces: spacesOf(installation),
            status: statusOf(integration, installation)
          })
      )
    })

    const one = (installed: InstalledIntegration) =>
      Effect.flatMap(many([installed]), ([only]) => Effect.orDie(Effect.fromNullishOr(only)))

    /** The installations with their integrations, in the given order. */
    const withIntegrations = Effect.fnUntraced(function* (selves: ReadonlyArray<Installation>) {
      const found = yield* integrations.getMany(selves.map(({ integration }) => integration))
      return selves.flatMap((installation): ReadonlyArray<InstalledIntegration> => {
        const integration = found.get(installation.integration)?.value
        return integration === undefined ? [] : [{ installation, integration }]
      })
    })

    return { many, one, withIntegrations } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}
