import { Effect, Schema } from "effect"
import { OrganizationId, UserId } from "../../foundation/id/Ids.ts"
import { clearable, closed, describeFields, optional } from "../../foundation/input/Input.ts"
import * as PersonalRows from "../../foundation/personal-data/PersonalRows.ts"
import type { VersionedValue } from "../../foundation/store/Repository.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { singleLine } from "../../foundation/text/Text.ts"
import { Instant, Timestamp, toTimestamp } from "../../foundation/time/Instant.ts"
import { Role } from "../access/Role.ts"
import { UserView } from "../user/User.ts"

/** A user's membership of an organization as stored. Its row id combines both ids, so there is one per pair. */
export const Member = Schema.Struct({
  id: Schema.String,
  organization: OrganizationId,
  user: UserId,
  /** `null` is a guest. */
  role: Schema.NullOr(Role),
  disabled: Schema.Boolean,
  /** The address that was invited; until it is verified, the member is disabled (rule invite-pending). */
  pending: Schema.NullOr(Schema.String).pipe(Schema.withDecodingDefaultType(Effect.succeed(null))),
  joinedAt: Instant,
  lastSeenAt: Schema.NullOr(Instant),
  sso: Schema.Boolean,
  teams: Schema.Array(Schema.String),
  /** The `teams` whose members the user manages. */
  ownedTeams: Schema.Array(Schema.String).pipe(Schema.withDecodingDefaultType(Effect.succeed([]))),
  /** Folded display name and address of the user, for searching. */
  words: Schema.String
})
export type Member = typeof Member.Type

export const rowId = (organization: OrganizationId, user: UserId): string => `${organization}.${user}`

export const collection = Repository.collection({
  name: "members",
  schema: Member,
  columns: {
    organization: { kind: "text", of: (self) => self.organization },
    user: { kind: "text", of: (self) => self.user },
    role: { kind: "text", of: (self) => self.role ?? "guest" },
    disabled: { kind: "boolean", of: (self) => self.disabled },
    joinedAt: { kind: "instant", of: (self) => self.joinedAt },
    lastSeenAt: { kind: "instant", of: (self) => self.lastSeenAt },
    isSeen: { kind: "boolean", of: (self) => self.lastSeenAt !== null },
    teams: { kind: "set", of: (self) => self.teams },
    words: { kind: "words", of: (self) => self.words }
  },
  indexes: {
    inOrganization: { on: ["organization"], order: ["joinedAt"] },
    ofRole: { on: ["organization", "role"], order: ["joinedAt"] },
    seen: { on: ["organization"], order: ["lastSeenAt"], where: { isSeen: true } },
    seenOfRole: { on: ["organization", "role"], order: ["lastSeenAt"], where: { isSeen: true } },
    byId: { on: ["organization"] },
    withRole: { on: ["organization", "role", "disabled"] },
    ofUser: { on: ["user"], order: ["organization"] },
    active: { on: ["user", "disabled"], order: ["organization"] }
  },
  unique: { pair: { on: ["organization", "user"] } },
  references: [
    { column: "organization", to: "organizations", onDelete: "restrict" },
    { column: "user", to: "users", onDelete: "restrict" }
  ],
  counters: ["spaces", "teams"],
  rank: 3
})

export const personalRows = PersonalRows.source(
  "memberships",
  collection,
  "ofUser",
  ({ user }) => ({ equals: { user } }),
  ({ disabled, joinedAt, lastSeenAt, organization, role, sso }) => ({
    organization,
    role,
    disabled,
    sso,
    joinedAt: toTimestamp(joinedAt),
    lastSeenAt: lastSeenAt === null ? null : toTimestamp(lastSeenAt)
  })
)

export const limits = { searchLength: 512 } as const

/** `null` changes the member to a guest. */
export const Patch = closed(
  "MemberPatch",
  { role: clearable(Role) },
  { role: "Role in the organization; null for a guest." }
)
export type Patch = typeof Patch.Type

/** `lastSeenAt` lists only members who have been seen. */
export const Sort = Schema.Literals(["joinedAt", "lastSeenAt"])

/** Which members to list. */
export const Filter = closed(
  "MemberFilter",
  {
    role: optional(Schema.Union([Role, Schema.Literal("guest")])),
    /** Part of the name or the address, ignoring case. */
    search: optional(singleLine(0, limits.searchLength)),
    sort: optional(Sort),
    order: optional(Schema.Literals(["asc", "desc"]))
  },
  {
    role: "Role of the members to list, or `guest`.",
    search: "Text that the name or email address must contain.",
    sort: "Field by which members are ordered.",
    order: "Direction of the order."
  }
)
export type Filter = typeof Filter.Type

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
