import { createReadStream } from "node:fs"
import { GzipPacking } from "@quire/adapters"
import { Actor, Backup as Backups, Reindex, type Restoring } from "@quire/core"
import { Effect } from "effect"
import * as Audit from "./Audit.ts"
import * as Backup from "./Backup.ts"
import * as Layers from "./Layers.ts"
import * as PersistentStore from "./PersistentStore.ts"
import type { Settings } from "./Settings.ts"

/** Rebuilds the search index of restored content; a server that starts continues an unfinished rebuild. */
const rebuildSearch = Effect.gen(function* () {
  const { run } = yield* Reindex.Reindex
  const { pages } = yield* run()
  yield* Backup.print(`search index rebuilt: ${pages} ${pages === 1 ? "page" : "pages"}`)
}).pipe(Effect.provideService(Actor.Actor, Actor.system))

/** Restores a backup into the configured store, which must be empty. The whole file is verified first. */
export const restoreBackup = (settings: Settings, file: string): Effect.Effect<void, unknown> =>
  Effect.gen(function* () {
    yield* Backup.refuseStream("FILE", file)
    yield* PersistentStore.requirePersistentStore(settings)
    yield* Backup.requireFile(file)
    const summary = yield* Effect.provide(Backups.check(createReadStream(file)), GzipPacking.layer)
    yield* Backup.print(`${file} is ${summary.missing.length === 0 ? "" : "in"}complete: ${Backup.describe(summary)}`)
    let restored: Restoring.RestoreResult | undefined
    const restore = {
      from: createReadStream(file),
      onRestored: (done: Restoring.RestoreResult) => {
        restored = done
      }
    }
    yield* Effect.provide(
      Effect.gen(function* () {
        yield* Backup.print("restored the backup and verified the contents of the store")
        yield* rebuildSearch
      }),
      Layers.engine(settings, { restore })
    )
    if (restored === undefined) return
    yield* Backup.warnOfKeys(restored.keys)
    yield* Backup.warnOfMissing(restored)
    yield* Audit.report(restored.audit)
  })
