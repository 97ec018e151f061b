import { Context, Effect, Layer, Option } from "effect"
import type { UserId } from "../../foundation/id/Ids.ts"
import { Actor, user as asUser, type Caller, system } from "../../foundation/operation/Actor.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import type { RowStore } from "../../foundation/store/RowStore.ts"
import { Unauthenticated } from "../access/Credentials.ts"
import type { Introduction } from "../user/Introduction.ts"
import { collection, isErased } from "../user/User.ts"
import { Users } from "../user/Users.ts"

/** The parts of a request that a host uses to find its own session. */
export interface IdentityRequest {
  readonly method: string
  /** As requested: path and query, possibly with an origin. */
  readonly url: string
  /** Names in lower case. */
  readonly headers: { readonly [name: string]: string | undefined }
}

/** The caller according to the host: a user's id, or the data of a user, who is created if there is none yet. */
export type IdentifiedCaller = { readonly user: UserId } | Introduction

/**
 * Identifies callers for hosts that authenticate users themselves; the engine never handles passwords. If the host
 * returns no caller, other credentials are tried. A failure of the host is a defect, and the request is rejected.
 */
export class Identity extends Context.Service<
  Identity,
  { readonly identify: (request: IdentityRequest) => Effect.Effect<Option.Option<Caller>, Unauthenticated> }
>()("@quire/core/Identity") {
  /** Calls the host. An id that no user has and the address of another user are both rejected. */
  static readonly layer = (
    ask: (request: IdentityRequest) => Effect.Effect<Option.Option<IdentifiedCaller>>
  ): Layer.Layer<Identity, never, Users | RowStore> =>
    Layer.effect(
      this,
      Effect.gen(function* () {
        const people = yield* Users
        const users = yield* Repository.make(collection)

        const ensureIntroduced = (given: Introduction) =>
          people.ensure(given).pipe(
            Effect.tapError(({ message }) =>
              Effect.logWarning(`the user identified by the host application was rejected: ${message}`)
            ),
            Effect.catchTags({
              AddressHeld: () => new Unauthenticated(),
              AddressUnproven: () => new Unauthenticated(),
              HostOnly: Effect.die,
              InputInvalid: Effect.die
            }),
            Effect.provideService(Actor, system)
          )

        const resolve = Effect.fnUntraced(function* (given: IdentifiedCaller) {
          if (!("user" in given)) {
            const person = yield* ensureIntroduced(given)
            return asUser(person.id)
          }
          const person = Option.getOrUndefined(yield* users.get(given.user))?.value
          if (person === undefined || isErased(person)) return yield* new Unauthenticated()
          return asUser(given.user)
        })

        return {
          identify: (request) =>
            Effect.flatMap(ask(request), (given) => Effect.transposeOption(Option.map(given, resolve)))
        }
      })
    )
}
