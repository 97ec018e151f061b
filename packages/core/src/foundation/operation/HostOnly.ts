import { Effect, Schema } from "effect"
import { Actor } from "./Actor.ts"

/** Only the host may perform the operation, and not on behalf of a user. */
export class HostOnly extends Schema.TaggedError<HostOnly>()("HostOnly", { operation: Schema.String }) {
  readonly kind = "forbidden" as const
  override get message() {
    return `${this.operation} can only be performed by the host application`
  }
}

/** Fails unless the caller is the host. */
export const hostOnly = Effect.fnUntraced(function* (operation: string) {
  if ((yield* Actor)._tag !== "System") return yield* new HostOnly({ operation })
})
