import { CollectionId, Grant, Grants, TeamId, UserId } from "@quire/core"
import { Effect, Schema } from "effect"
import { Absent, Removed, respondRemoved } from "../../foundation/answer/Answers.ts"
import * as Endpoint from "../../foundation/endpoint/Endpoint.ts"
import * as Group from "../../foundation/endpoint/Group.ts"
import * as Permission from "../../foundation/endpoint/Permission.ts"
import * as Errors from "../../foundation/error/Errors.ts"
import { NotFound } from "../../foundation/error/Errors.ts"
import * as Paging from "../../foundation/query/Paging.ts"
import { RolePage } from "./GrantQuery.ts"

const base = "/collections/:collectionId/permissions"
const place = { collectionId: CollectionId }
const user = Schema.Struct({ ...place, userId: UserId })
const team = Schema.Struct({ ...place, teamId: TeamId })

const resourceOf = ({ collectionId: id }: { readonly collectionId: string }) => ({ kind: "collection" as const, id })
const userReader = ({ userId: id }: { readonly userId: string }) => ({ kind: "user" as const, id })
const teamReader = ({ teamId: id }: { readonly teamId: string }) => ({ kind: "team" as const, id })

/** Roles of members and teams on collections. */
export class CollectionGrantsApi extends Group.make(
  "collectionPermissions",
  "Collection permissions",
  Endpoint.post("inviteToCollection", base, {
    summary: "Grant a role on a collection",
    description: "Gives users and teams a role in addition to their other roles.",
    permission: Permission.refusing({ all: ["content:create", "own-role"] }),
    params: Schema.Struct(place),
    payload: Grant.GrantInvite,
    success: Absent,
    error: [Errors.Forbidden, NotFound]
  }),
  Endpoint.get("listCollectionUserPermissions", `${base}/users`, {
    summary: "List user grants of a collection",
    description: "Returns the roles that were given to users directly.",
    permission: Permission.refusing("content:create"),
    params: Schema.Struct(place),
    query: Paging.UrlParams,
    success: Paging.of(Grant.UserGrantView),
    error: [Errors.Forbidden, NotFound]
  }),
  Endpoint.patch("updateCollectionUserPermission", `${base}/users/:userId`, {
    summary: "Update a user grant",
    description: "Changes the role that was given to a user directly.",
    permission: Permission.refusing({ all: ["content:create", "own-role"] }),
    params: user,
    payload: Grant.GrantPatch,
    success: Absent,
    error: [Errors.Forbidden, NotFound]
  }),
  Endpoint.delete("removeCollectionUserPermission", `${base}/users/:userId`, {
    summary: "Remove a user grant",
    description: "Removes the role that was given to a user directly; other sources of a role remain.",
    permission: Permission.refusing({ all: ["content:create", "own-role"] }),
    params: user,
    success: [Removed, Absent],
    error: [Errors.Forbidden, NotFound]
  }),
  Endpoint.get("listCollectionTeamPermissions", `${base}/teams`, {
    summary: "List team grants of a collection",
    description: "Returns the roles that were given to teams.",
    permission: Permission.refusing("content:create"),
    params: Schema.Struct(place),
    query: Paging.UrlParams,
    success: Paging.of(Grant.TeamGrantView),
    error: [Errors.Forbidden, NotFound]
  }),
  Endpoint.patch("updateCollectionTeamPermission", `${base}/teams/:teamId`, {
    summary: "Update a team grant",
    description: "Changes the role that was given to a team.",
    permission: Permission.refusing({ all: ["content:create", "own-role"] }),
    params: team,
    payload: Grant.GrantPatch,
    success: Absent,
    error: [Errors.Forbidden, NotFound]
  }),
  Endpoint.delete("removeCollectionTeamPermission", `${base}/teams/:teamId`, {
    summary: "Remove a team grant",
    description: "Removes the role that was given to a team.",
    permission: Permission.refusing({ all: ["content:create", "own-role"] }),
    params: team,
    success: [Removed, Absent],
    error: [Errors.Forbidden, NotFound]
  }),
  Endpoint.get("listCollectionPermissionsAggregate", `${base}/aggregate`, {
    summary: "List effective permissions of a collection",
    description: "Returns everyone who can read the collection, with their effective role and its source.",
    permission: Permission.refusing("content:create"),
    params: Schema.Struct(place),
    query: RolePage,
    success: Paging.of(Grant.EffectiveGrantView),
    error: [Errors.Forbidden, NotFound]
  })
) {
  static readonly layer = Group.layer(
    this,
    Effect.map(Grants.Grants, (grants) => ({
      inviteToCollection: ({ params: path, payload }) => grants.invite(resourceOf(path), payload),
      listCollectionUserPermissions: ({ params: path, query: urlParams }) =>
        grants.listUsers(resourceOf(path), urlParams),
      updateCollectionUserPermission: ({ params: path, payload }) =>
        grants.update(resourceOf(path), userReader(path), payload),
      removeCollectionUserPermission: ({ params: path }) =>
        respondRemoved(grants.remove(resourceOf(path), userReader(path))),
      listCollectionTeamPermissions: ({ params: path, query: urlParams }) =>
        grants.listTeams(resourceOf(path), urlParams),
      updateCollectionTeamPermission: ({ params: path, payload }) =>
        grants.update(resourceOf(path), teamReader(path), payload),
      removeCollectionTeamPermission: ({ params: path }) =>
        respondRemoved(grants.remove(resourceOf(path), teamReader(path))),
      listCollectionPermissionsAggregate: ({ params: path, query: urlParams }) =>
        grants.aggregate(resourceOf(path), urlParams)
    }))
  )
}
