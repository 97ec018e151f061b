import { Effect, Schema } from "effect"
import { Actor, type Person } from "./Actor.ts"

/** A content token opens the published content that it names, and nothing else (rule content-token-reads). */
export class PublishedOnly extends Schema.TaggedError<PublishedOnly>()("PublishedOnly", {}) {
  readonly kind = "forbidden" as const
  override get message() {
    return "a content token only gives access to the published content that it was issued for"
  }
}

/** Whoever signed in with an organization's identity provider reaches that organization alone (rule sso-reach). */
export class OrganizationOnly extends Schema.TaggedError<OrganizationOnly>()("OrganizationOnly", {}) {
  readonly kind = "forbidden" as const
  override get message() {
    return "this single sign-on session only gives access to its own organization"
  }
}

/** An integration does what its scopes name, and nothing else (rule scope-grants). */
export class ScopesOnly extends Schema.TaggedError<ScopesOnly>()("ScopesOnly", {}) {
  readonly kind = "forbidden" as const
  override get message() {
    return "no integration scope gives access to this operation"
  }
}

/** An endpoint wants a scope that the integration did not declare (rule scope-endpoints). */
export class ScopeMissing extends Schema.TaggedError<ScopeMissing>()("ScopeMissing", { scope: Schema.String }) {
  readonly kind = "forbidden" as const
  override get message() {
    return `the integration does not declare the required scope ${this.scope}`
  }
}

/** The calling person, wherever they signed in; integrations and whoever reads by a content token are refused. */
export const callingAnyone = Effect.flatMap(Actor, (caller): Effect.Effect<Person, PublishedOnly | ScopesOnly> => {
  switch (caller._tag) {
    case "Reader":
      return Effect.fail(new PublishedOnly())
    case "Integration":
      return Effect.fail(new ScopesOnly())
    default:
      return Effect.succeed(caller)
  }
})

/** The calling person as themselves: whoever signed in for one organization is refused, and content tokens are. */
export const callingPerson = Effect.flatMap(
  callingAnyone,
  (caller): Effect.Effect<Person, OrganizationOnly> =>
    caller._tag === "User" && caller.sso !== undefined ? Effect.fail(new OrganizationOnly()) : Effect.succeed(caller)
)
