import { Layer } from "effect"
import { LinkIndex } from "./link-index/LinkIndex.ts"
import { NodeCache } from "./tree/NodeCache.ts"

/** Services of the area. */
export const layer = Layer.mergeAll(LinkIndex.layer, NodeCache.layer)
