import { Input, OrganizationId, TeamId, TeamInput, TeamMemberView, TeamView, UserId } from "@quire/core"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { Absent, Removed } from "../../foundation/answer/Answers.ts"
import * as Errors from "../../foundation/error/Errors.ts"
import { NotFound, UnprocessableContent } from "../../foundation/error/Errors.ts"
import { Failures } from "../../foundation/error/Failures.ts"
import { Authentication } from "../../foundation/exchange/Authentication.ts"
import * as Paging from "../../foundation/query/Paging.ts"

const organization = { organizationId: OrganizationId.OrganizationId }
const team = { ...organization, teamId: TeamId.TeamId }
const member = { ...team, userId: UserId.UserId }

const title = Schema.optionalKey(Schema.String).annotate({
  description: "What titles contain, in any case."
})
const owner = Schema.optionalKey(Schema.String).annotate({
  description: "A member's id: only teams whose members they may change."
})

const base = "/orgs/:organizationId/teams"

/** Teams and their members, also listed by member. */
export class TeamsApi extends HttpApiGroup.make("teams", { topLevel: true })
  .add(
    HttpApiEndpoint.get("listTeams", base, {
      params: Schema.Struct(organization),
      query: Schema.Struct(
        Input.describeFields(
          { ...Paging.UrlParams.fields, owner, title },
          { owner: "Whether only teams that the caller owns are listed.", title: "Text that the title must contain." }
        )
      ),
      success: Paging.of(TeamView.TeamView),
      error: [Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "List teams")
      .annotate(OpenApi.Description, "Returns the teams of an organization.")
  )
  .add(
    HttpApiEndpoint.put("createTeam", base, {
      params: Schema.Struct(organization),
      payload: TeamInput.TeamCreate,
      success: TeamView.TeamView.pipe(HttpApiSchema.status(201)),
      error: [UnprocessableContent, Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "Create a team")
      .annotate(OpenApi.Description, "Creates a team, with members where the body names some.")
  )
  .add(
    HttpApiEndpoint.get("getTeam", `${base}/:teamId`, {
      params: Schema.Struct(team),
      success: TeamView.TeamView,
      error: [Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "Get a team")
      .annotate(OpenApi.Description, "Returns a team with the number of its members.")
  )
  .add(
    HttpApiEndpoint.delete("deleteTeam", `${base}/:teamId`, {
      params: Schema.Struct(team),
      success: [Removed, Absent],
      error: [Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "Delete a team")
      .annotate(OpenApi.Description, "Deletes the team and everything that was granted to it.")
  )
  .add(
    HttpApiEndpoint.patch("updateTeam", `${base}/:teamId`, {
      params: Schema.Struct(team),
      payload: TeamInput.TeamPatch,
      success: TeamView.TeamView,
      error: [Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "Update a team")
      .annotate(OpenApi.Description, "Renames the team.")
  )
  .add(
    HttpApiEndpoint.get("listTeamMembers", `${base}/:teamId/members`, {
      params: Schema.Struct(team),
      query: Paging.UrlParams,
      success: Paging.of(TeamMemberView.TeamMemberView),
      error: [Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "List team members")
      .annotate(OpenApi.Description, "Returns the members of a team with their roles in it.")
  )
  .add(
    HttpApiEndpoint.put("updateTeamMembers", `${base}/:teamId/members`, {
      params: Schema.Struct(team),
      payload: TeamInput.TeamMembersUpdate,
      success: Absent,
      error: [UnprocessableContent, Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "Update team members")
      .annotate(OpenApi.Description, "Adds and removes members and changes their roles in the team.")
  )
  .add(
    HttpApiEndpoint.put("putTeamMember", `${base}/:teamId/members/:userId`, {
      params: Schema.Struct(member),
      payload: TeamInput.TeamMemberPut,
      success: Absent,
      error: [UnprocessableContent, Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "Set a team member")
      .annotate(OpenApi.Description, "Adds a member to the team or changes their role in it.")
  )
  .add(
    HttpApiEndpoint.delete("removeTeamMember", `${base}/:teamId/members/:userId`, {
      params: Schema.Struct(member),
      success: [Removed, Absent],
      error: [Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "Remove a team member")
      .annotate(OpenApi.Description, "Takes a member out of the team; the membership in the organization stays.")
  )
  .add(
    HttpApiEndpoint.get("listTeamsOfMember", "/orgs/:organizationId/members/:userId/teams", {
      params: Schema.Struct({ ...organization, userId: UserId.UserId }),
      query: Schema.Struct(
        Input.describeFields({ ...Paging.UrlParams.fields, title }, { title: "Text that the title must contain." })
      ),
      success: Paging.of(TeamMemberView.TeamOfMemberView),
      error: [Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "List teams of a member")
      .annotate(OpenApi.Description, "Returns the teams that a member belongs to.")
  )
  .annotate(OpenApi.Title, "Teams")
  .middleware(Authentication)
  .middleware(Failures)
  .prefix("/v1") {}
