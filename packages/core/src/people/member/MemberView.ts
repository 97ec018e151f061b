import { Schema } from "effect"
import { UserId } from "../../foundation/id/UserId.ts"
import { describeFields } from "../../foundation/input/Input.ts"
import type { VersionedValue } from "../../foundation/store/Repository.ts"
import { Timestamp, toTimestamp } from "../../foundation/time/Instant.ts"
import { Role } from "../access/Role.ts"
import { UserView } from "../user/User.ts"
import type { Member } from "./Member.ts"

const Count = Schema.Int.pipe(Schema.check(Schema.isGreaterThanOrEqualTo(0)))

/**
 * A member of an organization; `id` is the user's, `role` null for guests, `spaces` direct grants
 * (rule member-spaces-count).
 */
export const MemberView = Schema.Struct(
  describeFields(
    {
      object: Schema.Literal("member"),
      id: UserId,
      role: Schema.NullOr(Role),
      user: UserView,
      disabled: Schema.Boolean,
      /** Whether the invitation is pending until the address of the user is verified. */
      pending: Schema.optionalKey(Schema.Literal(true)),
      joinedAt: Timestamp,
      lastSeenAt: Schema.optionalKey(Timestamp),
      sso: Schema.Boolean,
      spaces: Count,
      teams: Count
    },
    {
      role: "Role in the organization; null for a guest.",
      id: "Identifier of the user.",
      user: "User who is the member.",
      disabled: "Whether the member is disabled and has no access.",
      pending: "Present until the invitation is accepted.",
      joinedAt: "Time at which the member joined.",
      lastSeenAt: "Time of the last request of the member.",
      sso: "Whether the member signs in through an identity provider.",
      spaces: "Number of spaces that the member has a grant for.",
      teams: "Number of teams of the member."
    }
  )
).annotate({ identifier: "Member" })
export type MemberView = typeof MemberView.Type

export const view = ({ counters, value }: VersionedValue<Member>, user: UserView): MemberView => ({
  object: "member",
  id: value.user,
  role: value.role,
  user,
  disabled: value.disabled,
  ...(value.pending === null ? {} : { pending: true as const }),
  joinedAt: toTimestamp(value.joinedAt),
  ...(value.lastSeenAt === null ? {} : { lastSeenAt: toTimestamp(value.lastSeenAt) }),
  sso: value.sso,
  spaces: counters["spaces"] ?? 0,
  teams: counters["teams"] ?? 0
})
