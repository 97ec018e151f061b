import { GrantInput, GrantView, OrganizationId, SiteId, TeamId, UserId } from "@quire/core"
import { Schema } from "effect"
import { HttpApiGroup, OpenApi } from "effect/http-api"
import { Absent, Removed } from "../../foundation/answer/Answers.ts"
import * as Endpoint from "../../foundation/endpoint/Endpoint.ts"
import * as Permission from "../../foundation/endpoint/Permission.ts"
import * as Errors from "../../foundation/error/Errors.ts"
import { NotFound } from "../../foundation/error/Errors.ts"
import { Failures } from "../../foundation/error/Failures.ts"
import { Authentication } from "../../foundation/exchange/Authentication.ts"
import * as Paging from "../../foundation/query/Paging.ts"
import { RolePage } from "./GrantQuery.ts"

const base = "/orgs/:organizationId/sites/:siteId/permissions"
const place = { organizationId: OrganizationId.OrganizationId, siteId: SiteId.SiteId }
const user = Schema.Struct({ ...place, userId: UserId.UserId })
const team = Schema.Struct({ ...place, teamId: TeamId.TeamId })

/** Roles of members and teams on sites. */
export class SiteGrantsApi extends HttpApiGroup.make("sitePermissions", { topLevel: true })
  .add(
    Endpoint.post("inviteToSite", base, {
      summary: "Grant a role on a site",
      description: "Gives users and teams a role in addition to their other roles.",
      permission: Permission.refusing("organization:admin"),
      params: Schema.Struct(place),
      payload: GrantInput.GrantInvite,
      success: Absent,
      error: [Errors.Forbidden, NotFound]
    }),
    Endpoint.get("listSiteUserPermissions", `${base}/users`, {
      summary: "List user grants of a site",
      description: "Returns the roles that were given to users directly.",
      permission: Permission.refusing("organization:admin"),
      params: Schema.Struct(place),
      query: Paging.UrlParams,
      success: Paging.of(GrantView.UserGrantView),
      error: [Errors.Forbidden, NotFound]
    }),
    Endpoint.patch("updateSiteUserPermission", `${base}/users/:userId`, {
      summary: "Update a user grant",
      description: "Changes the role that was given to a user directly.",
      permission: Permission.refusing("organization:admin"),
      params: user,
      payload: GrantInput.GrantPatch,
      success: Absent,
      error: [Errors.Forbidden, NotFound]
    }),
    Endpoint.delete("removeSiteUserPermission", `${base}/users/:userId`, {
      summary: "Remove a user grant",
      description: "Removes the role that was given to a user directly; other sources of a role remain.",
      permission: Permission.refusing("organization:admin"),
      params: user,
      success: [Removed, Absent],
      error: [Errors.Forbidden, NotFound]
    }),
    Endpoint.get("listSiteTeamPermissions", `${base}/teams`, {
      summary: "List team grants of a site",
      description: "Returns the roles that were given to teams.",
      permission: Permission.refusing("organization:admin"),
      params: Schema.Struct(place),
      query: Paging.UrlParams,
      success: Paging.of(GrantView.TeamGrantView),
      error: [Errors.Forbidden, NotFound]
    }),
    Endpoint.patch("updateSiteTeamPermission", `${base}/teams/:teamId`, {
      summary: "Update a team grant",
      description: "Changes the role that was given to a team.",
      permission: Permission.refusing("organization:admin"),
      params: team,
      payload: GrantInput.GrantPatch,
      success: Absent,
      error: [Errors.Forbidden, NotFound]
    }),
    Endpoint.delete("removeSiteTeamPermission", `${base}/teams/:teamId`, {
      summary: "Remove a team grant",
      description: "Removes the role that was given to a team.",
      permission: Permission.refusing("organization:admin"),
      params: team,
      success: [Removed, Absent],
      error: [Errors.Forbidden, NotFound]
    }),
    Endpoint.get("listSitePermissionsAggregate", `${base}/aggregate`, {
      summary: "List effective permissions of a site",
      description: "Returns everyone who can read the site, with their effective role and its source.",
      permission: Permission.refusing("organization:admin"),
      params: Schema.Struct(place),
      query: RolePage,
      success: Paging.of(GrantView.EffectiveGrantView),
      error: [Errors.Forbidden, NotFound]
    })
  )
  .annotate(OpenApi.Title, "Site permissions")
  .middleware(Authentication)
  .middleware(Failures)
  .prefix("/v1") {}
