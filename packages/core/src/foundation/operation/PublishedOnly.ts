import { Effect, Schema } from "effect"
import { Actor, type Person } from "./Actor.ts"

/** A content token opens the published content that it names, and nothing else (rule content-token-reads). */
export class PublishedOnly extends Schema.TaggedError<PublishedOnly>()("PublishedOnly", {}) {
  readonly kind = "forbidden" as const
  override get message() {
    return "a content token opens the published content that it names, and nothing else"
  }
}

/** Whoever signed in with an organization's identity provider reaches that organization alone (rule sso-reach). */
export class OrganizationOnly extends Schema.TaggedError<OrganizationOnly>()("OrganizationOnly", {}) {
  readonly kind = "forbidden" as const
  override get message() {
    return "single sign-on opens the organization that it is for, and nothing else"
  }
}

/** The calling person, wherever they signed in; whoever reads by a content token is refused. */
export const callingAnyone = Effect.flatMap(
  Actor,
  (caller): Effect.Effect<Person, PublishedOnly> =>
    caller._tag === "Reader" ? Effect.fail(new PublishedOnly()) : Effect.succeed(caller)
)

/** The calling person as themselves: whoever signed in for one organization is refused, and content tokens are. */
export const callingPerson = Effect.flatMap(
  callingAnyone,
  (caller): Effect.Effect<Person, OrganizationOnly> =>
    caller._tag === "User" && caller.sso !== undefined ? Effect.fail(new OrganizationOnly()) : Effect.succeed(caller)
)
