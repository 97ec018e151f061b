import { Context, Effect, Layer } from "effect"
import type { InstallationId } from "../../foundation/id/InstallationId.ts"
import { checked } from "../../foundation/input/Input.ts"
import * as InstallationInput from "./InstallationInput.ts"
import { PlacePatch } from "./InstallationInput.ts"
import * as PlaceOperations from "./PlaceOperations.ts"

const checkCreate = checked(InstallationInput.SiteCreate)
const checkPatch = checked(PlacePatch)

/** Integrations on sites of organizations that they are installed on. */
export class SiteInstallations extends Context.Service<SiteInstallations>()("@quire/core/SiteInstallations", {
  make: Effect.gen(function* () {
    const operations = yield* PlaceOperations.make("site", "SiteInstallations", (views, shown) => views.ofSites(shown))

    /** Puts an integration that is installed on a site. */
    const create = (
      name: string,
      id: InstallationId,
      given: InstallationInput.SiteCreate,
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

    /** Changes what an integration is told on a site. */
    const update = (
      name: string,
      id: InstallationId,
      site: string,
      given: PlacePatch,
      extent: PlaceOperations.Extent = {}
    ) => Effect.flatMap(checkPatch(given), (changes) => operations.update(name, id, site, changes, extent))

    return {
      /** Those on sites of one installation that the caller may view (rule installation-lists). */
      list: operations.list,
      /** Those on sites of all organizations that the caller administers (rule installation-lists). */
      listOfIntegration: operations.listOfIntegration,
      /** What an installation has on a site. */
      get: operations.get,
      /** Takes an integration off a site; false if it has nothing there. */
      remove: operations.remove,
      create,
      update
    } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}
