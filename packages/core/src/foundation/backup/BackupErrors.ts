import { Schema } from "effect"

/** A file is no backup, not all of one, or not as it was written (rule backup-whole). */
export class BackupDamaged extends Schema.TaggedError<BackupDamaged>()("BackupDamaged", { detail: Schema.String }) {
  readonly kind = "unprocessable" as const
  override get message() {
    return `this is not a whole backup: ${this.detail}`
  }
}

/** A backup is whole and cannot be restored here; the detail says what to do. */
export class BackupRefused extends Schema.TaggedError<BackupRefused>()("BackupRefused", { detail: Schema.String }) {
  readonly kind = "precondition" as const
  override get message() {
    return `this backup cannot be restored here: ${this.detail}`
  }
}
