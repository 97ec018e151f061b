import { Context, Effect, Layer } from "effect"
import type { InstallationId } from "../../foundation/id/InstallationId.ts"
import { checked } from "../../foundation/input/Input.ts"
import { operation } from "../../foundation/operation/Operation.ts"
import * as Locked from "../../organizations/placement/Locked.ts"
import { SpaceNotFound } from "../../organizations/placement/PlaceNotFound.ts"
import { PlacePatch, SpaceCreate } from "./InstallationInput.ts"
import type { SpaceScriptView } from "./InstallationView.ts"
import * as PlaceOperations from "./PlaceOperations.ts"

const checkCreate = checked(SpaceCreate)
const checkPatch = checked(PlacePatch)

/** Integrations on spaces of organizations that they are installed on. */
export class SpaceInstallations extends Context.Service<SpaceInstallations>()("@quire/core/SpaceInstallations", {
  make: Effect.gen(function* () {
    const { findActive } = yield* Locked.make
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

    /** None: scripts are of sites (rule installation-lists). */
    const listScripts = operation("SpaceInstallations.listScripts")(function* (id: string) {
      yield* findActive({ kind: "space", id, action: "content:view", notFound: () => new SpaceNotFound({ id }) })
      const none: ReadonlyArray<SpaceScriptView> = []
      return none
    })

    return { ...operations, create, update, listScripts } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}
