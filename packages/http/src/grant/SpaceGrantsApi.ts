import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "@effect/platform"
import { GrantInput, GrantView, SpaceId, TeamId, UserId } from "@quire/core"
import { Schema } from "effect"
import { Absent, Removed } from "../Answers.ts"
import { Authentication } from "../Authentication.ts"
import { Forbidden, NotFound } from "../Errors.ts"
import * as Paging from "../Paging.ts"
import { OfRole } from "./GrantQuery.ts"

const base = "/spaces/:spaceId/permissions"
const place = { spaceId: SpaceId.SpaceId }
const user = Schema.Struct({ ...place, userId: UserId.UserId })
const team = Schema.Struct({ ...place, teamId: TeamId.TeamId })

/** Roles of members and teams on spaces. */
export class SpaceGrantsApi extends HttpApiGroup.make("spacePermissions", { topLevel: true })
  .add(
    HttpApiEndpoint.post("inviteToSpace", base)
      .annotate(OpenApi.Summary, "Give members and teams a role on a space")
      .setPath(Schema.Struct(place))
      .setPayload(GrantInput.GrantInvite)
      .addSuccess(Absent)
  )
  .add(
    HttpApiEndpoint.get("listSpaceUserPermissions", `${base}/users`)
      .annotate(OpenApi.Summary, "List the roles that members were given on a space")
      .setPath(Schema.Struct(place))
      .setUrlParams(Paging.UrlParams)
      .addSuccess(Paging.of(GrantView.UserGrantView))
  )
  .add(
    HttpApiEndpoint.patch("updateSpaceUserPermission", `${base}/users/:userId`)
      .annotate(OpenApi.Summary, "Change the role that a member was given on a space")
      .setPath(user)
      .setPayload(GrantInput.GrantPatch)
      .addSuccess(Absent)
  )
  .add(
    HttpApiEndpoint.del("removeSpaceUserPermission", `${base}/users/:userId`)
      .annotate(OpenApi.Summary, "Take back the role that a member was given on a space")
      .setPath(user)
      .addSuccess(Removed)
      .addSuccess(Absent)
  )
  .add(
    HttpApiEndpoint.get("listSpaceTeamPermissions", `${base}/teams`)
      .annotate(OpenApi.Summary, "List the roles that teams were given on a space")
      .setPath(Schema.Struct(place))
      .setUrlParams(Paging.UrlParams)
      .addSuccess(Paging.of(GrantView.TeamGrantView))
  )
  .add(
    HttpApiEndpoint.patch("updateSpaceTeamPermission", `${base}/teams/:teamId`)
      .annotate(OpenApi.Summary, "Change the role that a team was given on a space")
      .setPath(team)
      .setPayload(GrantInput.GrantPatch)
      .addSuccess(Absent)
  )
  .add(
    HttpApiEndpoint.del("removeSpaceTeamPermission", `${base}/teams/:teamId`)
      .annotate(OpenApi.Summary, "Take back the role that a team was given on a space")
      .setPath(team)
      .addSuccess(Removed)
      .addSuccess(Absent)
  )
  .add(
    HttpApiEndpoint.get("listSpacePermissionsAggregate", `${base}/aggregate`)
      .annotate(OpenApi.Summary, "List everybody who may read a space, with the role that they have in effect")
      .setPath(Schema.Struct(place))
      .setUrlParams(OfRole)
      .addSuccess(Paging.of(GrantView.EffectiveGrantView))
  )
  .addError(Forbidden)
  .addError(NotFound)
  .annotate(OpenApi.Title, "Space permissions")
  .middleware(Authentication)
  .prefix("/v1") {}
