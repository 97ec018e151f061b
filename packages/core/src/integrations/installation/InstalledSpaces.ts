import { Effect, Layer } from "effect"
import * as Repository from "../../foundation/store/Repository.ts"
import { SpaceDepartures } from "../../spaces/space/SpaceDepartures.ts"
import { collection } from "./PlaceInstallation.ts"

/** Removes integrations from spaces that are transferred to another organization (rule installation-transfer). */
export const layer = Layer.effect(
  SpaceDepartures,
  Effect.map(Repository.make(collection), (places) => ({
    leave: (spaces) => Effect.asVoid(places.removeWhere("onPlace", { equals: { place: { in: spaces } } }))
  }))
)
