import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "@effect/platform"
import { CollectionId, GrantInput, GrantView, TeamId, UserId } from "@quire/core"
import { Schema } from "effect"
import { Absent, Removed } from "../Answers.ts"
import { Authentication } from "../Authentication.ts"
import { Forbidden, NotFound } from "../Errors.ts"
import * as Paging from "../Paging.ts"
import { OfRole } from "./GrantQuery.ts"

const base = "/collections/:collectionId/permissions"
const place = { collectionId: CollectionId.CollectionId }
const user = Schema.Struct({ ...place, userId: UserId.UserId })
const team = Schema.Struct({ ...place, teamId: TeamId.TeamId })

/** Roles of members and teams on collections. */
export class CollectionGrantsApi extends HttpApiGroup.make("collectionPermissions", { topLevel: true })
  .add(
    HttpApiEndpoint.post("inviteToCollection", base)
      .annotate(OpenApi.Summary, "Give members and teams a role on a collection")
      .setPath(Schema.Struct(place))
      .setPayload(GrantInput.GrantInvite)
      .addSuccess(Absent)
  )
  .add(
    HttpApiEndpoint.get("listCollectionUserPermissions", `${base}/users`)
      .annotate(OpenApi.Summary, "List the roles that members were given on a collection")
      .setPath(Schema.Struct(place))
      .setUrlParams(Paging.UrlParams)
      .addSuccess(Paging.of(GrantView.UserGrantView))
  )
  .add(
    HttpApiEndpoint.patch("updateCollectionUserPermission", `${base}/users/:userId`)
      .annotate(OpenApi.Summary, "Change the role that a member was given on a collection")
      .setPath(user)
      .setPayload(GrantInput.GrantPatch)
      .addSuccess(Absent)
  )
  .add(
    HttpApiEndpoint.del("removeCollectionUserPermission", `${base}/users/:userId`)
      .annotate(OpenApi.Summary, "Take back the role that a member was given on a collection")
      .setPath(user)
      .addSuccess(Removed)
      .addSuccess(Absent)
  )
  .add(
    HttpApiEndpoint.get("listCollectionTeamPermissions", `${base}/teams`)
      .annotate(OpenApi.Summary, "List the roles that teams were given on a collection")
      .setPath(Schema.Struct(place))
      .setUrlParams(Paging.UrlParams)
      .addSuccess(Paging.of(GrantView.TeamGrantView))
  )
  .add(
    HttpApiEndpoint.patch("updateCollectionTeamPermission", `${base}/teams/:teamId`)
      .annotate(OpenApi.Summary, "Change the role that a team was given on a collection")
      .setPath(team)
      .setPayload(GrantInput.GrantPatch)
      .addSuccess(Absent)
  )
  .add(
    HttpApiEndpoint.del("removeCollectionTeamPermission", `${base}/teams/:teamId`)
      .annotate(OpenApi.Summary, "Take back the role that a team was given on a collection")
      .setPath(team)
      .addSuccess(Removed)
      .addSuccess(Absent)
  )
  .add(
    HttpApiEndpoint.get("listCollectionPermissionsAggregate", `${base}/aggregate`)
      .annotate(OpenApi.Summary, "List everybody who may read a collection, with the role that they have in effect")
      .setPath(Schema.Struct(place))
      .setUrlParams(OfRole)
      .addSuccess(Paging.of(GrantView.EffectiveGrantView))
  )
  .addError(Forbidden)
  .addError(NotFound)
  .annotate(OpenApi.Title, "Collection permissions")
  .middleware(Authentication)
  .prefix("/v1") {}
