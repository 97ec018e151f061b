import { Schema } from "effect"

/** The document has more blocks, depth or bytes than one may have (rule document-limits). */
export class DocumentTooLarge extends Schema.TaggedError<DocumentTooLarge>()("DocumentTooLarge", {
  field: Schema.String,
  limit: Schema.String
}) {
  readonly kind = "limit" as const
  override get message() {
    return `${this.field}: the document exceeds the limit of ${this.limit}`
  }
}

/** The text takes longer to read, or more memory, than one text may (rule batch-time). */
export class TextTooComplex extends Schema.TaggedError<TextTooComplex>()("TextTooComplex", { field: Schema.String }) {
  readonly kind = "limit" as const
  override get message() {
    return `${this.field}: the text takes too long to parse; use less nesting and less punctuation, or split it into several documents`
  }
}
