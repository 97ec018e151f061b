import type { User } from "./User.ts"

/**
 * What is known of whoever claims an address, by the path on which they come:
 * - `proven`: the host verified the address, or a code that was sent there came back.
 * - `asserted`: the identity provider of one organization says so, for that organization.
 * - `none`: nobody did.
 */
export type Proof = "proven" | "asserted" | "none"

/** The account that has the address, and whether an external id is bound to it. */
export interface Holder {
  readonly user: Pick<User, "emailVerifiedAt" | "isByAddress">
  readonly isNamed: boolean
}

/** Whoever claims the address, and whether they bring an external id to be bound to the account. */
export interface Claim {
  readonly proof: Proof
  readonly isNamed: boolean
}

/** Whether somebody else may have made the account by claiming an address that was not theirs. */
const isClaimedUnproven = ({ isNamed, user }: Holder): boolean =>
  user.emailVerifiedAt === null && (isNamed || user.isByAddress === true)

/**
 * Whether whoever claims an address becomes the person who has it. Every path that joins an account to a person by an
 * address asks here (rule address-binds). Without a proof only the same claim as before leads to the same account: that
 * of a host which knows people by their addresses alone, to an account that such a claim made.
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

/** Whether one address takes the place of another: a proven one is replaced by a proven one alone (rule address-binds). */
export const mayReplace = (proof: Proof, { emailVerifiedAt }: Pick<User, "emailVerifiedAt">): boolean =>
  proof === "proven" || emailVerifiedAt === null

/** The user once their address is proven. */
export const proven = ({ isByAddress: _, ...self }: User, now: number): User => ({
  ...self,
  emailVerifiedAt: self.emailVerifiedAt ?? now
})
