import { Layer } from "effect"
import { Backups } from "./backup/Backups.ts"
import { Bootstrap } from "./bootstrap/Bootstrap.ts"
import { Rotation } from "./rotation/Rotation.ts"

/** Services of operators that depend on no declared collections. */
export const layer = Layer.mergeAll(Bootstrap.layer)

/** Operations of this area that hosts call, by the name of their group. */
export const hostGroups = {
  backup: Backups,
  rotation: Rotation
}
