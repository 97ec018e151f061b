import { Schema } from "effect"
import type { UserId } from "../../foundation/id/UserId.ts"
import { closed, optional } from "../../foundation/input/Input.ts"
import { singleLine } from "../../foundation/text/Text.ts"
import { mayReplace, type Proof, proven } from "./AddressBinding.ts"
import { DisplayName, Email, ExternalId, type User } from "./User.ts"
import type * as UserIdentity from "./UserIdentity.ts"
import { isSame } from "./UserIdentity.ts"

export const limits = { issuerLength: 255 } as const

/**
 * How a host introduces a person. An external id identifies them, and a new address replaces their old one. Ids of one
 * issuer share a namespace; those without an issuer share that of the host itself.
 */
export const Introduction = closed("UserIntroduction", {
  email: Email,
  displayName: DisplayName,
  externalId: optional(ExternalId),
  /** Which identity provider, or sign-in service of the host, has given the external id. */
  issuer: optional(singleLine(1, limits.issuerLength)),
  /** The host has verified the address. */
  emailVerified: optional(Schema.Boolean)
})
export type Introduction = typeof Introduction.Type

/** Another person has the address (rules user-external-id and user-identity). */
export class AddressHeld extends Schema.TaggedError<AddressHeld>()("AddressHeld", { holder: Schema.String }) {
  readonly kind = "conflict" as const
  override get message() {
    return `the address is that of user ${this.holder}: introduce that person with their new address first`
  }
}

/** The address is that of an account, and the host has not verified that it is theirs who claims it (rule address-binds). */
export class AddressUnproven extends Schema.TaggedError<AddressUnproven>()("AddressUnproven", {
  holder: Schema.String
}) {
  readonly kind = "conflict" as const
  override get message() {
    return `the address is that of user ${this.holder}: introduce the person with emailVerified once it is verified`
  }
}

/** By what an introduction names a person, if by more than their address. */
export const pairOf = ({ externalId, issuer = "" }: Introduction): UserIdentity.Pair | undefined =>
  externalId === undefined ? undefined : { issuer, externalId }

/**
 * Whether an introduction is of this user, who is known by a pair or by none. Addresses are compared only if one side
 * has no pair.
 */
export const isOf = (given: Introduction, self: User, known: UserIdentity.Pair | undefined): boolean => {
  const pair = pairOf(given)
  return pair === undefined || known === undefined ? self.email === given.email : isSame(pair, known)
}

export const proofOf = ({ emailVerified }: Introduction): Proof => (emailVerified === true ? "proven" : "none")

/** A new user as an introduction makes them. */
export const introduced = (id: UserId, given: Introduction, now: number): User => {
  const { displayName, email } = given
  const stranger: User = { id, displayName, email, emailVerifiedAt: null, externalId: null, createdAt: now }
  const isByAddress = given.emailVerified !== true && given.externalId === undefined
  return applyIntroduction(isByAddress ? { ...stranger, isByAddress } : stranger, given, now)
}

/**
 * The user after an introduction. An external id is bound for good; an address that is not verified does not take the
 * place of a verified one.
 */
export const applyIntroduction = (self: User, given: Introduction, now: number): User => {
  const isReplaced = self.email !== given.email && mayReplace(proofOf(given), self)
  const addressed = isReplaced ? { ...self, email: given.email, emailVerifiedAt: null } : self
  const known = given.emailVerified === true ? proven(addressed, now) : addressed
  return {
    ...known,
    externalId: self.externalId ?? (given.issuer === undefined ? (given.externalId ?? null) : null)
  }
}
