import { Schema } from "effect"

/** A script returned different responses to the same request (rule source-same). */
export class AnswerDiffers extends Schema.TaggedError<AnswerDiffers>()("AnswerDiffers", { path: Schema.String }) {
  readonly kind = "foreign" as const
  override get message() {
    return `the response differs from the previous response to the same request: ${this.path}`
  }
}
