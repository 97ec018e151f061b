import { Backup, type BackupErrors, type Engine, type Restoring } from "@quire/core"
import { Effect, Layer } from "effect"

/** A backup to restore, and a callback for the result. */
export interface Restoration {
  /** Its bytes, such as a stream that reads a file. */
  readonly from: AsyncIterable<Uint8Array>
  readonly onRestored?: (restored: Restoring.RestoreResult) => void
}

/** Why a backup was not restored. */
export type RestorationError = BackupErrors.BackupDamaged | BackupErrors.BackupRefused

/** Restores a backup before the engine opens, because an open engine caches keys of the store. */
export const layer = (restoration: Restoration | undefined): Layer.Layer<never, RestorationError, Engine.Ports> =>
  restoration === undefined
    ? Layer.empty
    : Layer.effectDiscard(
        Effect.tap(Backup.restore(restoration.from), (restored) =>
          Effect.sync(() => restoration.onRestored?.(restored))
        )
      )
