import type { User } from "./User.ts"

/**
 * What is known about a claim to an email address:
 * - `proven`: the host verified the address, or a code that was sent to it was used.
 * - `asserted`: the identity provider of one organization asserts it, for that organization.
 * - `none`: the claim is unverified.
 */
export type Proof = "proven" | "asserted" | "none"

/** The account that has the address, and whether an external id is bound to it. */
export interface Holder {
  readonly user: Pick<User, "emailVerifiedAt" | "isByAddress">
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
export const mayReplace = (proof: Proof, { emailVerifiedAt }: Pick<User, "emailVerifiedAt">): boolean =>
  proof === "proven" || emailVerifiedAt === null

/** The user after their address was verified. */
export const proven = ({ isByAddress: _, ...self }: User, now: number): User => ({
  ...self,
  emailVerifiedAt: self.emailVerifiedAt ?? now
})
