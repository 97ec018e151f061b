import { Layer } from "effect"
import { Bootstrap } from "./bootstrap/Bootstrap.ts"

/** Services of operators that depend on no declared collections. */
export const layer = Layer.mergeAll(Bootstrap.layer)
