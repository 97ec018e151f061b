import { Schema } from "effect"

/** The receiver has no such delivery, or the delivery has not failed permanently. */
export class DeadLetterNotFound extends Schema.TaggedError<DeadLetterNotFound>()("DeadLetterNotFound", {
  event: Schema.String
}) {
  readonly kind = "not-found" as const
  override get message() {
    return `event ${this.event} has no failed delivery`
  }
}
