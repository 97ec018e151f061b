import { Schema } from "effect"
import { Email } from "../../accounts/user/User.ts"
import { UserId } from "../../foundation/id/UserId.ts"
import { closed, optional } from "../../foundation/input/Input.ts"
import { Role } from "../access/Role.ts"

export const limits = { emails: 100 } as const

/** `null` is a guest. */
const GivenRole = Schema.NullOr(Role)

const Invitee = closed("EmailInvitee", { email: Email, role: GivenRole })

const emails = Schema.Array(Schema.Union([Email, Invitee])).pipe(
  Schema.check(Schema.isMinLength(1, { message: "must name somebody" })),
  Schema.check(Schema.isMaxLength(limits.emails, { message: `must have at most ${limits.emails} entries` }))
)

const send = closed("EmailInvites", {
  emails,
  /** Of those who come without one; the organization's `defaultRole` when absent. */
  role: optional(GivenRole),
  /** They are to sign in by the organization's provider: asked for those alone whose domain the organization lists. */
  sso: optional(Schema.Boolean)
})

/** People who become members at once, by their addresses. */
export interface Send extends Schema.Schema.Type<typeof send> {}
export interface SendEncoded extends Schema.Codec.Encoded<typeof send> {}
export const Send: Schema.Codec<Send, SendEncoded> = send

/** What became of it: who is new, in the order sent, and who of them is not to sign in by the provider. */
export const Result = Schema.Struct({
  users: Schema.Array(UserId),
  invited: Schema.Int.pipe(Schema.check(Schema.isGreaterThanOrEqualTo(0))),
  failedSSOEmails: Schema.Array(Schema.String).annotate({
    description:
      "Addresses that are invited but not marked for single sign-on, because the organization does not list their domain. Whether somebody has an address elsewhere makes no difference."
  })
}).annotate({ identifier: "EmailInvitesResult" })
export type Result = typeof Result.Type

/** An address with the role that it is to have. */
export interface InvitedAddress {
  readonly email: string
  readonly role: Role | null
}

/** Each address once, in the order sent; a role of its own wins over the batch's, that over the default. */
export const listInvited = ({ emails, role }: Send, defaultRole: Role | null): ReadonlyArray<InvitedAddress> => {
  const found = new Map<string, InvitedAddress>()
  const named = new Set<string>()
  for (const item of emails) {
    const email = typeof item === "string" ? item : item.email
    if (typeof item !== "string" && !named.has(email)) {
      named.add(email)
      found.set(email, item)
    } else if (!found.has(email)) found.set(email, { email, role: role === undefined ? defaultRole : role })
  }
  return [...found.values()]
}
