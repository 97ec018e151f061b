import { Schema } from "effect"
import { OrganizationId, TeamId, UserId } from "../../foundation/id/Ids.ts"
import * as PersonalRows from "../../foundation/personal-data/PersonalRows.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { rowId as memberRowId } from "../member/Member.ts"

/** Roles in a team: an owner manages its members. */
export const TeamRole = Schema.Literals(["owner", "member"]).annotate({ identifier: "TeamRole" })
export type TeamRole = typeof TeamRole.Type

/** A member's role in a team as stored; `Member.teams` and `Member.ownedTeams` duplicate it for decisions. */
export const TeamMember = Schema.Struct({
  id: Schema.String,
  organization: OrganizationId,
  team: TeamId,
  user: UserId,
  role: TeamRole
})
export type TeamMember = typeof TeamMember.Type

export const rowId = (team: string, user: string): string => `${team}.${user}`

export const collection = Repository.collection({
  name: "team_members",
  schema: TeamMember,
  columns: {
    organization: { kind: "text", of: (self) => self.organization },
    team: { kind: "text", of: (self) => self.team },
    user: { kind: "text", of: (self) => self.user },
    member: { kind: "text", of: (self) => memberRowId(self.organization, self.user) }
  },
  indexes: { inTeam: { on: ["team"] }, ofUser: { on: ["organization", "user"] } },
  unique: {},
  references: [
    { column: "team", to: "teams", onDelete: "restrict", scoped: true },
    { column: "member", to: "members", onDelete: "restrict", scoped: true }
  ],
  counters: [],
  rank: 3
})

export const personalRows = PersonalRows.source(
  "teams",
  collection,
  "ofUser",
  ({ organizations, user }) => ({ equals: { organization: { in: organizations }, user } }),
  ({ organization, role, team }) => ({ organization, team, role })
)
