import { CollectionId, GrantInput, GrantView, TeamId, UserId } from "@quire/core"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { Absent, Removed } from "../../foundation/answer/Answers.ts"
import * as Errors from "../../foundation/error/Errors.ts"
import { NotFound } from "../../foundation/error/Errors.ts"
import { Failures } from "../../foundation/error/Failures.ts"
import { Authentication } from "../../foundation/exchange/Authentication.ts"
import * as Paging from "../../foundation/query/Paging.ts"
import { RolePage } from "./GrantQuery.ts"

const base = "/collections/:collectionId/permissions"
const place = { collectionId: CollectionId.CollectionId }
const user = Schema.Struct({ ...place, userId: UserId.UserId })
const team = Schema.Struct({ ...place, teamId: TeamId.TeamId })

/** Roles of members and teams on collections. */
export class CollectionGrantsApi extends HttpApiGroup.make("collectionPermissions", { topLevel: true })
  .add(
    HttpApiEndpoint.post("inviteToCollection", base, {
      params: Schema.Struct(place),
      payload: GrantInput.GrantInvite,
      success: Absent,
      error: [Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "Grant a role on a collection")
      .annotate(OpenApi.Description, "Gives users and teams a role in addition to the roles that they have otherwise.")
  )
  .add(
    HttpApiEndpoint.get("listCollectionUserPermissions", `${base}/users`, {
      params: Schema.Struct(place),
      query: Paging.UrlParams,
      success: Paging.of(GrantView.UserGrantView),
      error: [Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "List user grants of a collection")
      .annotate(OpenApi.Description, "Returns the roles that were given to users directly.")
  )
  .add(
    HttpApiEndpoint.patch("updateCollectionUserPermission", `${base}/users/:userId`, {
      params: user,
      payload: GrantInput.GrantPatch,
      success: Absent,
      error: [Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "Update a user grant")
      .annotate(OpenApi.Description, "Changes the role that was given to a user directly.")
  )
  .add(
    HttpApiEndpoint.delete("removeCollectionUserPermission", `${base}/users/:userId`, {
      params: user,
      success: [Removed, Absent],
      error: [Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "Remove a user grant")
      .annotate(
        OpenApi.Description,
        "Removes the role that was given to a user directly; other sources of a role remain."
      )
  )
  .add(
    HttpApiEndpoint.get("listCollectionTeamPermissions", `${base}/teams`, {
      params: Schema.Struct(place),
      query: Paging.UrlParams,
      success: Paging.of(GrantView.TeamGrantView),
      error: [Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "List team grants of a collection")
      .annotate(OpenApi.Description, "Returns the roles that were given to teams.")
  )
  .add(
    HttpApiEndpoint.patch("updateCollectionTeamPermission", `${base}/teams/:teamId`, {
      params: team,
      payload: GrantInput.GrantPatch,
      success: Absent,
      error: [Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "Update a team grant")
      .annotate(OpenApi.Description, "Changes the role that was given to a team.")
  )
  .add(
    HttpApiEndpoint.delete("removeCollectionTeamPermission", `${base}/teams/:teamId`, {
      params: team,
      success: [Removed, Absent],
      error: [Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "Remove a team grant")
      .annotate(OpenApi.Description, "Removes the role that was given to a team.")
  )
  .add(
    HttpApiEndpoint.get("listCollectionPermissionsAggregate", `${base}/aggregate`, {
      params: Schema.Struct(place),
      query: RolePage,
      success: Paging.of(GrantView.EffectiveGrantView),
      error: [Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "List effective permissions of a collection")
      .annotate(
        OpenApi.Description,
        "Returns everybody who can read the collection with the role in effect and what it comes from."
      )
  )
  .annotate(OpenApi.Title, "Collection permissions")
  .middleware(Authentication)
  .middleware(Failures)
  .prefix("/v1") {}
