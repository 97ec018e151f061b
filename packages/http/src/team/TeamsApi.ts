import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "@effect/platform"
import { OrganizationId, TeamId, TeamInput, TeamMemberView, TeamView, UserId } from "@quire/core"
import { Schema } from "effect"
import { Absent, Removed } from "../Answers.ts"
import { Authentication } from "../Authentication.ts"
import { Forbidden, NotFound, UnprocessableContent } from "../Errors.ts"
import * as Paging from "../Paging.ts"

const organization = { organizationId: OrganizationId.OrganizationId }
const team = { ...organization, teamId: TeamId.TeamId }
const member = { ...team, userId: UserId.UserId }

const title = Schema.optionalWith(Schema.String, { exact: true }).annotations({
  description: "What titles contain, in any case."
})
const owner = Schema.optionalWith(Schema.String, { exact: true }).annotations({
  description: "A member's id: only teams whose members they may change."
})

const base = "/orgs/:organizationId/teams"

/** Teams and who is in them (api.md 4.15), also from the side of the member (4.13). */
export class TeamsApi extends HttpApiGroup.make("teams", { topLevel: true })
  .add(
    HttpApiEndpoint.get("listTeams", base)
      .annotate(OpenApi.Summary, "List an organization's teams")
      .setPath(Schema.Struct(organization))
      .setUrlParams(Schema.Struct({ ...Paging.UrlParams.fields, owner, title }))
      .addSuccess(Paging.of(TeamView.TeamView))
  )
  .add(
    HttpApiEndpoint.put("createTeam", base)
      .annotate(OpenApi.Summary, "Create a team")
      .setPath(Schema.Struct(organization))
      .setPayload(TeamInput.TeamCreate)
      .addSuccess(TeamView.TeamView, { status: 201 })
      .addError(UnprocessableContent)
  )
  .add(
    HttpApiEndpoint.get("getTeam", `${base}/:teamId`)
      .annotate(OpenApi.Summary, "Get a team")
      .setPath(Schema.Struct(team))
      .addSuccess(TeamView.TeamView)
  )
  .add(
    HttpApiEndpoint.del("deleteTeam", `${base}/:teamId`)
      .annotate(OpenApi.Summary, "Delete a team with what it was granted")
      .setPath(Schema.Struct(team))
      .addSuccess(Removed)
      .addSuccess(Absent)
  )
  .add(
    HttpApiEndpoint.patch("updateTeam", `${base}/:teamId`)
      .annotate(OpenApi.Summary, "Rename a team")
      .setPath(Schema.Struct(team))
      .setPayload(TeamInput.TeamPatch)
      .addSuccess(TeamView.TeamView)
  )
  .add(
    HttpApiEndpoint.get("listTeamMembers", `${base}/:teamId/members`)
      .annotate(OpenApi.Summary, "List the members of a team")
      .setPath(Schema.Struct(team))
      .setUrlParams(Paging.UrlParams)
      .addSuccess(Paging.of(TeamMemberView.TeamMemberView))
  )
  .add(
    HttpApiEndpoint.put("updateTeamMembers", `${base}/:teamId/members`)
      .annotate(OpenApi.Summary, "Add and remove members of a team, and change their roles in it")
      .setPath(Schema.Struct(team))
      .setPayload(TeamInput.TeamMembersUpdate)
      .addSuccess(Absent)
      .addError(UnprocessableContent)
  )
  .add(
    HttpApiEndpoint.put("putTeamMember", `${base}/:teamId/members/:userId`)
      .annotate(OpenApi.Summary, "Add a member to a team, or change their role in it")
      .setPath(Schema.Struct(member))
      .setPayload(TeamInput.TeamMemberPut)
      .addSuccess(Absent)
      .addError(UnprocessableContent)
  )
  .add(
    HttpApiEndpoint.del("removeTeamMember", `${base}/:teamId/members/:userId`)
      .annotate(OpenApi.Summary, "Remove a member from a team")
      .setPath(Schema.Struct(member))
      .addSuccess(Removed)
      .addSuccess(Absent)
  )
  .add(
    HttpApiEndpoint.get("listTeamsOfMember", "/orgs/:organizationId/members/:userId/teams")
      .annotate(OpenApi.Summary, "List the teams that a member is in")
      .setPath(Schema.Struct({ ...organization, userId: UserId.UserId }))
      .setUrlParams(Schema.Struct({ ...Paging.UrlParams.fields, title }))
      .addSuccess(Paging.of(TeamMemberView.TeamOfMemberView))
  )
  .addError(Forbidden)
  .addError(NotFound)
  .annotate(OpenApi.Title, "Teams")
  .middleware(Authentication)
  .prefix("/v1") {}
