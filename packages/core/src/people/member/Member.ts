import { Effect, Schema } from "effect"
import { OrganizationId } from "../../foundation/id/OrganizationId.ts"
import { UserId } from "../../foundation/id/UserId.ts"
import * as PersonalRows from "../../foundation/personal/PersonalRows.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { Instant, toTimestamp } from "../../foundation/time/Instant.ts"
import { Role } from "../access/Role.ts"

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
