import { ChosenBlobStore } from "@quire/adapters"
import { Effect } from "effect"
import * as BlobSettings from "./BlobSettings.ts"
import * as PersistentStore from "./PersistentStore.ts"
import type { Settings } from "./Settings.ts"

/** Records a location as the file storage of the store (rule blob-location). */
export const useBlobs = (
  settings: Settings,
  place: BlobSettings.BlobSettings,
  force: boolean
): Effect.Effect<void, unknown> =>
  Effect.gen(function* () {
    yield* PersistentStore.requirePersistentStore(settings)
    const engine = PersistentStore.engine({ ...settings, blobs: place }, { acceptBlobs: force ? "lost" : "moved" })
    const { name } = ChosenBlobStore.placeOf(BlobSettings.choiceOf(place))
    yield* Effect.provide(
      Effect.sync(() => void process.stdout.write(`This store now keeps its files in ${name}.\n`)),
      engine
    )
  })
