import { Context, Effect, Layer, Option } from "effect"
import { Actor, user as asUser, type Caller, system } from "../Actor.ts"
import { Unauthenticated } from "../access/Credentials.ts"
import * as Repository from "../store/Repository.ts"
import type { RowStore } from "../store/RowStore.ts"
import { collection } from "../user/User.ts"
import type { UserId } from "../user/UserId.ts"
import { type Introduction, Users } from "../user/Users.ts"

/** What a host sees of a request: enough to find its own session by. */
export interface IdentityRequest {
  readonly method: string
  /** As it was asked for: a path and a query, perhaps with an origin. */
  readonly url: string
  /** Names in lower case. */
  readonly headers: { readonly [name: string]: string | undefined }
}

/** Who the caller is, as the host says: a user by id, or a person who is made a user when nobody has the address. */
export type Identified = { readonly user: UserId } | Introduction

/**
 * Who calls, for hosts that sign people in themselves: the engine never asks for a password. None when the host knows
 * nobody, and other credentials count; a host that fails is a defect, and nobody gets in.
 */
export class Identity extends Context.Service<
  Identity,
  { readonly identify: (request: IdentityRequest) => Effect.Effect<Option.Option<Caller>, Unauthenticated> }
>()("@quire/core/Identity") {
  /** Asks the host; an id that no user has is no credential. */
  static readonly layer = (
    ask: (request: IdentityRequest) => Effect.Effect<Option.Option<Identified>>
  ): Layer.Layer<Identity, never, Users | RowStore> =>
    Layer.effect(
      this,
      Effect.gen(function* () {
        const people = yield* Users
        const users = yield* Repository.make(collection)

        const resolve = Effect.fnUntraced(function* (given: Identified) {
          if (!("user" in given)) {
            const person = yield* Effect.orDie(Effect.provideService(people.ensure(given), Actor, system))
            return asUser(person.id)
          }
          if (Option.isNone(yield* users.get(given.user))) return yield* new Unauthenticated()
          return asUser(given.user)
        })

        return {
          identify: (request) =>
            Effect.flatMap(ask(request), (given) => Effect.transposeOption(Option.map(given, resolve)))
        }
      })
    )
}
