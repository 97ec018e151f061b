import { Grant, Grants, OrganizationId, SiteId, TeamId, UserId } from "@quire/core"
import { Effect, Schema } from "effect"
import { Absent, Removed, respondRemoved } from "../../foundation/answer/Answers.ts"
import * as Endpoint from "../../foundation/endpoint/Endpoint.ts"
import * as Group from "../../foundation/endpoint/Group.ts"
import * as Permission from "../../foundation/endpoint/Permission.ts"
import * as Errors from "../../foundation/error/Errors.ts"
import { NotFound } from "../../foundation/error/Errors.ts"
import * as Paging from "../../foundation/query/Paging.ts"
import { RolePage } from "./GrantQuery.ts"

const base = "/orgs/:organizationId/sites/:siteId/permissions"
const place = { organizationId: OrganizationId, siteId: SiteId }
const user = Schema.Struct({ ...place, userId: UserId })
const team = Schema.Struct({ ...place, teamId: TeamId })

const resourceOf = ({
  organizationId: organization,
  siteId: id
}: {
  readonly organizationId: OrganizationId
  readonly siteId: string
}) => ({ kind: "site" as const, organization, id })
const userReader = ({ userId: id }: { readonly userId: string }) => ({ kind: "user" as const, id })
const teamReader = ({ teamId: id }: { readonly teamId: string }) => ({ kind: "team" as const, id })

/** Roles of members and teams on sites. */
export class SiteGrantsApi extends Group.make(
  "sitePermissions",
  "Site permissions",
  Endpoint.post("inviteToSite", base, {
    summary: "Grant a role on a site",
    description: "Gives users and teams a role in addition to their other roles.",
    permission: Permission.refusing("organization:admin"),
    params: Schema.Struct(place),
    payload: Grant.GrantInvite,
    success: Absent,
    error: [Errors.Forbidden, NotFound]
  }),
  Endpoint.get("listSiteUserPermissions", `${base}/users`, {
    summary: "List user grants of a site",
    description: "Returns the roles that were given to users directly.",
    permission: Permission.refusing("organization:admin"),
    params: Schema.Struct(place),
    query: Paging.UrlParams,
    success: Paging.of(Grant.UserGrantView),
    error: [Errors.Forbidden, NotFound]
  }),
  Endpoint.patch("updateSiteUserPermission", `${base}/users/:userId`, {
    summary: "Update a user grant",
    description: "Changes the role that was given to a user directly.",
    permission: Permission.refusing("organization:admin"),
    params: user,
    payload: Grant.GrantPatch,
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
    success: Paging.of(Grant.TeamGrantView),
    error: [Errors.Forbidden, NotFound]
  }),
  Endpoint.patch("updateSiteTeamPermission", `${base}/teams/:teamId`, {
    summary: "Update a team grant",
    description: "Changes the role that was given to a team.",
    permission: Permission.refusing("organization:admin"),
    params: team,
    payload: Grant.GrantPatch,
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
    success: Paging.of(Grant.EffectiveGrantView),
    error: [Errors.Forbidden, NotFound]
  })
) {
  static readonly layer = Group.layer(
    this,
    Effect.map(Grants.Grants, (grants) => ({
      inviteToSite: ({ params: path, payload }) => grants.invite(resourceOf(path), payload),
      listSiteUserPermissions: ({ params: path, query: urlParams }) => grants.listUsers(resourceOf(path), urlParams),
      updateSiteUserPermission: ({ params: path, payload }) =>
        grants.update(resourceOf(path), userReader(path), payload),
      removeSiteUserPermission: ({ params: path }) => respondRemoved(grants.remove(resourceOf(path), userReader(path))),
      listSiteTeamPermissions: ({ params: path, query: urlParams }) => grants.listTeams(resourceOf(path), urlParams),
      updateSiteTeamPermission: ({ params: path, payload }) =>
        grants.update(resourceOf(path), teamReader(path), payload),
      removeSiteTeamPermission: ({ params: path }) => respondRemoved(grants.remove(resourceOf(path), teamReader(path))),
      listSitePermissionsAggregate: ({ params: path, query: urlParams }) =>
        grants.aggregate(resourceOf(path), urlParams)
    }))
  )
}
