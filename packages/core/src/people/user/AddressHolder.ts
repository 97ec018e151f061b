import { Context, Effect, Layer, Option } from "effect"
import * as Repository from "../../foundation/store/Repository.ts"
import type * as AddressBinding from "./AddressBinding.ts"
import type { User } from "./User.ts"
import type * as UserIdentity from "./UserIdentity.ts"
import { collection } from "./UserIdentity.ts"

/** Finds the identities of a user, to decide about claims to their address (rule address-binds). */
export class AddressHolder extends Context.Service<AddressHolder>()("@quire/core/AddressHolder", {
  make: Effect.gen(function* () {
    const identities = yield* Repository.make(collection)

    /** The external identity of a user; an external id without an issuer belongs to the host itself. */
    const findPair = Effect.fnUntraced(function* ({
      externalId,
      id
    }: User): Effect.fn.Return<UserIdentity.Pair | undefined> {
      if (externalId !== null) return { issuer: "", externalId }
      return Option.getOrUndefined(yield* identities.getBy("user", { user: id }))?.value
    })

    const holderOf = (user: User): Effect.Effect<AddressBinding.Holder> =>
      Effect.map(findPair(user), (pair) => ({ user, isNamed: pair !== undefined && pair.externalId !== "" }))

    return { identities, findPair, holderOf } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}
