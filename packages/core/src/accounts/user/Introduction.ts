import { Schema } from "effect"
import { closed, optional } from "../../foundation/input/Input.ts"
import { DisplayName, Email, ExternalId, type User } from "./User.ts"

/**
 * How a host introduces a person. An external id identifies them, and a new address replaces their old one. Ids share
 * one namespace: a host with several sign-in services puts the name of the service into the id.
 */
export const Introduction = closed("UserIntroduction", {
  email: Email,
  displayName: DisplayName,
  externalId: optional(ExternalId),
  /** The host has verified the address. */
  emailVerified: optional(Schema.Boolean)
})
export type Introduction = typeof Introduction.Type

/** Another person has the address (rule user-external-id). */
export class AddressHeld extends Schema.TaggedError<AddressHeld>()("AddressHeld", { holder: Schema.String }) {
  readonly kind = "conflict" as const
  override get message() {
    return `the address is that of user ${this.holder}: introduce that person with their new address first`
  }
}

/** Whether an introduction is of this user. Addresses are compared only if one side has no external id. */
export const isOf = ({ email, externalId }: Introduction, self: User): boolean =>
  externalId !== undefined && self.externalId !== null ? self.externalId === externalId : self.email === email

/** The user after an introduction. An external id is bound for good; a new address starts as unverified. */
export const applyIntroduction = (self: User, given: Introduction, now: number): User => {
  const verifiedAt = self.email === given.email ? self.emailVerifiedAt : null
  return {
    ...self,
    email: given.email,
    emailVerifiedAt: given.emailVerified === true ? (verifiedAt ?? now) : verifiedAt,
    externalId: self.externalId ?? given.externalId ?? null
  }
}
