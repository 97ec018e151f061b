import { Effect, Schema } from "effect"
import type { BlobHash } from "../../foundation/blob/BlobStore.ts"
import type { StoredCollection } from "../../foundation/store/Repository.ts"
import type { ColumnValue } from "../../foundation/store/RowStore.ts"
import { BackupDamaged, type MissingFile } from "./BackupErrors.ts"

/** A row of a collection without its columns, which are recomputed from it. */
export const Row = Schema.Struct({
  id: Schema.String,
  doc: Schema.Unknown,
  docVersion: Schema.Int,
  version: Schema.Int,
  counters: Schema.Record(Schema.String, Schema.Int)
})
export type Row = typeof Row.Type

/** A node of content. */
export const Node = Schema.Struct({ space: Schema.String, hash: Schema.String, text: Schema.String })
export type Node = typeof Node.Type

/** The reader keys of one placement, in order. */
export const Readers = Schema.Struct({
  organization: Schema.String,
  kind: Schema.Literals(["collection", "site", "space"]),
  placement: Schema.String,
  keys: Schema.Array(Schema.String)
})
export type Readers = typeof Readers.Type

/** The position of an event: the number of its epoch, from 1, and its order within the epoch. */
export const OutboxPosition = Schema.Struct({ epoch: Schema.Int, xid: Schema.String, seq: Schema.Int })
export type OutboxPosition = typeof OutboxPosition.Type

/** An event of the outbox with its position. */
export const PlacedEvent = Schema.Struct({
  place: OutboxPosition,
  event: Schema.Struct({
    id: Schema.String,
    type: Schema.String,
    at: Schema.Int,
    actor: Schema.String,
    token: Schema.NullOr(Schema.String).pipe(Schema.withDecodingDefaultType(Effect.succeed(null))),
    organization: Schema.NullOr(Schema.String),
    space: Schema.NullOr(Schema.String),
    subjects: Schema.Array(Schema.String),
    before: Schema.optionalKey(Schema.Unknown),
    after: Schema.optionalKey(Schema.Unknown)
  })
})
export type PlacedEvent = typeof PlacedEvent.Type

/** A job with its state. */
export const Job = Schema.Struct({
  kind: Schema.String,
  key: Schema.String,
  payload: Schema.String,
  sequence: Schema.Int,
  at: Schema.Int,
  runAt: Schema.Int,
  attempts: Schema.Int,
  held: Schema.NullOr(Schema.Struct({ token: Schema.String, until: Schema.Int })),
  reason: Schema.NullOr(Schema.String),
  failedAt: Schema.NullOr(Schema.Int),
  isWithdrawn: Schema.Boolean
})
export type Job = typeof Job.Type

/** The columns that name the bytes of files. */
const columns = ["blob", "blobs"] as const

/** The collections whose rows name files: the same that keep bytes from being removed. */
export const naming = (shapes: ReadonlyArray<StoredCollection>): ReadonlyArray<StoredCollection> =>
  shapes.filter((shape) => columns.some((column) => column in shape.columns))

const isHash = Schema.is(Schema.NonEmptyString)

const hashesOf = (stored: ColumnValue | undefined): ReadonlyArray<BlobHash> =>
  [stored].flat().flatMap((hash) => (isHash(hash) ? [hash] : []))

const decode = Schema.decodeUnknownEffect(Schema.Array(Schema.fromJsonString(Row)))

/** Files that were read, by their hash. */
export interface VerifiedFiles {
  readonly whole: ReadonlySet<BlobHash>
  /** Files whose bytes do not match their hash. */
  readonly damaged: ReadonlySet<BlobHash>
}

/** Records the files that rows reference and that are missing, section by section. */
export const makeLedger = (shapes: ReadonlyArray<StoredCollection>, { damaged, whole }: VerifiedFiles) => {
  const byName = new Map(naming(shapes).map((shape) => [shape.name, shape]))
  const missing = new Map<BlobHash, MissingFile>()

  const note = Effect.fnUntraced(function* (section: string, lines: ReadonlyArray<string>) {
    const shape = byName.get(section)
    if (shape === undefined) return
    const rows = yield* Effect.mapError(
      decode(lines),
      () => new BackupDamaged({ detail: `an entry of ${section} cannot be read` })
    )
    for (const row of rows) {
      const stored = shape.columnsOf(row)
      for (const file of columns.flatMap((column) => hashesOf(stored[column]))) {
        if (!whole.has(file) && !missing.has(file)) missing.set(file, { file, namedBy: `${section} ${row.id}` })
      }
    }
  })

  /** After the last section: what nothing names is in it where it is damaged. */
  const list = (): ReadonlyArray<MissingFile> => [
    ...missing.values(),
    ...[...damaged].filter((file) => !missing.has(file)).map((file) => ({ file, namedBy: null }))
  ]

  return { list, note } as const
}
