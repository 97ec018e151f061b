import { Schema } from "effect"
import type { UserId } from "../../foundation/id/Ids.ts"
import { closed, optional } from "../../foundation/input/Input.ts"
import { singleLine } from "../../foundation/text/Text.ts"
import { mayReplace, type Proof, proven } from "./AddressBinding.ts"
import type * as User from "./User.ts"
import { DisplayName, Email, ExternalId, isSame } from "./User.ts"

export const limits = { issuerLength: 255 } as const

/**
 * How a host introduces a user. An external id identifies them, and a new address replaces their previous one. Ids of
 * one issuer share a namespace; those without an issuer share that of the host itself.
 */
export const Introduction = closed("UserIntroduction", {
  email: Email,
  displayName: DisplayName,
  externalId: optional(ExternalId),
  /** The identity provider, or sign-in service of the host, that issued the external id. */
  issuer: optional(singleLine(1, limits.issuerLength)),
  /** Whether the host has verified the address. */
  emailVerified: optional(Schema.Boolean)
})
export type Introduction = typeof Introduction.Type

/** Another user has the address (rules user-external-id and user-identity). */
export class AddressHeld extends Schema.TaggedError<AddressHeld>()("AddressHeld", { holder: Schema.String }) {
  readonly kind = "conflict" as const
  override get message() {
    return `the email address belongs to user ${this.holder}: update the email address of that user first`
  }
}

/**
 * An account has the address, and the host has not verified that the address belongs to the introduced user (rule
 * address-binds).
 */
export class AddressUnproven extends Schema.TaggedError<AddressUnproven>()("AddressUnproven", {
  holder: Schema.String
}) {
  readonly kind = "conflict" as const
  override get message() {
    return `the email address belongs to user ${this.holder}: verify it, and send the request again with emailVerified set`
  }
}

/** The external identity in an introduction, if it has more than an address. */
export const pairOf = ({ externalId, issuer = "" }: Introduction): User.Pair | undefined =>
  externalId === undefined ? undefined : { issuer, externalId }

/**
 * Whether an introduction is of this user, who has a pair or none. Addresses are compared only if one side has no pair.
 */
export const isOf = (given: Introduction, self: User.User, known: User.Pair | undefined): boolean => {
  const pair = pairOf(given)
  return pair === undefined || known === undefined ? self.email === given.email : isSame(pair, known)
}

export const proofOf = ({ emailVerified }: Introduction): Proof => (emailVerified === true ? "proven" : "none")

/** A new user created from an introduction. */
export const introduced = (id: UserId, given: Introduction, now: number): User.User => {
  const { displayName, email } = given
  const stranger: User.User = { id, displayName, email, emailVerifiedAt: null, externalId: null, createdAt: now }
  const isByAddress = given.emailVerified !== true && given.externalId === undefined
  return applyIntroduction(isByAddress ? { ...stranger, isByAddress } : stranger, given, now)
}

/**
 * Returns the user after an introduction. An external id is bound permanently; an unverified address does not replace a
 * verified one.
 */
export const applyIntroduction = (self: User.User, given: Introduction, now: number): User.User => {
  const isReplaced = self.email !== given.email && mayReplace(proofOf(given), self)
  const addressed = isReplaced ? { ...self, email: given.email, emailVerifiedAt: null } : self
  const known = given.emailVerified === true ? proven(addressed, now) : addressed
  return {
    ...known,
    externalId: self.externalId ?? (given.issuer === undefined ? (given.externalId ?? null) : null)
  }
}
