import { Layer } from "effect"
import { LinkIndex } from "./link-index/LinkIndex.ts"
import { NodeCache } from "./tree/NodeCache.ts"

/** Caches and indexes of content. */
export const layer = Layer.mergeAll(LinkIndex.layer, NodeCache.layer)
