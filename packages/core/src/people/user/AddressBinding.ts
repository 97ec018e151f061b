import { Context, Effect, Layer, Option } from "effect"
import * as Repository from "../../foundation/store/Repository.ts"
import type * as User from "./User.ts"
import { userIdentityCollection } from "./User.ts"

/**
 * What is known about a claim to an email address:
 * - `proven`: the host verified the address, or a code that was sent to it was used.
 * - `asserted`: the identity provider of one organization asserts it, for that organization.
 * - `none`: the claim is unverified.
 */
export type Proof = "proven" | "asserted" | "none"

/** The account that has the address, and whether an external id is bound to it. */
export interface Holder {
  readonly user: Pick<User.User, "emailVerifiedAt" | "isByAddress">
  readonly isNamed: boolean
}

/** A claim to an email address, and whether it includes an external id to bind to the account. */
export interface Claim {
  readonly proof: Proof
  readonly isNamed: boolean
}

/** Whether another person may have created the account by claiming an address that was not theirs. */
const isClaimedUnproven = ({ isNamed, user }: Holder): boolean =>
  user.emailVerifiedAt === null && (isNamed || user.isByAddress === true)

/**
 * Whether a claim to an address is joined to the account that has the address. Every path that joins an account to a
 * person by an address uses this function (rule address-binds). Without a proof, only a claim of the same kind leads to
 * the same account: a host that identifies users by their addresses only, and an account that was created by such a
 * claim.
 */
export const mayBind = ({ isNamed, proof }: Claim, holder: Holder): boolean => {
  switch (proof) {
    case "proven":
      return true
    case "asserted":
      return !isClaimedUnproven(holder)
    case "none":
      return !isNamed && !holder.isNamed && holder.user.isByAddress === true && holder.user.emailVerifiedAt === null
  }
}

/**
 * Whether one address may replace another: a verified address is replaced only by a verified one (rule address-binds).
 */
export const mayReplace = (proof: Proof, { emailVerifiedAt }: Pick<User.User, "emailVerifiedAt">): boolean =>
  proof === "proven" || emailVerifiedAt === null

/** The user after their address was verified. */
export const proven = ({ isByAddress: _, ...self }: User.User, now: number): User.User => ({
  ...self,
  emailVerifiedAt: self.emailVerifiedAt ?? now
})

/** Finds the identities of a user, to decide about claims to their address (rule address-binds). */
export class AddressHolder extends Context.Service<AddressHolder>()("@quire/core/AddressHolder", {
  make: Effect.gen(function* () {
    const identities = yield* Repository.make(userIdentityCollection)

    /** The external identity of a user; an external id without an issuer belongs to the host itself. */
    const findPair = Effect.fnUntraced(function* ({
      externalId,
      id
    }: User.User): Effect.fn.Return<User.Pair | undefined> {
      if (externalId !== null) return { issuer: "", externalId }
      return Option.getOrUndefined(yield* identities.getBy("user", { user: id }))?.value
    })

    const holderOf = (user: User.User): Effect.Effect<Holder> =>
      Effect.map(findPair(user), (pair) => ({ user, isNamed: pair !== undefined && pair.externalId !== "" }))

    return { identities, findPair, holderOf } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}
