import * as CollectionRegistry from "./CollectionRegistry.ts"
import { Backups } from "./operations/backup/Backups.ts"
import * as BackupWalk from "./operations/backup/BackupWalk.ts"
import * as Restoring from "./operations/backup/Restoring.ts"

/** Backups of every collection that is declared (rule backup-complete). */
export const layer = Backups.layer(
  CollectionRegistry.shapes,
  CollectionRegistry.sealed.map(({ name }) => name)
)

/** Restores a backup into a store that is empty, before an engine is opened on it (rule backup-empty). */
export const restore = (bytes: AsyncIterable<Uint8Array>) => Restoring.restore(CollectionRegistry.shapes, bytes)

/** Reads a backup to its end and returns a summary of its content. Requires no store. */
export const check = (bytes: AsyncIterable<Uint8Array>) => BackupWalk.checkBytes(CollectionRegistry.shapes, bytes)
