import { Schema } from "effect"

/** No integration that works on the space has such a source (rule source-reach). */
export class SourceNotThere extends Schema.TaggedError<SourceNotThere>()("SourceNotThere", {
  source: Schema.String,
  space: Schema.String
}) {
  readonly kind = "not-found" as const
  override get message() {
    return `no integration that works on space ${this.space} has the source ${this.source}`
  }
}

/** A script answered differently to the same question (rule source-same). */
export class AnswerDiffers extends Schema.TaggedError<AnswerDiffers>()("AnswerDiffers", { path: Schema.String }) {
  readonly kind = "foreign" as const
  override get message() {
    return `the answer differs from the one before to the same question: ${this.path}`
  }
}
