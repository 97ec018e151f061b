import { Addresses, Input, OrganizationId, Team, TeamId, TeamMembers, TeamMemberView, Teams, UserId } from "@quire/core"
import { Effect, Schema } from "effect"
import { HttpApiSchema } from "effect/http-api"
import { Absent, Removed, respondRemoved, withLocationOf } from "../../foundation/answer/Answers.ts"
import * as Endpoint from "../../foundation/endpoint/Endpoint.ts"
import * as Group from "../../foundation/endpoint/Group.ts"
import * as Permission from "../../foundation/endpoint/Permission.ts"
import * as Errors from "../../foundation/error/Errors.ts"
import { NotFound, UnprocessableContent } from "../../foundation/error/Errors.ts"
import * as Paging from "../../foundation/query/Paging.ts"

const organization = { organizationId: OrganizationId }
const team = { ...organization, teamId: TeamId }
const member = { ...team, userId: UserId }

const title = Schema.optionalKey(Schema.String).annotate({
  description: "Text that the title must contain, ignoring case."
})
const owner = Schema.optionalKey(Schema.String).annotate({
  description: "Id of a member; lists only the teams whose membership that member can change."
})

const base = "/orgs/:organizationId/teams"

/** Teams and their members, also listed by member. */
export class TeamsApi extends Group.make(
  "teams",
  "Teams",
  Endpoint.get("listTeams", base, {
    summary: "List teams",
    description: "Returns the teams of an organization.",
    permission: Permission.refusing("organization:list-members"),
    params: Schema.Struct(organization),
    query: Schema.Struct(
      Input.describeFields(
        { ...Paging.UrlParams.fields, owner, title },
        { owner: "Whether only teams that the caller owns are listed.", title: "Text that the title must contain." }
      )
    ),
    success: Paging.of(Team.TeamView),
    error: [Errors.Forbidden, NotFound]
  }),
  Endpoint.put("createTeam", base, {
    summary: "Create a team",
    description: "Creates a team, with members where the body names some.",
    permission: Permission.refusing("organization:admin"),
    params: Schema.Struct(organization),
    payload: Team.TeamCreate,
    success: Team.TeamView.pipe(HttpApiSchema.status(201)),
    error: [UnprocessableContent, Errors.Forbidden, NotFound]
  }),
  Endpoint.get("getTeam", `${base}/:teamId`, {
    summary: "Get a team",
    description: "Returns a team with the number of its members.",
    permission: Permission.hiding("team:view"),
    params: Schema.Struct(team),
    success: Team.TeamView,
    error: [Errors.Forbidden, NotFound]
  }),
  Endpoint.delete("deleteTeam", `${base}/:teamId`, {
    summary: "Delete a team",
    description: "Deletes the team and all its grants.",
    permission: Permission.deleting({ all: ["team:view", "organization:admin"] }),
    params: Schema.Struct(team),
    success: [Removed, Absent],
    error: [Errors.Forbidden, NotFound]
  }),
  Endpoint.patch("updateTeam", `${base}/:teamId`, {
    summary: "Update a team",
    description: "Renames the team.",
    permission: Permission.refusing({ all: ["team:view", "organization:admin"] }),
    params: Schema.Struct(team),
    payload: Team.TeamPatch,
    success: Team.TeamView,
    error: [Errors.Forbidden, NotFound]
  }),
  Endpoint.get("listTeamMembers", `${base}/:teamId/members`, {
    summary: "List team members",
    description: "Returns the members of a team with their roles in it.",
    permission: Permission.hiding("team:view"),
    params: Schema.Struct(team),
    query: Paging.UrlParams,
    success: Paging.of(TeamMemberView.TeamMemberView),
    error: [Errors.Forbidden, NotFound]
  }),
  Endpoint.put("updateTeamMembers", `${base}/:teamId/members`, {
    summary: "Update team members",
    description: "Adds and removes members and changes their roles in the team.",
    permission: Permission.refusing("team:manage"),
    params: Schema.Struct(team),
    payload: Team.TeamMembersUpdate,
    success: Absent,
    error: [UnprocessableContent, Errors.Forbidden, NotFound]
  }),
  Endpoint.put("putTeamMember", `${base}/:teamId/members/:userId`, {
    summary: "Set a team member",
    description: "Adds a member to the team or changes their role in it.",
    permission: Permission.refusing("team:manage"),
    params: Schema.Struct(member),
    payload: Team.TeamMemberPut,
    success: Absent,
    error: [UnprocessableContent, Errors.Forbidden, NotFound]
  }),
  Endpoint.delete("removeTeamMember", `${base}/:teamId/members/:userId`, {
    summary: "Remove a team member",
    description: "Removes a member from the team. They remain in the organization.",
    permission: Permission.refusing("team:manage"),
    params: Schema.Struct(member),
    success: [Removed, Absent],
    error: [Errors.Forbidden, NotFound]
  }),
  Endpoint.get("listTeamsOfMember", "/orgs/:organizationId/members/:userId/teams", {
    summary: "List teams of a member",
    description: "Returns the teams that a member belongs to.",
    permission: Permission.refusing("member:inspect"),
    params: Schema.Struct({ ...organization, userId: UserId }),
    query: Schema.Struct(
      Input.describeFields({ ...Paging.UrlParams.fields, title }, { title: "Text that the title must contain." })
    ),
    success: Paging.of(TeamMemberView.TeamOfMemberView),
    error: [Errors.Forbidden, NotFound]
  })
) {
  static readonly layer = Group.layer(
    this,
    Effect.gen(function* () {
      const { base } = yield* Addresses.Addresses
      const teams = yield* Teams.Teams
      const members = yield* TeamMembers.TeamMembers
      return {
        listTeams: ({ params: path, query: urlParams }) => teams.list(path.organizationId, urlParams),
        createTeam: ({ params: path, payload }) =>
          withLocationOf<Team.TeamView>(({ id }) => `${base}/v1/orgs/${path.organizationId}/teams/${id}`)(
            teams.create(path.organizationId, payload)
          ),
        getTeam: ({ params: path }) => teams.get(path.organizationId, path.teamId),
        deleteTeam: ({ params: path }) => respondRemoved(teams.remove(path.organizationId, path.teamId)),
        updateTeam: ({ params: path, payload }) => teams.update(path.organizationId, path.teamId, payload),
        listTeamMembers: ({ params: path, query: urlParams }) =>
          members.list(path.organizationId, path.teamId, urlParams),
        updateTeamMembers: ({ params: path, payload }) => members.update(path.organizationId, path.teamId, payload),
        putTeamMember: ({ params: path, payload }) =>
          members.put(path.organizationId, path.teamId, path.userId, payload),
        removeTeamMember: ({ params: path }) =>
          respondRemoved(members.remove(path.organizationId, path.teamId, path.userId)),
        listTeamsOfMember: ({ params: path, query: urlParams }) =>
          teams.ofMember(path.organizationId, path.userId, urlParams)
      }
    })
  )
}
