import { Context, Effect, Layer } from "effect"
import type { InstallationId } from "../../foundation/id/Ids.ts"
import { checked } from "../../foundation/input/Input.ts"
import { SpaceCreate } from "./IntegrationInstallation.ts"
import * as PlaceOperations from "./PlaceOperations.ts"

const checkCreate = checked(SpaceCreate)

/** Installations on spaces. */
export class SpaceInstallations extends Context.Service<SpaceInstallations>()("@quire/core/SpaceInstallations", {
  make: Effect.gen(function* () {
    const { operationsOn } = yield* PlaceOperations.PlaceOperations
    const operations = operationsOn("space", "SpaceInstallations", (views, shown) => views.ofSpaces(shown))

    /** Installs an integration of the organization on a space. */
    const create = (name: string, id: InstallationId, given: SpaceCreate, extent: PlaceOperations.Extent = {}) =>
      Effect.flatMap(checkCreate(given), ({ space: place }) =>
        operations.create(name, id, { field: "space", place }, extent)
      )

    return {
      /** Lists the spaces of one installation that the caller may view (rule installation-lists). */
      list: operations.list,
      /**
       * Lists the installations on spaces of all organizations that the caller administers (rule installation-lists).
       */
      listOfIntegration: operations.listOfIntegration,
      /** Returns the installation on a space. */
      get: operations.get,
      /** Changes the configuration of an integration on a space. */
      update: operations.update,
      /** Takes an integration off a space; false if it has nothing there. */
      remove: operations.remove,
      create
    } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(Layer.provide(PlaceOperations.PlaceOperations.layer))
}
