import { Context, Effect, Layer, Schema } from "effect"
import { UserId } from "../../foundation/id/UserId.ts"
import { optional } from "../../foundation/input/Input.ts"
import { type Caller, system } from "../../foundation/operation/Actor.ts"
import { SignedInFor } from "../../foundation/operation/SignedInFor.ts"
import { SignInCheck } from "./SignInCheck.ts"

/**
 * A caller as stored in a signed address or a job until it is used. Every kind of caller is explicit: a missing value
 * is never interpreted as the host (rule caller-carried).
 */
export const StoredCaller = Schema.Union([
  Schema.Struct({ kind: Schema.Literal("host") }),
  Schema.Struct({
    kind: Schema.Literal("person"),
    user: UserId,
    /** Ids of the credential; absent if the host itself authenticated the user. */
    token: optional(Schema.String),
    session: optional(Schema.String),
    sso: optional(SignedInFor)
  }),
  Schema.Struct({
    kind: Schema.Literal("integration"),
    integration: Schema.String,
    installation: optional(Schema.String)
  })
])
export type StoredCaller = typeof StoredCaller.Type

/** The caller no longer exists or lost access, or uses a content token, which cannot act for a user. */
export class CallerGone extends Schema.TaggedError<CallerGone>()("CallerGone", {}) {
  readonly kind = "forbidden" as const
  override get message() {
    return "the caller no longer exists"
  }
}

/** Converts a caller to its stored form. */
export const of = (caller: Caller): Effect.Effect<StoredCaller, CallerGone> => {
  switch (caller._tag) {
    case "System":
      return Effect.succeed({ kind: "host" })
    case "User": {
      const { session, sso, token, user } = caller
      return Effect.succeed({
        kind: "person",
        user,
        ...(token === undefined ? {} : { token }),
        ...(session === undefined ? {} : { session }),
        ...(sso === undefined ? {} : { sso })
      })
    }
    case "Integration": {
      const { installation, integration } = caller.acting
      return Effect.succeed({
        kind: "integration",
        integration,
        ...(installation === undefined ? {} : { installation })
      })
    }
    case "Reader":
      return Effect.fail(new CallerGone())
  }
}

/** Restores stored callers. Permissions are checked again, and a single sign-on must still be valid. */
export class StoredCallers extends Context.Service<StoredCallers>()("@quire/core/StoredCallers", {
  make: Effect.gen(function* () {
    const { holds } = yield* SignInCheck

    const restoreCaller = Effect.fnUntraced(function* (stored: StoredCaller): Effect.fn.Return<Caller, CallerGone> {
      switch (stored.kind) {
        case "host":
          return system
        case "person": {
          const { kind: _, ...person } = stored
          if (person.sso !== undefined && !(yield* holds(person.user, person.sso))) return yield* new CallerGone()
          return { _tag: "User", ...person }
        }
        case "integration": {
          const { kind: _, ...bearer } = stored
          return { _tag: "Integration", acting: { ...bearer, token: "", scopes: new Set() } }
        }
      }
    })

    return { restoreCaller } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(Layer.provide(SignInCheck.layer))
}
