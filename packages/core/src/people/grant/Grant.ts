import { Schema } from "effect"
import * as Id from "../../foundation/id/Id.ts"
import { OrganizationId, TeamId, UserId } from "../../foundation/id/Ids.ts"
import { closed, describeFields, optional } from "../../foundation/input/Input.ts"
import * as PersonalRows from "../../foundation/personal-data/PersonalRows.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { Role } from "../access/Role.ts"
import { TeamView } from "../team/Team.ts"
import { UserView } from "../user/User.ts"

export const GrantId = Id.make("GrantId", "Identifier of a grant.")
export type GrantId = typeof GrantId.Type

/** A role given to a user or a team on one space, collection or site, as stored. There are no grants without a role. */
export const Grant = Schema.Struct({
  id: GrantId,
  organization: OrganizationId,
  /** Id of the space, collection or site. */
  resource: Schema.String,
  /** `user:{id}` or `team:{id}`. */
  reader: Schema.String,
  role: Role
})
export type Grant = typeof Grant.Type

export type GrantKind = "user" | "team"

/** The reader key of a user or team. */
export const readerOf = (kind: GrantKind, id: string): string => `${kind}:${id}`

/** Whether a reader key names a user or a team. */
export const kindOf = (reader: string): GrantKind => (reader.startsWith("team:") ? "team" : "user")

/** The id of the user or team in a reader key. */
export const idOf = (reader: string): string => reader.slice(reader.indexOf(":") + 1)

export const collection = Repository.collection({
  name: "grants",
  schema: Grant,
  columns: {
    organization: { kind: "text", of: (self) => self.organization },
    resource: { kind: "text", of: (self) => self.resource },
    reader: { kind: "text", of: (self) => self.reader },
    kind: { kind: "text", of: (self) => kindOf(self.reader) }
  },
  indexes: {
    onResource: { on: ["resource"] },
    direct: { on: ["resource", "kind"] },
    ofReader: { on: ["organization", "reader"] }
  },
  unique: { pair: { on: ["resource", "reader"] } },
  references: [{ column: "resource", to: "placements", onDelete: "cascade", scoped: true }],
  counters: [],
  rank: 3
})

export const personalRows = PersonalRows.source(
  "grants",
  collection,
  "ofReader",
  ({ organizations, user }) => ({ equals: { organization: { in: organizations }, reader: readerOf("user", user) } }),
  ({ organization, resource, role }) => ({ organization, resource, role })
)

export const limits = { users: 100, teams: 100 } as const

const atMost = (limit: number) => ({ message: `must have at most ${limit} entries` })

/** Gives users and teams of the organization a role, which replaces any that they have on the same resource. */
export const GrantInvite = closed(
  "GrantInvite",
  {
    users: optional(Schema.Array(UserId).pipe(Schema.check(Schema.isMaxLength(limits.users, atMost(limits.users))))),
    teams: optional(Schema.Array(TeamId).pipe(Schema.check(Schema.isMaxLength(limits.teams, atMost(limits.teams))))),
    role: Role
  },
  { users: "Users who receive the role.", teams: "Teams that receive the role.", role: "Role to give." }
)
export type GrantInvite = typeof GrantInvite.Type

export const GrantPatch = closed("GrantPatch", { role: optional(Role) }, { role: "Role to give." })
export type GrantPatch = typeof GrantPatch.Type

/** At least one user or team must be named. */
export class NoInvitee extends Schema.TaggedError<NoInvitee>()("NobodyInvited", {}) {
  readonly kind = "invalid" as const
  override get message() {
    return "users: must contain at least one user if teams is empty"
  }
  get details() {
    return [{ path: "users", rule: "must contain at least one user if teams is empty" }]
  }
}

/** The user or team has no direct grant on this resource; an inherited role must be changed where it was granted. */
export class GrantNotFound extends Schema.TaggedError<GrantNotFound>()("GrantNotFound", { id: Schema.String }) {
  readonly kind = "not-found" as const
  override get message() {
    return `${this.id} has no direct grant on this resource`
  }
}

/** A user's direct role on a space or collection. */
export const UserGrantView = Schema.Struct(
  describeFields(
    { permission: Role, user: UserView },
    { permission: "Role of the grant.", user: "User who has the role." }
  )
).annotate({
  identifier: "UserPermission"
})
export type UserGrantView = typeof UserGrantView.Type

/** A team's direct role on a space or collection. */
export const TeamGrantView = Schema.Struct(
  describeFields(
    { permission: Role, team: TeamView },
    { team: "Team that the grant is for.", permission: "Role of the grant." }
  )
).annotate({
  identifier: "TeamPermission"
})
export type TeamGrantView = typeof TeamGrantView.Type

/**
 * The source of an effective role, in order of precedence (rule access-precedence). `resource` is the space or
 * collection that has the grant or the level, or the site that has the grant: the resource itself, a site that it is
 * on, or a collection above it.
 */
export const Origin = Schema.Struct(
  describeFields(
    {
      type: Schema.Literals(["organization-admin", "direct", "team", "creator", "default-level", "organization"]),
      resource: optional(
        Schema.Struct(
          describeFields(
            { kind: Schema.Literals(["space", "collection", "site"]), id: Schema.String },
            { kind: "Kind of the resource.", id: "Identifier, which never changes." }
          )
        )
      )
    },
    { type: "Rule that the role comes from.", resource: "Resource with the grant that the role comes from." }
  )
).annotate({ identifier: "PermissionOrigin" })
export type Origin = typeof Origin.Type

/** A user's effective role on a space or collection. */
export const EffectiveGrantView = Schema.Struct(
  describeFields(
    { permission: Role, user: UserView, origin: Origin },
    { permission: "Role of the grant.", user: "User who has the role.", origin: "What the role comes from." }
  )
).annotate({
  identifier: "EffectivePermission"
})
export type EffectiveGrantView = typeof EffectiveGrantView.Type
