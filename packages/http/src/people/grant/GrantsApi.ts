import { CollectionId, Grant, Grants, Input, OrganizationId, Role, SiteId, SpaceId, TeamId, UserId } from "@quire/core"
import { Effect, Schema } from "effect"
import { Absent, Removed, respondRemoved } from "../../foundation/answer/Answers.ts"
import * as Endpoint from "../../foundation/endpoint/Endpoint.ts"
import * as Group from "../../foundation/endpoint/Group.ts"
import * as Permission from "../../foundation/endpoint/Permission.ts"
import * as Errors from "../../foundation/error/Errors.ts"
import { NotFound } from "../../foundation/error/Errors.ts"
import * as Paging from "../../foundation/query/Paging.ts"

/** A page limited to exactly this role. */
const RolePage = Schema.Struct(
  Input.describeFields(
    { ...Paging.UrlParams.fields, role: Schema.optionalKey(Role.Role) },
    { role: "Role that the grants must give." }
  )
)

interface Resource<Fields> {
  readonly noun: string
  /** The path parameters that name the resource. */
  readonly fields: Fields
  /** The permission to list its grants. */
  readonly view: Permission.Permission
  /** The permission to change them. */
  readonly manage: Permission.Permission
}

/** What the endpoints of the grants on one kind of resource declare, apart from their names and paths. */
const declarations = <Fields extends Schema.Struct.Fields>({ fields, manage, noun, view }: Resource<Fields>) => {
  const error = [Errors.Forbidden, NotFound] as const
  const viewing = { permission: Permission.refusing(view), params: Schema.Struct(fields), error }
  const managing = { permission: Permission.refusing(manage), error }
  const user = Schema.Struct({ ...fields, userId: UserId })
  const team = Schema.Struct({ ...fields, teamId: TeamId })
  return {
    invite: {
      ...managing,
      summary: `Grant a role on a ${noun}`,
      description: "Gives users and teams a role in addition to their other roles.",
      params: Schema.Struct(fields),
      payload: Grant.GrantInvite,
      success: Absent
    },
    listUsers: {
      ...viewing,
      summary: `List user grants of a ${noun}`,
      description: "Returns the roles that were given to users directly.",
      query: Paging.UrlParams,
      success: Paging.of(Grant.UserGrantView)
    },
    updateUser: {
      ...managing,
      summary: "Update a user grant",
      description: "Changes the role that was given to a user directly.",
      params: user,
      payload: Grant.GrantPatch,
      success: Absent
    },
    removeUser: {
      ...managing,
      summary: "Remove a user grant",
      description: "Removes the role that was given to a user directly; other sources of a role remain.",
      params: user,
      success: [Removed, Absent]
    },
    listTeams: {
      ...viewing,
      summary: `List team grants of a ${noun}`,
      description: "Returns the roles that were given to teams.",
      query: Paging.UrlParams,
      success: Paging.of(Grant.TeamGrantView)
    },
    updateTeam: {
      ...managing,
      summary: "Update a team grant",
      description: "Changes the role that was given to a team.",
      params: team,
      payload: Grant.GrantPatch,
      success: Absent
    },
    removeTeam: {
      ...managing,
      summary: "Remove a team grant",
      description: "Removes the role that was given to a team.",
      params: team,
      success: [Removed, Absent]
    },
    listEffective: {
      ...viewing,
      summary: `List effective permissions of a ${noun}`,
      description: `Returns everyone who can read the ${noun}, with their effective role and its source.`,
      query: RolePage,
      success: Paging.of(Grant.EffectiveGrantView)
    }
  } as const
}

const userOf = ({ userId: id }: { readonly userId: string }) => ({ kind: "user" as const, id })
const teamOf = ({ teamId: id }: { readonly teamId: string }) => ({ kind: "team" as const, id })

const space = declarations({
  noun: "space",
  fields: { spaceId: SpaceId },
  view: "content:create",
  manage: { all: ["content:create", "own-role"] }
})

const onSpace = "/spaces/:spaceId/permissions"
const spaceOf = ({ spaceId: id }: { readonly spaceId: string }) => ({ kind: "space" as const, id })

/** Roles of members and teams on spaces. */
export class SpaceGrantsApi extends Group.make(
  "spacePermissions",
  "Space permissions",
  Endpoint.post("inviteToSpace", onSpace, space.invite),
  Endpoint.get("listSpaceUserPermissions", `${onSpace}/users`, space.listUsers),
  Endpoint.patch("updateSpaceUserPermission", `${onSpace}/users/:userId`, space.updateUser),
  Endpoint.delete("removeSpaceUserPermission", `${onSpace}/users/:userId`, space.removeUser),
  Endpoint.get("listSpaceTeamPermissions", `${onSpace}/teams`, space.listTeams),
  Endpoint.patch("updateSpaceTeamPermission", `${onSpace}/teams/:teamId`, space.updateTeam),
  Endpoint.delete("removeSpaceTeamPermission", `${onSpace}/teams/:teamId`, space.removeTeam),
  Endpoint.get("listSpacePermissionsAggregate", `${onSpace}/aggregate`, space.listEffective)
) {
  static readonly layer = Group.layer(
    this,
    Effect.map(Grants.Grants, (grants) => ({
      inviteToSpace: ({ params, payload }) => grants.invite(spaceOf(params), payload),
      listSpaceUserPermissions: ({ params, query }) => grants.listUsers(spaceOf(params), query),
      updateSpaceUserPermission: ({ params, payload }) => grants.update(spaceOf(params), userOf(params), payload),
      removeSpaceUserPermission: ({ params }) => respondRemoved(grants.remove(spaceOf(params), userOf(params))),
      listSpaceTeamPermissions: ({ params, query }) => grants.listTeams(spaceOf(params), query),
      updateSpaceTeamPermission: ({ params, payload }) => grants.update(spaceOf(params), teamOf(params), payload),
      removeSpaceTeamPermission: ({ params }) => respondRemoved(grants.remove(spaceOf(params), teamOf(params))),
      listSpacePermissionsAggregate: ({ params, query }) => grants.aggregate(spaceOf(params), query)
    }))
  )
}

const collection = declarations({
  noun: "collection",
  fields: { collectionId: CollectionId },
  view: "content:create",
  manage: { all: ["content:create", "own-role"] }
})

const collectionOf = ({ collectionId: id }: { readonly collectionId: string }) => ({ kind: "collection" as const, id })
const onCollection = "/collections/:collectionId/permissions"

/** Roles of members and teams on collections. */
export class CollectionGrantsApi extends Group.make(
  "collectionPermissions",
  "Collection permissions",
  Endpoint.post("inviteToCollection", onCollection, collection.invite),
  Endpoint.get("listCollectionUserPermissions", `${onCollection}/users`, collection.listUsers),
  Endpoint.patch("updateCollectionUserPermission", `${onCollection}/users/:userId`, collection.updateUser),
  Endpoint.delete("removeCollectionUserPermission", `${onCollection}/users/:userId`, collection.removeUser),
  Endpoint.get("listCollectionTeamPermissions", `${onCollection}/teams`, collection.listTeams),
  Endpoint.patch("updateCollectionTeamPermission", `${onCollection}/teams/:teamId`, collection.updateTeam),
  Endpoint.delete("removeCollectionTeamPermission", `${onCollection}/teams/:teamId`, collection.removeTeam),
  Endpoint.get("listCollectionPermissionsAggregate", `${onCollection}/aggregate`, collection.listEffective)
) {
  static readonly layer = Group.layer(
    this,
    Effect.map(Grants.Grants, (grants) => ({
      inviteToCollection: ({ params, payload }) => grants.invite(collectionOf(params), payload),
      listCollectionUserPermissions: ({ params, query }) => grants.listUsers(collectionOf(params), query),
      updateCollectionUserPermission: ({ params, payload }) =>
        grants.update(collectionOf(params), userOf(params), payload),
      removeCollectionUserPermission: ({ params }) =>
        respondRemoved(grants.remove(collectionOf(params), userOf(params))),
      listCollectionTeamPermissions: ({ params, query }) => grants.listTeams(collectionOf(params), query),
      updateCollectionTeamPermission: ({ params, payload }) =>
        grants.update(collectionOf(params), teamOf(params), payload),
      removeCollectionTeamPermission: ({ params }) =>
        respondRemoved(grants.remove(collectionOf(params), teamOf(params))),
      listCollectionPermissionsAggregate: ({ params, query }) => grants.aggregate(collectionOf(params), query)
    }))
  )
}

const site = declarations({
  noun: "site",
  fields: { organizationId: OrganizationId, siteId: SiteId },
  view: "organization:admin",
  manage: "organization:admin"
})

const siteOf = (params: { readonly organizationId: OrganizationId; readonly siteId: string }) => ({
  kind: "site" as const,
  organization: params.organizationId,
  id: params.siteId
})
const onSite = "/orgs/:organizationId/sites/:siteId/permissions"

/** Roles of members and teams on sites. */
export class SiteGrantsApi extends Group.make(
  "sitePermissions",
  "Site permissions",
  Endpoint.post("inviteToSite", onSite, site.invite),
  Endpoint.get("listSiteUserPermissions", `${onSite}/users`, site.listUsers),
  Endpoint.patch("updateSiteUserPermission", `${onSite}/users/:userId`, site.updateUser),
  Endpoint.delete("removeSiteUserPermission", `${onSite}/users/:userId`, site.removeUser),
  Endpoint.get("listSiteTeamPermissions", `${onSite}/teams`, site.listTeams),
  Endpoint.patch("updateSiteTeamPermission", `${onSite}/teams/:teamId`, site.updateTeam),
  Endpoint.delete("removeSiteTeamPermission", `${onSite}/teams/:teamId`, site.removeTeam),
  Endpoint.get("listSitePermissionsAggregate", `${onSite}/aggregate`, site.listEffective)
) {
  static readonly layer = Group.layer(
    this,
    Effect.map(Grants.Grants, (grants) => ({
      inviteToSite: ({ params, payload }) => grants.invite(siteOf(params), payload),
      listSiteUserPermissions: ({ params, query }) => grants.listUsers(siteOf(params), query),
      updateSiteUserPermission: ({ params, payload }) => grants.update(siteOf(params), userOf(params), payload),
      removeSiteUserPermission: ({ params }) => respondRemoved(grants.remove(siteOf(params), userOf(params))),
      listSiteTeamPermissions: ({ params, query }) => grants.listTeams(siteOf(params), query),
      updateSiteTeamPermission: ({ params, payload }) => grants.update(siteOf(params), teamOf(params), payload),
      removeSiteTeamPermission: ({ params }) => respondRemoved(grants.remove(siteOf(params), teamOf(params))),
      listSitePermissionsAggregate: ({ params, query }) => grants.aggregate(siteOf(params), query)
    }))
  )
}
