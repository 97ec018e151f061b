import { BlobMove, ChosenBlobStore } from "@quire/adapters"
import { Postgres } from "@quire/adapters/postgres"
import { BlobStore } from "@quire/core"
import { Context, Data, Effect, Layer } from "effect"
import * as BlobSettings from "./BlobSettings.ts"
import * as PersistentStore from "./PersistentStore.ts"
import * as Sessions from "./Sessions.ts"
import type { Settings } from "./Settings.ts"

/** Some files are damaged; they stay at the source. */
export class BlobsDamaged extends Data.TaggedError("BlobsDamaged")<{ readonly hashes: ReadonlyArray<string> }> {
  override get message() {
    const [first = "", ...others] = this.hashes
    const more = others.length === 0 ? "" : ` and ${others.length} more`
    return `${first}${more} could not be read or are damaged, and were not copied`
  }
}

const print = (line: string) => Effect.sync(() => void process.stdout.write(`${line}\n`))

const describeProgress = ({ bytes, copied, removed, skipped }: BlobMove.Progress, isRemoving: boolean): string => {
  const size = `${(bytes / 1_048_576).toFixed(1)} MiB`
  return `${copied} copied (${size}), ${skipped} already there${isRemoving ? `, ${removed} removed` : ""}`
}

const open = (settings: Settings, place: BlobSettings.BlobSettings) =>
  Effect.gen(function* () {
    const choice = BlobSettings.choiceOf(place)
    if (choice.kind === "store") yield* PersistentStore.requireThere(settings)
    const context = yield* choice.kind === "store"
      ? Layer.build(Postgres.layer(yield* Sessions.optionsOf(settings)))
      : Layer.build(ChosenBlobStore.layerOutsideStore(choice))
    return Context.get(context, BlobStore.BlobStore)
  })

/** Copies all files to another location; fails if some are damaged (rule blob-move). */
export const moveBlobs = (
  settings: Settings,
  { from, to }: BlobSettings.Move,
  remove: boolean
): Effect.Effect<void, unknown> =>
  Effect.gen(function* () {
    const [source, target] = [yield* open(settings, from), yield* open(settings, to)]
    const done = yield* BlobMove.move(source, target, {
      remove,
      onProgress: (progress) => print(describeProgress(progress, remove))
    })
    if (done.copied + done.skipped === 0) yield* print("there are no files")
    if (done.damaged.length > 0) return yield* new BlobsDamaged({ hashes: done.damaged })
  }).pipe(Effect.scoped)
