import { Effect, Schema } from "effect"
import type { BlobHash } from "../../foundation/blob/BlobStore.ts"
import type { StoredCollection } from "../../foundation/store/Repository.ts"
import type { ColumnValue } from "../../foundation/store/RowStore.ts"
import { BackupDamaged, type MissingFile } from "./BackupErrors.ts"
import * as BackupManifest from "./BackupManifest.ts"

/** The columns that name the bytes of files. */
const columns = ["blob", "blobs"] as const

/** The collections whose rows name files: the same that keep bytes from being removed. */
export const naming = (shapes: ReadonlyArray<StoredCollection>): ReadonlyArray<StoredCollection> =>
  shapes.filter((shape) => columns.some((column) => column in shape.columns))

const isHash = Schema.is(Schema.NonEmptyString)

const hashesOf = (stored: ColumnValue | undefined): ReadonlyArray<BlobHash> =>
  [stored].flat().flatMap((hash) => (isHash(hash) ? [hash] : []))

const decode = Schema.decodeUnknownEffect(Schema.Array(Schema.fromJsonString(BackupManifest.Row)))

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
