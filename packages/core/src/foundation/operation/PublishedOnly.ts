import { Effect, Schema } from "effect"
import { Actor, type Person } from "./Actor.ts"

/** A content token gives access only to the published content that it was issued for (rule content-token-reads). */
export class PublishedOnly extends Schema.TaggedError<PublishedOnly>()("PublishedOnly", {}) {
  readonly kind = "forbidden" as const
  override get message() {
    return "a content token only gives access to the published content that it was issued for"
  }
}

/**
 * A caller who signed in with an organization's identity provider has access to that organization only (rule
 * sso-reach).
 */
export class OrganizationOnly extends Schema.TaggedError<OrganizationOnly>()("OrganizationOnly", {}) {
  readonly kind = "forbidden" as const
  override get message() {
    return "this single sign-on session only gives access to its own organization"
  }
}

/** An integration may only perform what its scopes permit (rule scope-grants). */
export class ScopesOnly extends Schema.TaggedError<ScopesOnly>()("ScopesOnly", {}) {
  readonly kind = "forbidden" as const
  override get message() {
    return "no integration scope gives access to this operation"
  }
}

/** The endpoint requires a scope that the integration did not declare (rule scope-endpoints). */
export class ScopeMissing extends Schema.TaggedError<ScopeMissing>()("ScopeMissing", { scope: Schema.String }) {
  readonly kind = "forbidden" as const
  override get message() {
    return `the integration does not declare the required scope ${this.scope}`
  }
}

/**
 * The calling person, whether signed in directly or by single sign-on; integrations and callers with a content token
 * are rejected.
 */
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

/**
 * The calling person, signed in directly: callers who signed in by single sign-on, integrations and content tokens are
 * rejected.
 */
export const callingPerson = Effect.flatMap(
  callingAnyone,
  (caller): Effect.Effect<Person, OrganizationOnly> =>
    caller._tag === "User" && caller.sso !== undefined ? Effect.fail(new OrganizationOnly()) : Effect.succeed(caller)
)
