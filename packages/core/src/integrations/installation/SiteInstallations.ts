import { Context, Effect, Layer } from "effect"
import type { InstallationId } from "../../foundation/id/Ids.ts"
import { checked } from "../../foundation/input/Input.ts"
import * as IntegrationInstallation from "./IntegrationInstallation.ts"
import * as PlaceOperations from "./PlaceOperations.ts"

const checkCreate = checked(IntegrationInstallation.SiteCreate)

/** Installations on sites. */
export class SiteInstallations extends Context.Service<SiteInstallations>()("@quire/core/SiteInstallations", {
  make: Effect.gen(function* () {
    const { operationsOn } = yield* PlaceOperations.PlaceOperations
    const operations = operationsOn("site", "SiteInstallations", (views, shown) => views.ofSites(shown))

    /** Installs an integration of the organization on a site. */
    const create = (
      name: string,
      id: InstallationId,
      given: IntegrationInstallation.SiteCreate,
      extent: PlaceOperations.Extent = {}
    ) =>
      Effect.flatMap(checkCreate(given), ({ site, siteId }) =>
        operations.create(
          name,
          id,
          site === undefined ? { field: "siteId", place: siteId ?? "" } : { field: "site", place: site },
          extent
        )
      )

    return {
      /** Lists the sites of one installation that the caller may view (rule installation-lists). */
      list: operations.list,
      /**
       * Lists the installations on sites of all organizations that the caller administers (rule installation-lists).
       */
      listOfIntegration: operations.listOfIntegration,
      /** Returns the installation on a site. */
      get: operations.get,
      /** Changes the configuration of an integration on a site. */
      update: operations.update,
      /** Removes an integration from a site; returns false if it is not installed there. */
      remove: operations.remove,
      create
    } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(Layer.provide(PlaceOperations.PlaceOperations.layer))
}
