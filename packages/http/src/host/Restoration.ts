import { isUint8Array } from "node:util/types"
import { Backup, type BackupErrors, type Engine } from "@quire/core"
import { Effect, Layer } from "effect"
import { OptionInvalid, type Restoration } from "./Options.ts"

type RestorationError = BackupErrors.BackupDamaged | BackupErrors.BackupRefused | OptionInvalid

const refuse = (problem: string, cause?: unknown) =>
  new OptionInvalid({
    option: "restore.from",
    rule: `must be an async iterable that yields the bytes of a backup as Uint8Arrays: ${problem}`,
    cause
  })

/** The pieces of a source; throws `OptionInvalid` where it yields something else, nothing, or fails. */
async function* readPieces(source: AsyncIterable<unknown>): AsyncGenerator<Uint8Array> {
  let isEmpty = true
  try {
    for await (const piece of source) {
      if (!isUint8Array(piece)) throw refuse("it yielded something else")
      isEmpty &&= piece.length === 0
      yield piece
    }
  } catch (error) {
    if (error instanceof OptionInvalid) throw error
    throw refuse("reading it threw an error", error)
  }
  if (isEmpty) throw refuse("it yielded no bytes")
}

const restoreFrom = (source: AsyncIterable<unknown>) =>
  Effect.catchDefect(Backup.restore(readPieces(source)), (defect) =>
    defect instanceof OptionInvalid ? Effect.fail(defect) : Effect.die(defect)
  )

/** Restores a backup before the engine opens, because an open engine caches keys of the store. */
export const layer = (restoration: Restoration | undefined): Layer.Layer<never, RestorationError, Engine.Ports> =>
  restoration === undefined
    ? Layer.empty
    : Layer.effectDiscard(
        Effect.tap(restoreFrom(restoration.from), (restored) => Effect.sync(() => restoration.onRestored?.(restored)))
      )
