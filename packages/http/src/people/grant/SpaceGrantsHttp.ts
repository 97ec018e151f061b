import { Grants } from "@quire/core"
import { Effect } from "effect"
import { Api } from "../../Api.ts"
import { respondRemoved } from "../../foundation/answer/Answers.ts"
import * as HandlerGroup from "../../foundation/exchange/HandlerGroup.ts"

const resourceOf = ({ spaceId: id }: { readonly spaceId: string }) => ({ kind: "space" as const, id })
const userReader = ({ userId: id }: { readonly userId: string }) => ({ kind: "user" as const, id })
const teamReader = ({ teamId: id }: { readonly teamId: string }) => ({ kind: "team" as const, id })

export const layer = HandlerGroup.layer(
  Api,
  "spacePermissions",
  Effect.map(Grants.Grants, (grants) => ({
    inviteToSpace: ({ params: path, payload }) => grants.invite(resourceOf(path), payload),
    listSpaceUserPermissions: ({ params: path, query: urlParams }) => grants.listUsers(resourceOf(path), urlParams),
    updateSpaceUserPermission: ({ params: path, payload }) =>
      grants.update(resourceOf(path), userReader(path), payload),
    removeSpaceUserPermission: ({ params: path }) => respondRemoved(grants.remove(resourceOf(path), userReader(path))),
    listSpaceTeamPermissions: ({ params: path, query: urlParams }) => grants.listTeams(resourceOf(path), urlParams),
    updateSpaceTeamPermission: ({ params: path, payload }) =>
      grants.update(resourceOf(path), teamReader(path), payload),
    removeSpaceTeamPermission: ({ params: path }) => respondRemoved(grants.remove(resourceOf(path), teamReader(path))),
    listSpacePermissionsAggregate: ({ params: path, query: urlParams }) => grants.aggregate(resourceOf(path), urlParams)
  }))
)
