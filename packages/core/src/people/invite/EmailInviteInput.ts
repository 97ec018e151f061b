import { Schema } from "effect"
import { UserId } from "../../foundation/id/Ids.ts"
import { closed, describeFields, optional } from "../../foundation/input/Input.ts"
import { Role } from "../access/Role.ts"
import * as User from "../user/User.ts"

/** Maximum number of addresses in one batch (rule invite-batch). */
export const limits = { emails: 100 } as const

/** `null` is a guest. */
const GivenRole = Schema.NullOr(Role)

const Invitee = closed(
  "EmailInvitee",
  { email: User.Email, role: GivenRole },
  { email: "Email address to invite.", role: "Role of the person; null for a guest." }
)

const emails = Schema.Array(Schema.Union([User.Email, Invitee])).pipe(
  Schema.check(Schema.isMinLength(1, { message: "must contain at least one email address" })),
  Schema.check(Schema.isMaxLength(limits.emails, { message: `must have at most ${limits.emails} entries` }))
)

const send = closed(
  "EmailInvites",
  {
    emails,
    /** The role for addresses without one; the organization's `defaultRole` if absent. */
    role: optional(GivenRole),
    /** Whether they sign in with the organization's provider; applies only to domains that the organization lists. */
    sso: optional(Schema.Boolean)
  },
  {
    role: "Role of invitees without an individual role; null for guests.",
    sso: "Whether the invited users sign in through an identity provider.",
    emails: "Email addresses to invite, each with an optional role."
  }
)

/** Addresses of people to add as members. */
export interface Send extends Schema.Schema.Type<typeof send> {}
export interface SendEncoded extends Schema.Codec.Encoded<typeof send> {}
export const Send: Schema.Codec<Send, SendEncoded> = send

/** The new members in the order sent, and those of them who do not sign in with the provider. */
export const Result = Schema.Struct(
  describeFields(
    {
      users: Schema.Array(UserId),
      invited: Schema.Int.pipe(Schema.check(Schema.isGreaterThanOrEqualTo(0))),
      failedSSOEmails: Schema.Array(Schema.String).annotate({
        description:
          "Addresses that are invited but not marked for single sign-on, because the organization does not list their domain. Only the invited address is considered, not other addresses of the user."
      })
    },
    {
      users: "Users who were added.",
      invited: "Number of users who were invited."
    }
  )
).annotate({ identifier: "EmailInvitesResult" })
export type Result = typeof Result.Type

/** An address and the role that its owner gets. */
export interface InvitedAddress {
  readonly email: string
  readonly role: Role | null
}

/**
 * Lists each address once, in the order sent. An individual role takes precedence over the role of the batch, and that
 * over the default.
 */
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
