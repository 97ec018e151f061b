import { Schema } from "effect"
import { OrganizationId, TeamId, type UserId } from "../../foundation/id/Ids.ts"
import { closed, describeFields, InputInvalid, optional } from "../../foundation/input/Input.ts"
import type { VersionedValue } from "../../foundation/store/Repository.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { fold, singleLine } from "../../foundation/text/Text.ts"
import { Instant, Timestamp, toTimestamp } from "../../foundation/time/Instant.ts"
import { decideTeam, type TeamAction } from "../access/Decision.ts"
import type { Viewer } from "../access/Viewer.ts"
import { TeamRole } from "./TeamMember.ts"

/** A team as stored. Its counters are its members and the active spaces with a direct grant for it. */
export const Team = Schema.Struct({
  id: TeamId,
  organization: OrganizationId,
  title: Schema.String,
  createdAt: Instant
})
export type Team = typeof Team.Type

export const collection = Repository.collection({
  name: "teams",
  schema: Team,
  columns: {
    organization: { kind: "text", of: (self) => self.organization },
    words: { kind: "words", of: (self) => fold(self.title) }
  },
  indexes: { inOrganization: { on: ["organization"] } },
  unique: {},
  references: [{ column: "organization", to: "organizations", onDelete: "restrict" }],
  counters: ["members", "spaces"],
  rank: 3
})

/** `teamsOfMember` limits the reader keys of a member's lists: each team adds one. */
export const limits = { titleLength: 64, membershipChanges: 10_000, teamsOfMember: 500 } as const

const Title = singleLine(1, limits.titleLength)

/** Users by id or email address. */
const Names = Schema.Array(Schema.String)

export const TeamCreate = closed(
  "TeamCreate",
  { title: Title, members: optional(Names) },
  { title: "Title of the team.", members: "Users to add as members of the team." }
)
export type TeamCreate = typeof TeamCreate.Type

export const TeamPatch = closed("TeamPatch", { title: Title }, { title: "Title of the team." })
export type TeamPatch = typeof TeamPatch.Type

const MembershipInput = Schema.Struct(describeFields({ role: TeamRole }, { role: "Role in the team." }))

/** Assigning the key `__proto__` would change the map itself. */
const Key = Schema.String.pipe(
  Schema.check(
    Schema.makeFilter((name) => name !== "__proto__" || "must be the id or email address of a user", {
      toJsonSchema: () => ({})
    })
  )
)

export const TeamMembersUpdate = closed(
  "TeamMembersUpdate",
  {
    add: optional(Names),
    memberships: optional(Schema.Record(Key, MembershipInput)),
    remove: optional(Names)
  },
  {
    add: "Users to add, by id or email address.",
    memberships: "Roles of members in the team, by user.",
    remove: "Users to remove, by id or email address."
  }
)
export type TeamMembersUpdate = typeof TeamMembersUpdate.Type

export const TeamMemberPut = closed("TeamMemberPut", { role: optional(TeamRole) }, { role: "Role in the team." })
export type TeamMemberPut = typeof TeamMemberPut.Type

/** The request names more members of a team than one request may. */
export class TooManyMembershipChanges extends Schema.TaggedError<TooManyMembershipChanges>()(
  "TooManyMembershipChanges",
  { limit: Schema.Number }
) {
  readonly kind = "limit" as const
  override get message() {
    return `one request may name at most ${this.limit} members of a team`
  }
}

/** The member would be in more teams than allowed. */
export class TooManyTeamsOfMember extends Schema.TaggedError<TooManyTeamsOfMember>()("TooManyTeamsOfMember", {
  user: Schema.String,
  limit: Schema.Number
}) {
  readonly kind = "limit" as const
  override get message() {
    return `member ${this.user} would be in more than ${this.limit} teams`
  }
}

/** The error for two keys of `memberships` that name one user with different roles. */
export const contradictingRoles = (name: string) =>
  new InputInvalid({
    details: [{ path: `memberships.${name}`, rule: "must not assign a different role to a user who is already listed" }]
  })

/** The role that each user gets in a team; null removes them. */
export type Places = ReadonlyMap<UserId, TeamRole | null>

/** The names in an update, resolved to users. */
export interface NamedPeople {
  readonly add: ReadonlyArray<UserId>
  readonly memberships: ReadonlyArray<{ readonly user: UserId; readonly role: TeamRole }>
  readonly remove: ReadonlyArray<UserId>
}

/**
 * The roles after an update. An added user keeps an existing role, and removal takes precedence over everything else
 * (rule team-remove-wins).
 */
export const resolvePlaces = (present: ReadonlyMap<UserId, TeamRole>, named: NamedPeople): Places => {
  const next = new Map<UserId, TeamRole | null>()
  for (const user of named.add) next.set(user, present.get(user) ?? "member")
  for (const { role, user } of named.memberships) next.set(user, role)
  for (const user of named.remove) next.set(user, null)
  return next
}

const Count = Schema.Int.pipe(Schema.check(Schema.isGreaterThanOrEqualTo(0)))

/** A team as the caller sees it; `permissions.admin` covers only its members (rule team-owners). */
export const TeamView = Schema.Struct(
  describeFields(
    {
      object: Schema.Literal("team"),
      id: TeamId,
      title: Schema.String,
      members: Count,
      spaces: Count,
      createdAt: Timestamp,
      permissions: Schema.Struct(
        describeFields(
          { admin: Schema.Boolean, view: Schema.Boolean },
          { admin: "Whether the caller may administer the team.", view: "Whether the caller may view the team." }
        )
      )
    },
    {
      title: "Title of the team.",
      members: "Number of members.",
      spaces: "Number of spaces that the team has a grant for.",
      id: "Identifier, which never changes.",
      createdAt: "Time of creation, in UTC with milliseconds.",
      permissions: "What the caller may do with the object."
    }
  )
).annotate({ identifier: "Team" })
export type TeamView = typeof TeamView.Type

export const view = ({ counters, value }: VersionedValue<Team>, permissions: TeamView["permissions"]): TeamView => ({
  object: "team",
  id: value.id,
  title: value.title,
  members: counters["members"] ?? 0,
  spaces: counters["spaces"] ?? 0,
  createdAt: toTimestamp(value.createdAt),
  permissions
})

const mayDo = (action: TeamAction, team: string, { isHost, member }: Viewer): boolean =>
  isHost || decideTeam(action, team, { user: member.user, member, placement: null, grants: [] }) === "allowed"

/** The view of a team, with the viewer's permissions. */
export const viewFor = (viewer: Viewer, team: Repository.VersionedValue<Team>) =>
  view(team, {
    admin: mayDo("team:manage", team.value.id, viewer),
    view: mayDo("team:view", team.value.id, viewer)
  })
