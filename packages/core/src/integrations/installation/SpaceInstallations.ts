import { Context, Effect, Layer } from "effect"
import type { InstallationId } from "../../foundation/id/InstallationId.ts"
import { checked } from "../../foundation/input/Input.ts"
import { PlacePatch, SpaceCreate } from "./InstallationInput.ts"
import * as PlaceOperations from "./PlaceOperations.ts"

const checkCreate = checked(SpaceCreate)
const checkPatch = checked(PlacePatch)

/** Integrations on spaces of organizations that they are installed on. */
export class SpaceInstallations extends Context.Service<SpaceInstallations>()("@quire/core/SpaceInstallations", {
  make: Effect.gen(function* () {
    const operations = yield* PlaceOperations.make("space", "SpaceInstallations", (views, shown) =>
      views.ofSpaces(shown)
    )

    const create = (name: string, id: InstallationId, given: SpaceCreate, extent: PlaceOperations.Extent = {}) =>
      Effect.flatMap(checkCreate(given), ({ space: place }) =>
        operations.create(name, id, { field: "space", place }, extent)
      )

    const update = (
      name: string,
      id: InstallationId,
      space: string,
      given: PlacePatch,
      extent: PlaceOperations.Extent = {}
    ) => Effect.flatMap(checkPatch(given), (changes) => operations.update(name, id, space, changes, extent))

    return { ...operations, create, update } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}
