import { Schema } from "effect"
import { closed, optional } from "../../foundation/input/Input.ts"
import { DisplayName, Email, ExternalId, type User } from "./User.ts"

/**
 * How a host introduces a person. They are who the external id says, where there is one: a new address is carried on to
 * them. Ids are one namespace: a host with several sign-in services puts the name of the service into the id.
 */
export const Introduction = closed("UserIntroduction", {
  email: Email,
  displayName: DisplayName,
  externalId: optional(ExternalId),
  /** The host knows that the address is theirs. */
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

/** Whether an introduction is one of this person. An address says so of those alone who are known by nothing else. */
export const isOf = ({ email, externalId }: Introduction, self: User): boolean =>
  externalId !== undefined && self.externalId !== null ? self.externalId === externalId : self.email === email

/** The person after an introduction of theirs: bound to the external id for good, and verified for one address only. */
export const applyIntroduction = (self: User, given: Introduction, now: number): User => {
  const verifiedAt = self.email === given.email ? self.emailVerifiedAt : null
  return {
    ...self,
    email: given.email,
    emailVerifiedAt: given.emailVerified === true ? (verifiedAt ?? now) : verifiedAt,
    externalId: self.externalId ?? given.externalId ?? null
  }
}
