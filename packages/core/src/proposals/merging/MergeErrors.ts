import { Schema } from "effect"

/** The space or the change request has changed since the conflicts were read (rule merge-resolve). */
export class ResolutionOutdated extends Schema.TaggedError<ResolutionOutdated>()("ResolutionOutdated", {
  field: Schema.Literals(["expectedBase", "expectedHead"]),
  expected: Schema.String,
  actual: Schema.String
}) {
  readonly kind = "conflict" as const
  override get message() {
    return `${this.field} is ${this.expected}, but the current revision is ${this.actual}: read the conflicts again`
  }
}

/** Some conflicts are not resolved; nothing was written (rule merge-conflicts). */
export class ConflictsRemain extends Schema.TaggedError<ConflictsRemain>()("ConflictsRemain", {
  keys: Schema.Array(Schema.String)
}) {
  readonly kind = "conflict" as const
  override get message() {
    return `unresolved conflicts: ${this.keys.slice(0, 20).join(", ")}${this.keys.length > 20 ? ", …" : ""}`
  }
}

/** A resolution names a conflict that is not there (rule merge-resolve). */
export class ConflictUnknown extends Schema.TaggedError<ConflictUnknown>()("ConflictUnknown", { key: Schema.String }) {
  readonly kind = "invalid" as const
  override get message() {
    return `resolutions.${this.key}: is not a conflict of this change request`
  }
  get details() {
    return [{ path: `resolutions.${this.key}`, rule: "must be the key of a conflict" }]
  }
}
