import { Layer } from "effect"
import * as BlobUses from "../foundation/blob/BlobUses.ts"
import * as Repository from "../foundation/store/Repository.ts"
import type { StoredRows } from "../foundation/store/StoredRows.ts"
import { collection as blobLocations, blobsOf as markersOf } from "./file/BlobLocation.ts"
import { collection as fileRecords } from "./file/FileRecord.ts"
import { LinkIndex } from "./link-index/LinkIndex.ts"
import { collection as linkSources } from "./link-index/LinkSource.ts"
import { collection as linkTotals } from "./link-index/LinkTotals.ts"
import { NodeCache } from "./tree/NodeCache.ts"

/** What is stored of this area. */
export const rows: StoredRows = {
  collections: [
    Repository.shapeOf(blobLocations),
    Repository.shapeOf(fileRecords),
    Repository.shapeOf(linkSources),
    Repository.shapeOf(linkTotals)
  ],
  blobs: [BlobUses.source(blobLocations, markersOf)]
}

/** Caches and indexes of content. */
export const layer = Layer.mergeAll(LinkIndex.layer, NodeCache.layer)
