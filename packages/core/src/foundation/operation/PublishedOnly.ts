import { Effect, Schema } from "effect"
import { Actor, type Person } from "./Actor.ts"

/** A content token opens the published content that it names, and nothing else (rule content-token-reads). */
export class PublishedOnly extends Schema.TaggedError<PublishedOnly>()("PublishedOnly", {}) {
  readonly kind = "forbidden" as const
  override get message() {
    return "a content token opens the published content that it names, and nothing else"
  }
}

/** The calling person; whoever reads by a content token is refused. */
export const callingPerson = Effect.flatMap(
  Actor,
  (caller): Effect.Effect<Person, PublishedOnly> =>
    caller._tag === "Reader" ? Effect.fail(new PublishedOnly()) : Effect.succeed(caller)
)
