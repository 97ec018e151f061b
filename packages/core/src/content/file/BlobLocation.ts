import { Data, Effect, Option, Schema } from "effect"
import { Base64Url } from "effect/encoding"
import { BlobStore } from "../../foundation/blob/BlobStore.ts"
import { Secrets } from "../../foundation/secret/Secrets.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { collection as fileRecords } from "./FileRecord.ts"

/** A storage location for files, as configured when a store is opened. */
export const BlobPlace = Schema.Struct({
  kind: Schema.Literals(["store", "folder", "s3", "own"]),
  /** As written by the operator, without credentials. */
  name: Schema.String
})
export type BlobPlace = typeof BlobPlace.Type

/**
 * The location that holds the files of a store, and the hash of a marker file that no other location has (rule
 * blob-location).
 */
export const BlobLocation = Schema.Struct({ id: Schema.String, ...BlobPlace.fields, marker: Schema.String })
type BlobLocation = typeof BlobLocation.Type

export const blobsOf = ({ marker }: BlobLocation): ReadonlyArray<string> => [marker]

export const collection = Repository.collection({
  name: "blob_locations",
  schema: BlobLocation,
  columns: { blobs: { kind: "set", of: blobsOf } },
  indexes: { all: { on: [] } },
  unique: {},
  references: [],
  counters: [],
  rank: 3
})

/** A store was opened with another file location than the one that holds its files. */
export class BlobsMisplaced extends Data.TaggedError("BlobsMisplaced")<{ readonly message: string }> {}

const id = "files"

/** Number of files that are looked up if no location is recorded. */
const sample = 10

const make = Effect.gen(function* () {
  const blobs = yield* BlobStore
  const { random } = yield* Secrets
  const locations = yield* Repository.make(collection)
  const records = yield* Repository.make(fileRecords)

  const isMarked = ({ marker }: BlobLocation) => Effect.map(blobs.open(marker), Option.isSome)

  /** Whether the store has files, and the location has none of the first of them. */
  const lacksFiles = Effect.gen(function* () {
    const files = Repository.values(yield* records.list("all", { equals: {}, limit: sample }))
    const found = yield* Effect.forEach(files, ({ blob }) => blobs.open(blob))
    return found.length > 0 && found.every(Option.isNone)
  })

  const mark = Effect.fnUntraced(function* ({ kind, name }: BlobPlace) {
    const text = `Files of Quire ${Base64Url.encode(yield* random(24))}\n`
    return { id, kind, name, marker: yield* blobs.put(new TextEncoder().encode(text)) }
  })

  const record = Effect.fnUntraced(function* (place: BlobPlace) {
    const next = yield* mark(place)
    const seen = yield* locations.get(id)
    if (Option.isSome(seen)) yield* locations.update(seen.value, next)
    else yield* locations.tryInsert(next).pipe(Effect.catchTag("Taken", () => Effect.void))
  })

  const find = Effect.map(
    locations.get(id),
    Option.map(({ value }) => value)
  )

  return { find, isMarked, lacksFiles, record } as const
})

const misplaced = (message: string) => Effect.fail(new BlobsMisplaced({ message }))

/**
 * Fails unless the location holds the files of the store. A folder or bucket that is accessed under another name is
 * recognized by its marker. The first location that a store is opened with is recorded, if it holds files that the
 * store has.
 */
export const verify = Effect.fnUntraced(function* (place: BlobPlace) {
  const { find, isMarked, lacksFiles, record } = yield* make
  const recorded = Option.getOrUndefined(yield* find)
  const { name } = place
  if (recorded === undefined) {
    if (!(yield* lacksFiles)) return yield* record(place)
    return yield* misplaced(`${name} does not hold the files of this store: pass the place that does with --blobs`)
  }
  const isMoved = `if the files were moved to ${name}, run quire blobs use ${name}`
  if (recorded.kind !== place.kind) {
    return yield* misplaced(
      `this store keeps its files in ${recorded.name}, not in ${name}: pass --blobs ${recorded.name} (or QUIRE_BLOBS), or ${isMoved}`
    )
  }
  if (yield* isMarked(recorded)) return
  return yield* misplaced(
    recorded.name === name
      ? `${name} does not hold the files of this store any more: mount or restore it, or, if they are lost, run quire blobs use ${name} --force`
      : `this store keeps its files in ${recorded.name}, and ${name} does not hold them: pass --blobs ${recorded.name} (or QUIRE_BLOBS), or ${isMoved}`
  )
})

/** Records that the files of the store are in a location, which must hold copies of them unless `force` is set. */
export const use = Effect.fnUntraced(function* (place: BlobPlace, options: { readonly force: boolean }) {
  const { find, isMarked, lacksFiles, record } = yield* make
  const recorded = Option.getOrUndefined(yield* find)
  const isCopy = recorded === undefined || (yield* isMarked(recorded))
  if (!options.force && (!isCopy || (yield* lacksFiles))) {
    const from = recorded?.name ?? "WHERE"
    return yield* misplaced(
      `${place.name} does not hold the files of this store: copy them with quire blobs move --from ${from} --to ${place.name}, or, if they are lost, pass --force`
    )
  }
  yield* record(place)
})
