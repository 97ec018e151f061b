import { Schema } from "effect"

/** The text of one document is beyond what one may hold. */
export class DocumentTooLarge extends Schema.TaggedError<DocumentTooLarge>()("DocumentTooLarge", {
  field: Schema.String,
  limit: Schema.String
}) {
  readonly kind = "limit" as const
  override get message() {
    return `${this.field}: the document is beyond the limit of ${this.limit}`
  }
}

/** The text of one document takes longer to read, or more memory, than one may. */
export class TextTooComplex extends Schema.TaggedError<TextTooComplex>()("TextTooComplex", { field: Schema.String }) {
  readonly kind = "limit" as const
  override get message() {
    return `${this.field}: the text takes too long to read; use less nesting and fewer signs, or several documents`
  }
}
