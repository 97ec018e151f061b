import { Schema } from "effect"

/** There is no such delivery of the receiver, or it is no dead letter. */
export class DeadLetterNotFound extends Schema.TaggedError<DeadLetterNotFound>()("DeadLetterNotFound", {
  event: Schema.String
}) {
  readonly kind = "not-found" as const
  override get message() {
    return `event ${this.event} has no failed delivery`
  }
}
