import { Schema } from "effect"

/** The document exceeds the limit of blocks, depth or bytes (rule document-limits). */
export class DocumentTooLarge extends Schema.TaggedError<DocumentTooLarge>()("DocumentTooLarge", {
  field: Schema.String,
  limit: Schema.String
}) {
  readonly kind = "limit" as const
  override get message() {
    return `${this.field}: the document exceeds the limit of ${this.limit}`
  }
}

/** Parsing the text takes more time or memory than allowed (rule batch-time). */
export class TextTooComplex extends Schema.TaggedError<TextTooComplex>()("TextTooComplex", { field: Schema.String }) {
  readonly kind = "limit" as const
  override get message() {
    return `${this.field}: the text takes too long to parse; use less nesting and less punctuation, or split it into several documents`
  }
}
