import { Layer } from "effect"
import { Bootstrap } from "./bootstrap/Bootstrap.ts"

/** Services of the area. */
export const layer = Layer.mergeAll(Bootstrap.layer)
