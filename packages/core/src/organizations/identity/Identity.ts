import { Context, Effect, Layer, Option } from "effect"
import type { Introduction } from "../../accounts/user/Introduction.ts"
import { collection } from "../../accounts/user/User.ts"
import { Users } from "../../accounts/user/Users.ts"
import type { UserId } from "../../foundation/id/UserId.ts"
import { Actor, user as asUser, type Caller, system } from "../../foundation/operation/Actor.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import type { RowStore } from "../../foundation/store/RowStore.ts"
import { Unauthenticated } from "../access/Credentials.ts"

/** What a host sees of a request: enough to find its own session by. */
export interface IdentityRequest {
  readonly method: string
  /** As it was asked for: a path and a query, perhaps with an origin. */
  readonly url: string
  /** Names in lower case. */
  readonly headers: { readonly [name: string]: string | undefined }
}

/** Who the caller is, as the host says: a user by id, or a person, who is made a user when nobody is that person yet. */
export type Identified = { readonly user: UserId } | Introduction

/**
 * Who calls, for hosts that sign people in themselves: the engine never asks for a password. None when the host knows
 * nobody, and other credentials count; a host that fails is a defect, and nobody gets in.
 */
export class Identity extends Context.Service<
  Identity,
  { readonly identify: (request: IdentityRequest) => Effect.Effect<Option.Option<Caller>, Unauthenticated> }
>()("@quire/core/Identity") {
  /** Asks the host; neither an id that no user has nor the address of another person is a credential. */
  static readonly layer = (
    ask: (request: IdentityRequest) => Effect.Effect<Option.Option<Identified>>
  ): Layer.Layer<Identity, never, Users | RowStore> =>
    Layer.effect(
      this,
      Effect.gen(function* () {
        const people = yield* Users
        const users = yield* Repository.make(collection)

        const ensureIntroduced = (given: Introduction) =>
          people.ensure(given).pipe(
            Effect.tapError(({ message }) => Effect.logWarning(`nobody was let in as the host introduced: ${message}`)),
            Effect.catchTag("AddressHeld", () => new Unauthenticated()),
            Effect.catchTags({ HostOnly: Effect.die, InputInvalid: Effect.die }),
            Effect.provideService(Actor, system)
          )

        const resolve = Effect.fnUntraced(function* (given: Identified) {
          if (!("user" in given)) {
            const person = yield* ensureIntroduced(given)
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
