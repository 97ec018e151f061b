import { BlobMove, ChosenBlobStore } from "@quire/adapters"
import { PgBlobStore, PgSession } from "@quire/adapters/postgres"
import { BlobStore } from "@quire/core"
import { Data, Effect, Layer } from "effect"
import * as BlobSettings from "./BlobSettings.ts"
import * as Sessions from "./Sessions.ts"
import type { Settings } from "./Settings.ts"
import { UsageError } from "./UsageError.ts"

/** Some files are not what was put: they are left where they are. */
export class BlobsDamaged extends Data.TaggedError("BlobsDamaged")<{ readonly hashes: ReadonlyArray<string> }> {
  override get message() {
    const [first = "", ...others] = this.hashes
    const more = others.length === 0 ? "" : ` and ${others.length} more`
    return `${first}${more} cannot be read as they were put, and were not copied`
  }
}

const print = (line: string) => Effect.sync(() => void process.stdout.write(`${line}\n`))

const describeProgress = ({ bytes, copied, removed, skipped }: BlobMove.Progress, isRemoving: boolean): string => {
  const size = `${(bytes / 1_048_576).toFixed(1)} MiB`
  return `${copied} copied (${size}), ${skipped} there already${isRemoving ? `, ${removed} removed` : ""}`
}

const parsePlace = (option: "from" | "to", text: string | undefined): BlobSettings.BlobSettings => {
  if (text === undefined) throw new UsageError({ message: "the command is: quire blobs move --from WHERE --to WHERE" })
  return BlobSettings.parse({ name: `--${option}`, text }, process.env)
}

const open = (settings: Settings, place: BlobSettings.BlobSettings) =>
  Effect.gen(function* () {
    const chosen = ChosenBlobStore.layer(BlobSettings.choiceOf(place))
    const ofStore =
      place._tag === "Store"
        ? PgBlobStore.layer.pipe(Layer.provide(PgSession.layer(yield* Sessions.optionsOf(settings))))
        : Layer.succeed(BlobStore.BlobStore, absent)
    const context = yield* Layer.build(chosen.pipe(Layer.provide(ofStore)))
    return yield* Effect.provide(BlobStore.BlobStore, context)
  })

/** Nothing is asked of the store where files do not lie in it. */
const absent: typeof BlobStore.BlobStore.Service = {
  put: () => Effect.die("there is no store"),
  get: () => Effect.succeedNone,
  open: () => Effect.succeedNone,
  listOlder: () => Effect.succeed([]),
  remove: () => Effect.succeed(0)
}

/** Copies every file from one place to another; fails when some are damaged (rule blob-move). */
export const moveBlobs = (
  settings: Settings,
  given: { readonly from: string | undefined; readonly to: string | undefined; readonly remove: boolean }
): Effect.Effect<void, unknown> => {
  const [from, to] = [parsePlace("from", given.from), parsePlace("to", given.to)]
  if (given.from === given.to) throw new UsageError({ message: "--from and --to are the same place" })
  return Effect.gen(function* () {
    const [source, target] = [yield* open(settings, from), yield* open(settings, to)]
    const done = yield* BlobMove.move(source, target, {
      remove: given.remove,
      onProgress: (progress) => print(describeProgress(progress, given.remove))
    })
    if (done.copied + done.skipped === 0) yield* print("there are no files")
    if (done.damaged.length > 0) return yield* new BlobsDamaged({ hashes: done.damaged })
  }).pipe(Effect.scoped)
}
