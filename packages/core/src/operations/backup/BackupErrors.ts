import { Schema } from "effect"

/** The file is not a backup, is incomplete or was modified (rule backup-whole). */
export class BackupDamaged extends Schema.TaggedError<BackupDamaged>()("BackupDamaged", { detail: Schema.String }) {
  readonly kind = "unprocessable" as const
  override get message() {
    return `the backup is incomplete or damaged: ${this.detail}`
  }
}

/** A missing or damaged file, and the first row that refers to it; null if none does. */
export const MissingFile = Schema.Struct({ file: Schema.String, namedBy: Schema.NullOr(Schema.String) })
export type MissingFile = typeof MissingFile.Type

/** Maximum number of files listed in the message; all are counted. */
const listed = 10

/** Formats the first missing files: their hashes, and the rows that refer to them. */
export const listMissing = (missing: ReadonlyArray<MissingFile>): string => {
  const names = missing.slice(0, listed).map(({ file, namedBy }) => (namedBy === null ? file : `${file} (${namedBy})`))
  return [...names, ...(missing.length > listed ? [`${missing.length - listed} more`] : [])].join(", ")
}

/**
 * Files that the rows refer to are missing from the blob store or damaged, so a backup would be incomplete (rule
 * backup-missing).
 */
export class BackupIncomplete extends Schema.TaggedError<BackupIncomplete>()("BackupIncomplete", {
  missing: Schema.Array(MissingFile)
}) {
  readonly kind = "precondition" as const
  override get message() {
    const count = this.missing.length === 1 ? "1 file is" : `${this.missing.length} files are`
    return `the backup would be incomplete: ${count} missing or damaged in the blob store: ${listMissing(this.missing)}`
  }
}

/** The backup is valid but cannot be restored to this store; the detail says what to do. */
export class BackupRefused extends Schema.TaggedError<BackupRefused>()("BackupRefused", { detail: Schema.String }) {
  readonly kind = "precondition" as const
  override get message() {
    return `the backup cannot be restored to this store: ${this.detail}`
  }
}
